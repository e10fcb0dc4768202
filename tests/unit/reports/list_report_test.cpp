#include "reports/list_report.hpp"

#include <catch2/catch_all.hpp>
#include <nlohmann/json.hpp>

#include "base/text/terminal.hpp"

using namespace kilter;
using Json = nlohmann::json;
using Catch::Matchers::ContainsSubstring;

namespace {

ListedExperiment sample() {
    ListedExperiment one;
    one.id = "20261129-120000-3f9a1c";
    one.created_at = "2026-11-29T12:00:00.000Z";
    one.kind = "rerun";
    one.parent = "20261128-120000-3f9a1c";
    one.suites = {"founding-main", "letters"};
    one.engines = {"stock", "fixed", "control-a", "control-b", "control-c"};
    one.runs = 3;
    one.planned = 750;
    one.stored = 749;
    one.failed = 1;
    return one;
}

}  // namespace

TEST_CASE("list json: every key") {
    ListedExperiment first = sample();
    first.parent.clear();
    const Json all = Json::parse(list_json({first, sample()}));
    CHECK(all["schema"] == "kilter.list/1");
    CHECK(all["experiments"][0]["parent"].is_null());
    CHECK(all["experiments"][1] == Json::parse(R"({"id": "20261129-120000-3f9a1c",
        "created_at": "2026-11-29T12:00:00.000Z", "kind": "rerun",
        "parent": "20261128-120000-3f9a1c", "suites": ["founding-main", "letters"],
        "engines": ["stock", "fixed", "control-a", "control-b", "control-c"], "runs": 3,
        "trials": {"planned": 750, "stored": 749, "failed": 1}})"));
    CHECK(Json::parse(list_json({}))["experiments"] == Json::array());
}

TEST_CASE("list text: the id stays whole, so that it can be typed again") {
    const std::string text = list_text({sample()}, {80, false});
    CHECK_THAT(text, ContainsSubstring("20261129-120000-3f9a1c"));
    CHECK_THAT(text, ContainsSubstring("749/750"));
    const std::string line = text.substr(text.find('\n') + 1);
    CHECK(display_width(line.substr(0, line.find('\n'))) <= 80);
    CHECK_THAT(list_text({sample()}, {140, false}), ContainsSubstring("  2026-11-29T12:00  "));
}

TEST_CASE("list text: hostile names are shown") {
    ListedExperiment one = sample();
    one.suites = {"s\x1b[31m"};
    one.engines = {"e\n\u202e"};
    const std::string text = list_text({one}, {120, false});
    CHECK(text.find('\x1b') == std::string::npos);
    CHECK(text.find("\u202e") == std::string::npos);
    CHECK_THAT(text, ContainsSubstring("s\\x1b[31m"));
}
