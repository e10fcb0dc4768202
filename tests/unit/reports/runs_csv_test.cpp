#include "reports/runs_csv.hpp"

#include <algorithm>
#include <catch2/catch_all.hpp>

#include "tests/unit/reports/sample_rows.hpp"

using namespace kilter;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("CSV cells: what a spreadsheet would compute is guarded, what would split is quoted") {
    struct Case {
        const char *name, *in, *out;
    };
    const Case cases[] = {
        {"plain", "answered", "answered"},
        {"empty", "", ""},
        {"formula", "=HYPERLINK(1)", "'=HYPERLINK(1)"},
        {"plus", "+1", "'+1"},
        {"minus", "-1", "'-1"},
        {"at", "@SUM(A1)", "'@SUM(A1)"},
        {"wide equals sign", "\uFF1D1+1", "'\uFF1D1+1"},
        {"wide letter", "\uFF21", "\uFF21"},
        {"formula with a comma", "=A,B", "\"'=A,B\""},
        {"comma", "a,b", "\"a,b\""},
        {"quote", "say \"no\"", "\"say \"\"no\"\"\""},
        {"line ends are shown", "a\r\nb", "a\\r\\nb"},
        {"a tab in front is shown", "\t=1", "\\t=1"},
        {"NUL", nullptr, nullptr},
    };
    for (const Case& one : cases) {
        INFO(one.name);
        if (one.in != nullptr) CHECK(csv_text(one.in) == one.out);
    }
    CHECK(csv_text(std::string_view{"a\0b", 3}) == "a\\x00b");
}

TEST_CASE("CSV: a line for every planned run, missing and failed ones too") {
    const std::string csv = runs_csv({test::wavering_item(), test::broken_item()});
    CHECK(std::count(csv.begin(), csv.end(), '\n') == 1 + 3 + 3);
    CHECK(csv.find("\r\n") != std::string::npos);
    CHECK_THAT(csv, ContainsSubstring(
                        "x1,s,stock,T3-05,2,answered,stop,B,B,1,1,harmful,2.0,2.0,2.0,clean,,"
                        "reasoning,12,7000,"));
    CHECK_THAT(csv, ContainsSubstring("x1,s,stock,T9-01,0,missing,,"));
    CHECK_THAT(csv, ContainsSubstring("x1,s,stock,T9-01,1,timeout,,"));
    CHECK_THAT(csv, ContainsSubstring("\"no byte for 5 s, \"\"idle\"\"\"\r\n"));
}

TEST_CASE("CSV: every line has as many cells as the header") {
    const std::string csv = runs_csv({test::steady_item(), test::wavering_item()});
    std::size_t from = 0;
    while (from < csv.size()) {
        const std::size_t end = csv.find("\r\n", from);
        REQUIRE(end != std::string::npos);
        CHECK(std::count(csv.begin() + static_cast<std::ptrdiff_t>(from),
                         csv.begin() + static_cast<std::ptrdiff_t>(end), ',') == 29);
        from = end + 2;
    }
}
