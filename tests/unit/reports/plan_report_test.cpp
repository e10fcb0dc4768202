#include "reports/plan_report.hpp"

#include <catch2/catch_all.hpp>
#include <nlohmann/json.hpp>

#include "base/text/terminal.hpp"
#include "tests/unit/reports/golden.hpp"

using namespace kilter;
using Json = nlohmann::json;
using Catch::Matchers::ContainsSubstring;

namespace {

SizePlan planned(const SizeQuestion& question) {
    const auto plan = size_plan(question);
    REQUIRE(plan.has_value());
    return *plan;
}

SizeQuestion everything() {
    SizeQuestion question;
    question.rate = .05;
    question.runs = 3;
    question.items = 50;
    question.compare = RatePair{.025, .225};
    return question;
}

// The text with its line breaks undone, for sentences.
std::string joined(const SizePlan& plan) {
    std::string text = plan_text(plan, {80, false});
    for (char& c : text)
        if (c == '\n') c = ' ';
    return text;
}

}  // namespace

TEST_CASE("plan text: every part at once") {
    test::check_golden("plan.txt", plan_text(planned(everything()), {80, false}));
}

TEST_CASE("plan text: no part breaks 80 columns, whatever is asked") {
    for (const double rate : {1e-6, .05, .123456, .9, 1 - 1e-6})
        for (const long long items : {1LL, 3LL, 50LL})
            for (const long long runs : {1LL, 3LL, 1000LL}) {
                SizeQuestion question;
                question.rate = rate;
                question.runs = runs;
                question.items = items;
                question.compare = RatePair{.5, .123456};
                const std::string text = plan_text(planned(question), {80, false});
                std::size_t at = 0;
                while (at < text.size()) {
                    const std::size_t end = text.find('\n', at);
                    INFO(text.substr(at, end - at));
                    CHECK(display_width(text.substr(at, end - at)) <= 80);
                    at = end + 1;
                }
                CHECK(text.find("nan") == std::string::npos);
                CHECK(text.find("inf") == std::string::npos);
            }
}

TEST_CASE("plan text: a zero has its bound and the limits of K beside it") {
    SizeQuestion question;
    question.runs = 3;
    question.items = 50;
    const std::string text = joined(planned(question));
    CHECK_THAT(text,
               ContainsSubstring(
                   "0 of 50 items at K = 3 leaves room for a true rate of up to 7.1% (95%); an "
                   "item with a 10% minority output is seen 27% of the time."));
    CHECK_THAT(text, ContainsSubstring("Against 0 of 50, 6 of 50 is the least"));
    CHECK_THAT(text, ContainsSubstring("p = 0.027"));
}

TEST_CASE("plan text: a comparison names both methods") {
    SizeQuestion question;
    question.compare = RatePair{.025, .225};
    CHECK_THAT(joined(planned(question)),
               ContainsSubstring("each arm needs 46 items by Fisher's exact test; the "
                                 "pooled-variance formula says 42."));
}

TEST_CASE("plan json: every key") {
    const Json all = Json::parse(plan_json(planned(everything())));
    CHECK(all["schema"] == "kilter.plan/1");
    CHECK(all["rate"]["rate"] == .05);
    CHECK(all["rate"]["power"] == .95);
    CHECK(all["rate"]["runs_to_see"] == 59);
    CHECK(all["rate"]["runs_to_differ"] == 59);
    // .8575^50 = .00046; K = 3 shows no share with 95 %.
    CHECK(all["rate"]["by_runs"][1] == Json::parse(R"({"k": 3, "power": 0.1425, "items": 20,
        "trials": 60, "seen_among_items": 0.999541, "smallest_share": null})"));
    CHECK(all["runs"]["k"] == 3);
    CHECK(all["runs"]["smallest_share"].is_null());
    CHECK(all["runs"]["by_share"][3] ==
          Json::parse(R"({"minority_share": 0.1, "power": 0.27, "runs_to_differ": 29})"));
    CHECK(all["items"]["n"] == 50);
    CHECK(all["items"]["power"] == .8);
    CHECK(all["items"]["zero_upper95"] == .0713476);
    CHECK(all["items"]["fewest_hits_against_zero"] == 6);
    CHECK(all["items"]["fewest_hits_p_value"] == .0266611);
    CHECK(all["items"].contains("smallest_rate_against_zero"));
    CHECK(all["compare"]["a"] == .025);
    CHECK(all["compare"]["b"] == .225);
    CHECK(all["compare"]["alpha"] == .05);
    CHECK(all["compare"]["per_arm"] ==
          Json::parse(R"({"fisher_exact": 46, "pooled_variance_formula": 42})"));
    CHECK(all["compare"]["n"] == 50);
    CHECK(all["compare"]["by_items"][0]["n"] == 20);
    CHECK(all["compare"]["by_items"].back()["n"] == 200);
    CHECK(all["compare"]["by_items"].back()["power"] > .999);
    CHECK(all["compare"].contains("smallest_rate"));
    CHECK(all["warnings"].size() == 1);  // K = 3 and 95 %
}

TEST_CASE("plan json: what was not asked is null, what is undefined has its reason") {
    SizeQuestion question;
    question.rate = .9;
    const Json rate = Json::parse(plan_json(planned(question)));
    CHECK(rate["runs"].is_null());
    CHECK(rate["items"].is_null());
    CHECK(rate["compare"].is_null());
    CHECK(rate["rate"]["runs_to_differ"].is_null());
    CHECK_THAT(rate["warnings"][0].get<std::string>(), ContainsSubstring("90%"));
    question = SizeQuestion{};
    question.items = 3;
    const Json few = Json::parse(plan_json(planned(question)));
    CHECK(few["items"]["fewest_hits_against_zero"].is_null());
    CHECK(few["items"]["smallest_rate_against_zero"].is_null());
    CHECK_THAT(few["warnings"][0].get<std::string>(), ContainsSubstring("too few"));
    question = SizeQuestion{};
    question.compare = RatePair{.10, .11};
    const Json close = Json::parse(plan_json(planned(question)));
    CHECK(close["compare"]["per_arm"]["fisher_exact"].is_null());
    CHECK(close["compare"]["n"].is_null());
    CHECK_THAT(close["warnings"][0].get<std::string>(), ContainsSubstring("2000"));
}

TEST_CASE("plan: the bound of many items is small, never zero") {
    SizeQuestion question;
    question.items = 100000;  // Wilson: z^2 / (n + z^2) = 3.8415 / 100003.84 = .0000384
    question.power = .999999;
    const SizePlan plan = planned(question);
    CHECK_THAT(joined(plan), ContainsSubstring("up to 0.0038% (95%)"));
    CHECK_THAT(joined(plan), ContainsSubstring("with 99.9999% probability"));
    CHECK(Json::parse(plan_json(plan))["items"]["zero_upper95"] == 3.84131e-5);
}
