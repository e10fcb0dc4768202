#include "scorers/statistics/size_plan.hpp"

#include <algorithm>

#include "scorers/statistics/rate_text.hpp"
#include "tests/unit/scorers/statistics/near.hpp"

using namespace kilter;
using namespace kilter::test;

TEST_CASE("rates as people write them") {
    struct Case {
        const char* text;
        double rate;
    };
    const Case good[] = {{"0.05", .05}, {"5%", .05}, {"2.5 %", .025}, {".5", .5}, {"1", 1},
                         {"0", 0},      {"100%", 1}, {"0%", 0},       {"1.", 1}};
    for (const Case& c : good) {
        INFO(c.text);
        REQUIRE(rate_from(c.text).has_value());
        CHECK(*rate_from(c.text) == within(c.rate, 1e-15));
    }
    for (const char* bad : {"", "%", "-0.1", "1.5", "5", "101%", "nan", "inf", "0x1", "1e-1",
                            "five", "5%%", "0.1 ", " 0.1", "0,05", "5 percent"}) {
        INFO(bad);
        REQUIRE_FALSE(rate_from(bad).has_value());
        CHECK(rate_from(bad).error().message.find("like 0.05 or 5%") != std::string::npos);
    }
    CHECK(rate_from("5").error().message ==
          "'5' is no rate: write it like 0.05 or 5%; did you mean 5%?");
    CHECK(rate_from("\x1b[2J").error().message.find('\x1b') == std::string::npos);
}

TEST_CASE("a rate of 5 %: runs, items and what other K see") {
    SizeQuestion question;
    question.rate = .05;
    question.items = 50;
    const auto plan = size_plan(question);
    REQUIRE(plan.has_value());
    const RatePlan& rate = *plan->rate;
    CHECK(rate.power == .95);
    CHECK(rate.runs_to_see == 59);
    CHECK(rate.runs_to_differ == 59);
    REQUIRE(rate.by_runs.size() == 6);  // 2 3 5 10 16 and 59
    const RunsRow& three = rate.by_runs[1];
    CHECK(three.k == 3);
    CHECK(*three.power == four(.1425));
    // ln .05 / ln (1 - .1425) = 19.49
    CHECK(*three.items == 20);
    CHECK(*three.seen_among == within(1 - 4.5889e-4, 1e-8));  // .8575^50 = 4.5889e-4
    CHECK_FALSE(three.smallest_share);
    CHECK(rate.by_runs.back().k == 59);
    CHECK(*rate.by_runs.back().smallest_share == within(.05, 2e-3));
}

TEST_CASE("what 0 of 50 at K = 3 leaves open: the founding case") {
    SizeQuestion question;
    question.runs = 3;
    question.items = 50;
    const auto plan = size_plan(question);
    REQUIRE(plan.has_value());
    CHECK(plan->items->zero_upper95 == six(.071348));
    CHECK(*plan->items->fewest_hits == 6);
    CHECK(*plan->items->fewest_hits_p == eight(.02666108));
    CHECK(plan->items->power == .8);
    const auto tenth = std::find_if(plan->runs->by_share.begin(), plan->runs->by_share.end(),
                                    [](const ShareRow& row) { return row.share == .1; });
    REQUIRE(tenth != plan->runs->by_share.end());
    CHECK(tenth->power == within(.27, 1e-12));
    CHECK(tenth->runs == 29);
    CHECK_FALSE(plan->runs->smallest_share);  // at best 75 %
    CHECK_FALSE(plan->rate);
    CHECK_FALSE(plan->compare);
}

TEST_CASE("two rates: exact and by formula, at the asked items too") {
    SizeQuestion question;
    question.compare = RatePair{.225, .025};
    question.items = 40;
    const auto plan = size_plan(question);
    REQUIRE(plan.has_value());
    CHECK(plan->compare->fisher_per_arm == 46);
    CHECK(plan->compare->formula_per_arm == 42);
    CHECK(plan->compare->asked->items == 40);
    CHECK(plan->compare->asked->power == four(.7188));
    CHECK(*plan->compare->smallest_rate == within(.25, .005));  // from 2.5 %: 25 % in half percents
    for (std::size_t i = 1; i < plan->compare->by_items.size(); ++i)
        CHECK(plan->compare->by_items[i - 1].items < plan->compare->by_items[i].items);
}

TEST_CASE("the asked power replaces both defaults") {
    SizeQuestion question;
    question.rate = .05;
    question.compare = RatePair{.025, .225};
    question.power = .5;
    const auto plan = size_plan(question);
    CHECK(plan->rate->runs_to_see == 14);  // ln .5 / ln .95 = 13.5
    CHECK(plan->compare->power == .5);
    CHECK(*plan->compare->fisher_per_arm < 46);
}

TEST_CASE("a common event has runs but no rarer output") {
    SizeQuestion question;
    question.rate = .9;
    const auto plan = size_plan(question);
    CHECK(plan->rate->runs_to_see == 2);  // 1 - .1^2 = .99
    CHECK_FALSE(plan->rate->runs_to_differ);
    for (const RunsRow& row : plan->rate->by_runs) CHECK_FALSE(row.items);
}

TEST_CASE("a K that shows the item for certain needs one item") {
    SizeQuestion question;
    question.rate = .5;
    question.runs = 1000;
    const RunsRow last = size_plan(question)->rate->by_runs.back();
    CHECK(last.k == 1000);
    CHECK(last.items == 1);
    question.runs = 1;
    const RunsRow first = size_plan(question)->rate->by_runs.front();
    CHECK(first.power == 0.0);
    CHECK_FALSE(first.items);
}

TEST_CASE("few items, many items, close rates") {
    SizeQuestion question;
    question.items = 3;
    CHECK_FALSE(size_plan(question)->items->fewest_hits);
    CHECK_FALSE(size_plan(question)->items->smallest_rate);
    question.items = 1;
    CHECK(size_plan(question)->items->zero_upper95 == six(.793451));
    question = SizeQuestion{};
    question.compare = RatePair{.10, .11};
    CHECK_FALSE(size_plan(question)->compare->fisher_per_arm);
    CHECK(size_plan(question)->compare->formula_per_arm > 2000);
}

TEST_CASE("questions without an answer say why") {
    const auto refused = [](auto change) {
        SizeQuestion question;
        change(question);
        const auto plan = size_plan(question);
        return plan ? std::string{} : plan.error().message;
    };
    using Catch::Matchers::ContainsSubstring;
    CHECK_THAT(refused([](SizeQuestion&) {}), ContainsSubstring("--rate"));
    CHECK_THAT(refused([](SizeQuestion& q) { q.rate = 0; }), ContainsSubstring("0.0001%"));
    CHECK_THAT(refused([](SizeQuestion& q) { q.rate = 1; }), ContainsSubstring("0.0001%"));
    CHECK_THAT(refused([](SizeQuestion& q) {
                   q.compare = RatePair{.1, .1};
               }),
               ContainsSubstring("equal rates"));
    CHECK_THAT(refused([](SizeQuestion& q) {
                   q.compare = RatePair{.1, .10000001};
               }),
               ContainsSubstring("apart"));
    CHECK_THAT(refused([](SizeQuestion& q) {
                   q.rate = .1;
                   q.power = 1;
               }),
               ContainsSubstring("power"));
    CHECK_THAT(refused([](SizeQuestion& q) { q.items = 0; }), ContainsSubstring("items"));
}
