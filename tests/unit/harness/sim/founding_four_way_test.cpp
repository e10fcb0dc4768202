// The four-way board of the founding case and its loop item, worked out from the scenario alone.
#include "base/text/utf8.hpp"
#include "tests/unit/harness/sim/founding_case.hpp"

using namespace kilter;
using namespace kilter::test::founding_case;

namespace {

// What more than half of the three runs answer; no item of the case has three different values.
double majority_points(const Scenario& scenario, const EngineScript& engine,
                       const std::string& suite) {
    double sum = 0;
    for (const std::size_t i : places(scenario, suite)) {
        const Item& item = *scenario.items[i].item;
        const auto& runs = engine.replies[i];
        const bool first = value_of(item, runs[0]) == value_of(item, runs[1]) ||
                           value_of(item, runs[0]) == value_of(item, runs[2]);
        sum += points_of(item, runs[first ? 0 : 1]);
    }
    return sum;
}

std::string whole(const Item&, const Reply& reply) {
    return full_of(reply);
}

struct Row {
    const char* engine;
    double main, hard, language, all;
};

}  // namespace

TEST_CASE("the founding case has 65 items in three suites of 100 points, 298 attainable") {
    const auto scenario = founding();
    REQUIRE(scenario->suites.size() == 3);
    double attainable = 0;
    std::size_t items = 0;
    for (const Suite& suite : scenario->suites) {
        CHECK(suite.max_points() == 100.0);
        items += suite.items.size();
        for (const Item& item : suite.items) attainable += attainable_points(item);
    }
    CHECK(attainable == 298.0);
    CHECK(items == 65);
    CHECK(places(*scenario, k_main).size() == 50);
    CHECK(places(*scenario, k_hard).size() == 10);
    CHECK(places(*scenario, k_language).size() == 5);
}

TEST_CASE("the majority of the four engines has 297, 294, 289.33 and 275 points") {
    const auto scenario = founding();
    for (const Row& row :
         {Row{"stock", 97, 100, 100, 297}, Row{"control-a", 98, 100, 96, 294},
          Row{"control-c", 96, 280.0 / 3, 100, 868.0 / 3}, Row{"control-b", 97, 90, 88, 275},
          Row{"fixed", 98, 100, 100, 298}, Row{"fixed-speculative", 98, 90, 100, 288}}) {
        INFO(row.engine);
        const EngineScript& engine = *scenario->engine(row.engine);
        const double main = majority_points(*scenario, engine, k_main);
        const double hard = majority_points(*scenario, engine, k_hard);
        const double language = majority_points(*scenario, engine, k_language);
        CHECK_THAT(main, Catch::Matchers::WithinAbs(row.main, 1e-9));
        CHECK_THAT(hard, Catch::Matchers::WithinAbs(row.hard, 1e-9));
        CHECK_THAT(language, Catch::Matchers::WithinAbs(row.language, 1e-9));
        CHECK_THAT(main + hard + language, Catch::Matchers::WithinAbs(row.all, 1e-9));
    }
}

TEST_CASE("only the stock engine changes a byte, and only in the main suite") {
    const auto scenario = founding();
    std::size_t of_the_suites = 0;
    for (const EngineScript& engine : scenario->engines) {
        INFO(engine.model);
        // They have only prompts of any length to answer.
        if (engine.model == "patched" || engine.model == "glm") continue;
        ++of_the_suites;
        const std::size_t in_main = engine.model == "stock" ? 13 : 0;
        CHECK(unstable(*scenario, engine, k_main, whole).size() == in_main);
        CHECK(unstable(*scenario, engine, k_hard, whole).empty());
        CHECK(unstable(*scenario, engine, k_language, whole).empty());
    }
    CHECK(of_the_suites == 6);
}

TEST_CASE("one item at a third makes 93.33 of 100") {
    const auto scenario = founding();
    const EngineScript& engine = *scenario->engine("control-c");
    for (const std::size_t i : places(*scenario, k_hard)) {
        const Item& item = *scenario->items[i].item;
        INFO(item.id);
        const double wanted = item.id == "H-03" ? 10.0 / 3 : 10.0;
        CHECK_THAT(points_of(item, engine.replies[i][0]),
                   Catch::Matchers::WithinAbs(wanted, 1e-12));
    }
}

TEST_CASE("the loop item fails the same way in all runs with speculative decoding on") {
    const auto scenario = founding();
    std::size_t at = 0;
    for (const std::size_t i : places(*scenario, k_hard)) {
        if (scenario->items[i].item->id == "H-04") at = i;
    }
    const auto& on = scenario->engine("fixed-speculative")->replies[at];
    const auto& off = scenario->engine("fixed")->replies[at];
    const std::string& text = *on[0].reasoning;
    for (const Reply& reply : on) {
        CHECK(reply.reasoning == text);
        CHECK(reply.content == "");
        CHECK(reply.finish_reason == "length");
        CHECK(reply.completion_tokens == 16384);
    }
    CHECK(utf8::count(text) == 53000 + 22 * 180);
    const std::size_t period = text.size() - text.rfind("\nA 06/05/2026") - 1;
    CHECK(utf8::count(text.substr(text.size() - period)) == 180);
    const std::size_t loop = text.size() - 22 * period;
    CHECK(text.compare(loop, 21 * period, text, loop + period, 21 * period) == 0);
    CHECK(text[loop - 1] != text.back());  // it does not begin one code point earlier

    const Item& item = *scenario->items[at].item;
    for (const Reply& reply : off) {
        CHECK(points_of(item, reply) == 10.0);
        CHECK(reply.completion_tokens == 864);
    }
    // They part behind "A felhasználó a ", some five tokens.
    const std::string& calm = *off[0].reasoning;
    const auto parted = std::mismatch(text.begin(), text.end(), calm.begin(), calm.end()).first;
    CHECK(utf8::count(std::string{text.begin(), parted}) == 16);
}
