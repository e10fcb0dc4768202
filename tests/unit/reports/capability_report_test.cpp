// The table of capabilities: within the width, reasons below, nothing of a model reaches a
// terminal.
#include "reports/capability_report.hpp"

#include <sstream>

#include "base/text/terminal.hpp"

using namespace kilter;
using Catch::Matchers::ContainsSubstring;

namespace {

CapabilityRow row_named(const std::string& name) {
    return {name,
            "vllm",
            11,
            "",
            {{"logprobs", Support::yes, "", ""},
             {"top_logprobs", Support::yes, "5", "20 refused: HTTP 400: at most 5"},
             {"cold", Support::not_told, "", ""},
             {"seed", Support::refused, "", "HTTP 422: \x1b[31mno"}}};
}

}  // namespace

TEST_CASE("One line for each capability, one column for each engine, reasons below") {
    const std::string text = capability_text({row_named("a"), row_named("bb")}, {80, false});
    CHECK(text ==
          "capability    a         bb\n"
          "logprobs      yes       yes\n"
          "top_logprobs  5         5\n"
          "cold          not told  not told\n"
          "seed          refused   refused\n"
          "\n"
          "a (vllm), 11 requests:\n"
          "  top_logprobs: 5: 20 refused: HTTP 400: at most 5\n"
          "  seed: refused: HTTP 422: \\x1b[31mno\n"
          "\n"
          "bb (vllm), 11 requests:\n"
          "  top_logprobs: 5: 20 refused: HTTP 400: at most 5\n"
          "  seed: refused: HTTP 422: \\x1b[31mno\n");
}

TEST_CASE("Engines that do not fit beside each other stand below each other") {
    std::vector<CapabilityRow> rows;
    for (const char* name : {"vllm-nvfp4-mtp0", "vllm-nvfp4-mtp1", "llama-q8-server-one",
                             "an-engine-with-a-long-name"}) {
        rows.push_back(row_named(name));
    }
    std::istringstream lines(capability_text(rows, {80, false}));
    int tables = 0;
    for (std::string line; std::getline(lines, line);) {
        CHECK(display_width(line) <= 80);
        if (line.starts_with("capability ")) ++tables;
    }
    CHECK(tables == 2);
}

TEST_CASE("An engine that could not be asked has its reason and no column") {
    CapabilityRow gone;
    gone.engine = "gone";
    gone.problem = "cannot reach it";
    CHECK(capability_text({gone}, {80, false}) == "\ngone: not asked: cannot reach it\n");
    const ReportJson out = capability_json({gone, row_named("a")});
    CHECK(out[0]["problem"] == "cannot reach it");
    CHECK(out[0]["answers"].empty());
    CHECK(out[1]["problem"].is_null());
    CHECK(out[1]["answers"]["top_logprobs"]["value"] == "5");
    CHECK(out[1]["answers"]["cold"]["support"] == "not told");
    CHECK(out[1]["answers"]["cold"]["detail"].is_null());
}
