// The board of the founding case's main suite, worked out from its scenario alone: no network, no
// scorer.
#include "tests/unit/harness/sim/founding_case.hpp"
#include "base/text/normalize.hpp"
#include "base/text/utf8.hpp"

using namespace kilter;
using namespace kilter::test::founding_case;

TEST_CASE("the founding suite has 50 items of 2 points, 98 of 100 attainable") {
    const auto scenario = founding();
    const Suite& suite = scenario->suites.front();
    CHECK(suite.name == "founding-main");
    CHECK(suite.items.size() == 50);
    CHECK(suite.max_points() == 100.0);
    double attainable = 0;
    for (const Item& item : suite.items) attainable += attainable_points(item);
    CHECK(attainable == 98.0);
    std::map<std::string, int> kinds;
    for (const Item& item : suite.items) ++kinds[item.id.substr(0, 2)];
    CHECK(kinds ==
          std::map<std::string, int>{
              {"T1", 12}, {"T2", 8}, {"T3", 10}, {"T4", 8}, {"T5", 6}, {"T6", 4}, {"T7", 2}});
}

TEST_CASE("the stock engine has the founding board's points and unstable items") {
    const auto scenario = founding();
    const EngineScript& stock = *scenario->engine("stock");
    CHECK(points_per_run(*scenario, stock, k_main) == std::vector<double>{96.0, 96.0, 94.0});

    const auto full = unstable(*scenario, stock, k_main,
                               [](const Item&, const Reply& reply) { return full_of(reply); });
    const auto reasoning = unstable(
        *scenario, stock, k_main, [](const Item&, const Reply& reply) { return *reply.reasoning; });
    const auto content = unstable(*scenario, stock, k_main,
                                  [](const Item&, const Reply& reply) { return *reply.content; });
    const auto norm = unstable(*scenario, stock, k_main, [](const Item&, const Reply& reply) {
        return normalize_for_comparison(*reply.content);
    });
    const auto value = unstable(*scenario, stock, k_main, value_of);
    CHECK(full.size() == 13);
    CHECK(reasoning == full);
    CHECK(content.size() == 9);
    CHECK(norm == content);
    CHECK(value == std::set<std::string>{"T2-04", "T3-05", "T3-08", "T4-06", "T5-02", "T6-02"});
}

TEST_CASE("the stock engine's majority is wrong on T3-05 only") {
    const auto scenario = founding();
    const EngineScript& stock = *scenario->engine("stock");
    for (const std::size_t i : places(*scenario, k_main)) {
        const Item& item = *scenario->items[i].item;
        INFO(item.id);
        int right = 0;
        for (const Reply& reply : stock.replies[i]) {
            right += points_of(item, reply) >= attainable_points(item) ? 1 : 0;
        }
        CHECK(right >= 1);  // every item is right in some run
        if (item.id == "T3-05") {
            CHECK(right == 1);
            CHECK(value_of(item, stock.replies[i][0]) == value_of(item, stock.replies[i][1]));
            CHECK(points_of(item, stock.replies[i][0]) == 1.0);
        } else {
            CHECK(right >= 2);
        }
    }
}

TEST_CASE("twelve of the thirteen part at code point 0 of the reasoning, T6-02 later") {
    const auto scenario = founding();
    const EngineScript& stock = *scenario->engine("stock");
    int at_start = 0;
    for (const std::size_t i : places(*scenario, k_main)) {
        const auto& runs = stock.replies[i];
        const auto& odd = runs[0].reasoning == runs[1].reasoning ? runs[2] : runs[1];
        const std::string& a = *runs[0].reasoning;
        const std::string& b = *odd.reasoning;
        if (a == b) continue;
        if (a.front() != b.front()) {
            ++at_start;
            continue;
        }
        CHECK(scenario->items[i].item->id == "T6-02");
        // The shared beginning: "A felhasználó ... sorokat. " has 101 code points.
        const auto parted = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
        CHECK(utf8::count(std::string{a.begin(), parted}) == 101);
    }
    CHECK(at_start == 12);
}

TEST_CASE("one run of the 150 runs away: a paragraph of 180 code points 22 times from 53000 on") {
    const auto scenario = founding();
    int runaways = 0;
    for (const std::size_t i : places(*scenario, k_main)) {
        for (const Reply& reply : scenario->engine("stock")->replies[i]) {
            if (reply.finish_reason != "length") continue;
            ++runaways;
            CHECK(reply.content == "");
            CHECK(reply.completion_tokens == 16384);
            const std::string& text = *reply.reasoning;
            CHECK(utf8::count(text) == 53000 + 22 * 180);
            const std::size_t period = text.size() - text.rfind("\nNa, várjunk") - 1;
            CHECK(utf8::count(text.substr(text.size() - period)) == 180);
            const std::size_t loop = text.size() - 22 * period;
            CHECK(text.compare(loop, 21 * period, text, loop + period, 21 * period) == 0);
            CHECK(text[loop - 1] != text.back());  // it does not begin one code point earlier
        }
    }
    CHECK(runaways == 1);
}

TEST_CASE("the fixed engine and the control engines never change a byte") {
    struct Case {
        const char* engine;
        double points;
    };
    const auto scenario = founding();
    for (const Case& one :
         {Case{"fixed", 98}, Case{"control-a", 98}, Case{"control-b", 97}, Case{"control-c", 96}}) {
        INFO(one.engine);
        const EngineScript& engine = *scenario->engine(one.engine);
        const auto full = unstable(*scenario, engine, k_main,
                                   [](const Item&, const Reply& reply) { return full_of(reply); });
        CHECK(full.empty());
        CHECK(points_per_run(*scenario, engine, k_main) == std::vector<double>(3, one.points));
    }
}

TEST_CASE("the medians of the prompt lengths are those of the case") {
    const auto scenario = founding();
    const EngineScript& stock = *scenario->engine("stock");
    std::vector<long long> wavering, still;
    for (const std::size_t i : places(*scenario, k_main)) {
        const auto& runs = stock.replies[i];
        const bool same =
            full_of(runs[0]) == full_of(runs[1]) && full_of(runs[1]) == full_of(runs[2]);
        (same ? still : wavering).push_back(runs[0].prompt_tokens.value());
    }
    CHECK(prompt_median(wavering) == "6038");  // 13 items: the 7th
    CHECK(prompt_median(still) == "6072");     // 37 items: the 19th
}
