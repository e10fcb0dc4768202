#include <catch2/catch_all.hpp>
#include <nlohmann/json.hpp>

#include "base/text/terminal.hpp"
#include "reports/isolate_report.hpp"

namespace kilter {
namespace {

using nlohmann::json;

IsolateArm arm(const std::string& name, const std::string& change, long long unstable) {
    IsolateArm out;
    out.arm = name;
    out.change = change;
    out.planned = out.stored = 30;
    out.unstable = {unstable, 10, wilson95(unstable, 10)};
    out.value_flips = {0, 10, wilson95(0, 10)};
    out.versus_aa.test = ArmTest::mcnemar;
    out.versus_aa.paired = 10;
    out.versus_aa.p = 1;
    return out;
}

IsolateReport report() {
    IsolateReport out;
    out.experiment = "x1";
    out.engine = "local";
    out.dialect = "llama_cpp";
    out.design = "one-switch";
    out.schedule = "interleaved";
    out.runs = 3;
    for (int i = 0; i < 10; ++i) out.items.push_back("s/i" + std::to_string(i));
    out.arms = {arm("baseline", "as configured", 9), arm("aa", "as configured, again", 9)};
    IsolateArm cache = arm("cache", "cache: cold", 0);
    cache.switches = {"cache"};
    cache.live = true;
    cache.checks = {{"cache", true, "no run had cached tokens"}};
    cache.versus_aa.only_aa = 9;
    cache.versus_aa.p = 0.00390625;
    cache.versus_aa.p_adjusted = 0.0234375;
    cache.disjoint = 4;
    cache.disjoint_of = 10;
    out.arms.push_back(cache);
    return out;
}

// The text with its line breaks taken out, so that sentences can be looked for.
std::string flat(const IsolateReport& one) {
    std::string text = isolate_text(one, {});
    std::string out;
    for (const char c : text) {
        if (c == '\n') out += ' ';
        if (c != '\n' && (c != ' ' || out.empty() || out.back() != ' ')) out += c;
    }
    return out;
}

bool has(const std::string& text, const std::string& part) {
    INFO(text);
    CHECK(text.find(part) != std::string::npos);
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("an arm that stands out is named, with its proof, and no cause") {
    const std::string text = flat(report());
    has(text, "Differs from A/A at 5% (Holm) in how many items waver: cache: cold.");
    has(text, "Live: no run had cached tokens.");
    has(text, "0 items were unstable that were not in A/A, and 9 items were stable that were not");
    has(text, "p .004, Holm .023");
    has(text, "In 4 of 10 items no content of this arm came in A/A too.");
    has(text, "Yardstick: the same settings twice gave 9/10 and 9/10 unstable; 0 items changed");
    CHECK(text.find("determin") == std::string::npos);
    CHECK(text.find("because") == std::string::npos);
}

TEST_CASE("an arm that was not live proves nothing, and says so") {
    IsolateReport one = report();
    IsolateArm& cache = one.arms[2];
    cache.live = false;
    cache.checks[0] = {"cache", false, "30 of 30 runs had cached tokens"};
    cache.versus_aa.p_adjusted.reset();
    const std::string text = flat(one);
    has(text, "NOT LIVE: 30 of 30 runs had cached tokens. What it shows says nothing");
    has(text, "No arm differs from A/A at 5% (Holm)");
    cache.live.reset();
    cache.checks[0] = {"cache", std::nullopt, "no response tells its cached tokens"};
    has(flat(one), "Not known to be live: no response tells its cached tokens.");
}

TEST_CASE("the yardstick takes a difference back that is no larger") {
    IsolateReport one = report();
    one.arms[2].versus_aa.within_spread = true;
    const std::string text = flat(one);
    has(text, "Baseline and A/A, which are the same, differ by as much: no sign of the switch.");
    has(text, "No arm differs from A/A");
}

TEST_CASE("too few items, left out items, other prompts, and arms of one item are said") {
    IsolateReport one = report();
    ArmComparison& versus = one.arms[2].versus_aa;
    versus.only_aa = 4;
    versus.p = 0.125;
    versus.too_few_to_tell = true;
    versus.left_out = 1;
    one.arms[2].other_prompts = {"s/i0"};
    std::string text = flat(one);
    has(text, "Fewer than 6 changed sides: no number of them could reach .05.");
    has(text, "1 item left out: not equally many valid runs in both.");
    has(text, "other prompt tokens than in A/A for 1 item: s/i0.");
    versus.test = ArmTest::fisher_runs;
    has(flat(one), "by Fisher's test: p .125");
    versus.test = ArmTest::none;
    has(flat(one), "Not compared with A/A");
}

TEST_CASE("refused, missing, failed, launches, hints, and what was not tried") {
    IsolateReport one = report();
    one.arms[2].refused = "HTTP 400: no such field";
    one.arms[2].failed = 30;
    one.not_tried = {{"structured", "no chosen item has a schema"}};
    Hint hint;
    hint.text = "the first run stands apart";
    one.hints = {{"baseline", hint}};
    std::string text = flat(one);
    has(text, "the engine refused every request: HTTP 400: no such field");
    has(text, "hint: baseline: the first run stands apart");
    has(text, "not tried: structured: no chosen item has a schema");
    CHECK_FALSE(one.partial());
    one.arms[0].stored = 28;
    one.arms[0].launches = {{"1", "./x", "2026-11-29T12:00:00.000Z", "out", 1.5, 0, false}};
    CHECK(one.partial());
    text = flat(one);
    has(text, "2 of 30 trials are missing.");
    has(text, "Launch 1: ./x ended with 0 after 1.5 s.");
    has(text, "Partial: some trials are missing or failed.");
}

TEST_CASE("every line fits the terminal, and hostile names are shown, not sent") {
    IsolateReport one = report();
    one.own_arms = true;
    one.arms[2].arm = "a-rather-long-name-that-somebody-gave-to-an-arm-1";
    one.arms[2].change = "x: \"\x1b[31m\"";
    for (const std::size_t columns : {std::size_t{80}, std::size_t{60}}) {
        TextStyle style;
        style.columns = columns;
        const std::string text = isolate_text(one, style);
        CHECK(text.find('\x1b') == std::string::npos);
        std::size_t begin = 0;
        while (begin < text.size()) {
            const std::size_t end = text.find('\n', begin);
            INFO(text.substr(begin, end - begin));
            CHECK(display_width(text.substr(begin, end - begin)) <= columns);
            begin = end + 1;
        }
    }
}

TEST_CASE("the JSON has the keys of its schema; what is undefined is null") {
    const json out = json::parse(isolate_json(report()));
    CHECK(out["schema"] == "kilter.isolate/1");
    CHECK(out["items"] == 10);
    CHECK(out["runs"] == 3);
    REQUIRE(out["arms"].size() == 3);
    const json& cache = out["arms"][2];
    CHECK(cache["live"] == true);
    CHECK(cache["unstable"]["items"] == 0);
    CHECK(cache["unstable"]["ci95"][1] == 0.2775);
    CHECK(cache["versus_aa"]["test"] == "mcnemar");
    CHECK(cache["versus_aa"]["p_value"] == 0.0039);
    CHECK(cache["versus_aa"]["p_adjusted"] == 0.0234);
    CHECK(out["arms"][1]["versus_aa"].is_null());
    CHECK(out["arms"][0]["live"].is_null());
    CHECK(out["arms"][0]["versus_aa"]["p_adjusted"].is_null());
    IsolateReport none = report();
    none.arms[0].unstable = {};
    CHECK(json::parse(isolate_json(none))["arms"][0]["unstable"]["rate"].is_null());
}

}  // namespace kilter
