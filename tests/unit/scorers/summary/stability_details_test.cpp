#include <algorithm>
#include <catch2/catch_all.hpp>

#include "scorers/summary/engine_summary.hpp"
#include "tests/unit/scorers/stability/run_views.hpp"

using namespace kilter;
using Catch::Approx;

namespace {

struct TestItem {
    std::string texts;  // one letter a run, its reasoning; '-': failed
    std::vector<std::optional<long long>> cached = {};
    std::optional<long long> prompt_tokens = {};
};

EngineSummary sum_up(int planned, const std::vector<TestItem>& items, bool in_order = true) {
    SummaryBuilder builder(planned, in_order);
    for (const TestItem& item : items) {
        std::vector<RunView> runs;
        std::vector<SpeedFacts> speeds;
        for (const char letter : item.texts) {
            const int k = static_cast<int>(runs.size());
            runs.push_back(letter == '-' ? make_failed_run(k)
                                         : make_run(k, std::string(1, letter), "c", "v", 2));
            SpeedFacts facts;
            if (speeds.size() < item.cached.size()) {
                facts.usage.cached_tokens = item.cached[speeds.size()];
            }
            facts.usage.prompt_tokens = item.prompt_tokens;
            speeds.push_back(facts);
        }
        const std::string id = "i" + std::to_string(&item - items.data());
        builder.add(analyse(id, runs, planned), runs, speeds);
    }
    return builder.finish();
}

// `count` items with these texts.
std::vector<TestItem> items(int count, const std::string& texts) {
    return std::vector<TestItem>(static_cast<std::size_t>(count), TestItem{texts});
}

std::vector<TestItem> operator+(std::vector<TestItem> a, const std::vector<TestItem>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

}  // namespace

TEST_CASE("rows of different K meet at the smaller one") {
    // Sizes 9, 1: .2 at k = 2, .3 at k = 3 (prior-art 5D); 9 stable items beside it.
    const auto ten = sum_up(10, items(9, "aaaaaaaaaa") + items(1, "aaabaaaaaa")).stability;
    REQUIRE(ten.unstable_at.size() == 9);
    CHECK(ten.unstable_at[0].k == 2);
    CHECK(ten.unstable_at[0].items == Approx(.2));
    CHECK(ten.unstable_at[1].items == Approx(.3));
    CHECK(ten.unstable_at[1].of == 10);
    CHECK(ten.unstable_at[1].distinct == Approx((9 + 1.3) / 10));
    CHECK(ten.unstable_at[8].k == 10);
    CHECK(ten.unstable_at[8].items == 1);

    const auto three = sum_up(3, items(1, "aab") + items(1, "aaa")).stability;
    REQUIRE(three.unstable_at.size() == 2);
    CHECK(three.unstable_at[0].items == Approx(2.0 / 3));
    CHECK(three.unstable_at[1].items == 1);
    CHECK(sum_up(1, items(2, "a")).stability.unstable_at.empty());
}

TEST_CASE("items with fewer valid runs enter only as far as they go") {
    const auto sum =
        sum_up(3, items(1, "aab") + items(1, "ab-") + items(1, "a--") + items(1, "aa-"));
    const auto& at = sum.stability.unstable_at;
    REQUIRE(at.size() == 2);
    CHECK(at[0].of == 3);
    CHECK(at[0].items == Approx(2.0 / 3 + 1));
    CHECK(at[1].of == 1);
    CHECK(at[1].items == 1);
    CHECK(at[1].distinct == 2);
    CHECK(sum.stability.tar_raw.of == 1);
}

TEST_CASE("unstable items are listed with sizes, order, measures and point") {
    const auto sum = sum_up(3, items(1, "aaa") + items(1, "aba") + items(1, "abc")).stability;
    REQUIRE(sum.unstable_items.size() == 2);
    const UnstableItem& one = sum.unstable_items[0];
    CHECK(one.item == "i1");
    CHECK(one.sizes == std::vector<int>{2, 1});
    CHECK(one.variants == "A B A");
    CHECK(one.disagreement == Approx(2.0 / 3));
    CHECK(one.measures.coverage == Approx(2.0 / 3));
    CHECK(one.pattern == RunPattern::one_differs);
    CHECK(one.divergence.kind == DivergenceKind::mismatch);
    CHECK(one.relative.value().share == 0);
    CHECK_FALSE(one.value_flip);
    CHECK(sum.unstable_items[1].measures.states_at_least == 3);
    CHECK(sum.patterns == std::array<long long, 6>{1, 0, 1, 0, 1, 0});
}

TEST_CASE("the first request apart: only above its share, and with evidence") {
    struct Case {
        std::string name;
        int first, other;  // unstable items of K = 3 with run 0, with run 2 apart
        bool cold;
        double p_value;
        bool hint;
    };
    // P(X >= x), X ~ Bin(12, 1/3): x = 8: (495*16 + 220*8 + 66*4 + 12*2 + 1) / 3^12 = 9969/531441;
    // x = 4: 1 - (2^12 + 12*2^11 + 66*2^10 + 220*2^9) / 3^12 = 1 - 208896/531441;
    // x = 5: that less 495*2^8 / 3^12 = 126720/531441. x = 1 of 1: 1/3.
    const Case cases[] = {
        {"eight of twelve", 8, 4, false, 9969.0 / 531441, true},
        {"a third is chance", 4, 8, false, 1 - 208896.0 / 531441, false},
        {"a third is chance, cold or not", 4, 8, true, 1 - 208896.0 / 531441, false},
        {"a few more are no evidence", 5, 7, false, 1 - 335616.0 / 531441, false},
        {"a few more, and all of them cold", 5, 7, true, 1 - 335616.0 / 531441, true},
        {"one", 1, 0, false, 1.0 / 3, false},
        {"one, cold", 1, 0, true, 1.0 / 3, true},
        {"none", 0, 3, true, 1, false},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        TestItem apart{"abb"};
        if (c.cold) apart.cached = {std::nullopt, 512, 512};
        std::vector<TestItem> all(static_cast<std::size_t>(c.first), apart);
        all = all + items(c.other, "aab") + items(5, "aaa");
        const FirstRunEvidence found = sum_up(3, all).stability.first_run;
        CHECK(found.items == c.first);
        CHECK(found.of == c.first + c.other);
        CHECK(found.cold == (c.cold ? c.first : 0));
        CHECK(found.p_value.value() == Approx(c.p_value));
        CHECK(found.hint == c.hint);
        CHECK(sum_up(3, all, false).stability.first_run.of == 0);  // order unknown
    }
    CHECK_FALSE(sum_up(3, items(3, "aaa")).stability.first_run.p_value);
    CHECK(sum_up(2, items(3, "ab")).stability.first_run.of == 0);    // 1|1 is no pattern
    CHECK(sum_up(4, items(3, "abb-")).stability.first_run.of == 0);  // not all runs are there
    // The first run took as much from the cache as one of the others.
    CHECK(sum_up(3, {{"abb", {512, 512, 600}}}).stability.first_run.cold == 0);
}

TEST_CASE("divergence against cached tokens") {
    const auto table = sum_up(3, {{"abb", {0, 512, 512}},  // run 0 deviates, uncached
                                  {"aaa", {0, 512, 512}},
                                  {"aab", {512, 512, 512}},  // run 2 deviates, cached
                                  {"aaa", {}},               // not told
                                  {"abc", {0, 512, 512}}})   // no most frequent output
                           .stability.cache;
    CHECK(table.items == 4);
    CHECK(table.tied_items == 1);
    CHECK(table.none.runs == 2);
    CHECK(table.none.deviating == 1);
    CHECK(table.some.runs == 7);
    CHECK(table.some.deviating == 1);
    CHECK(table.not_told.runs == 3);
    CHECK(table.not_told.deviating == 0);
    // Pairs with equal counts: 1 + 1 + 3 + 1 of which differ 0 + 0 + 2 + 1; with different ones
    // 2 + 2 + 0 + 2, of which 2 + 0 + 0 + 2.
    CHECK(table.same_cached_pairs.of == 6);
    CHECK(table.same_cached_pairs.count == 3);
    CHECK(table.other_cached_pairs.of == 6);
    CHECK(table.other_cached_pairs.count == 4);
}

TEST_CASE("medians of prompt tokens of stable and unstable items (prior-art 5F: 6,072 and 6,038)") {
    const auto sum = sum_up(3, {{"aaa", {}, 6072},
                                {"aaa", {}, 10178},
                                {"aaa", {}, 500},
                                {"aab", {}, 6030},
                                {"aab", {}, 6046},
                                {"aab", {}, {}},
                                {"a--", {}, 1}})
                         .stability;
    CHECK(sum.prompt_tokens_stable.median == 6072.0);
    CHECK(sum.prompt_tokens_stable.items == 3);
    CHECK(sum.prompt_tokens_unstable.median == 6038.0);
    CHECK(sum.prompt_tokens_unstable.items == 2);
    CHECK_FALSE(sum_up(3, items(1, "aaa")).stability.prompt_tokens_stable.median);
}

TEST_CASE("one text with two finish reasons, and agreement up to the cut only") {
    const auto with = [](std::vector<std::pair<Outcome, std::string>> ends, bool apart = false) {
        std::vector<RunView> runs;
        for (const auto& [outcome, finish] : ends) {
            const int k = static_cast<int>(runs.size());
            runs.push_back(make_run(k, apart && k > 0 ? "s" : "r", "c", "v", 2));
            runs.back().outcome = outcome;
            runs.back().finish_reason = finish;
        }
        SummaryBuilder builder(static_cast<int>(runs.size()));
        builder.add(analyse("i", runs, static_cast<int>(runs.size())), runs, {});
        return builder.finish().stability;
    };
    constexpr Outcome cut = Outcome::truncated_in_answer;
    constexpr Outcome answered = Outcome::answered;
    const std::vector<std::string> one = {"i"};
    CHECK(with({{answered, "stop"}, {cut, "length"}}).other_finish == one);
    CHECK(with({{answered, "stop"}, {answered, "stop"}}).other_finish.empty());
    CHECK(with({{answered, "stop"}, {cut, "length"}}, true).other_finish.empty());  // texts differ
    CHECK(with({{cut, "length"}, {cut, "length"}}).equal_censored == one);
    CHECK(with({{Outcome::stopped_by_client, ""}, {cut, "length"}}).equal_censored == one);
    CHECK(with({{cut, "length"}, {answered, "stop"}}).equal_censored.empty());
    CHECK(with({{cut, "length"}, {cut, "length"}}, true).equal_censored.empty());
    CHECK(with({{cut, "length"}}).equal_censored.empty());  // one run agrees with nothing
}

TEST_CASE("positions of the single runs stand in bands") {
    const auto parting = [](const std::string& before) {
        return std::vector{make_run(0, before + "x", "c", "v", 2),
                           make_run(1, before + "x", "c", "v", 2),
                           make_run(2, before + "y", "c", "v", 2)};
    };
    SummaryBuilder builder(3);
    for (const std::size_t length : {0U, 7U, 8U, 64U, 512U, 4095U, 4096U}) {
        const auto runs = parting(std::string(length, 'a'));
        builder.add(analyse("i", runs, 3), runs, {});
    }
    auto longer = parting("a");
    longer[2].reasoning_sha256 = "ax and on";
    builder.add(analyse("i", longer, 3), longer, {});
    auto absent = parting("a");
    absent[2].reasoning_sha256 = "";
    builder.add(analyse("i", absent, 3), absent, {});
    const EngineSummary sum = builder.finish();
    const DivergenceSummary& reasoning = sum.divergence[0];
    CHECK(reasoning.items == 9);
    CHECK(reasoning.at_start == 3);
    CHECK(reasoning.drift == 5);
    CHECK(reasoning.absent == 1);
    CHECK(reasoning.mismatch == 7);
    CHECK(reasoning.prefix == 1);
    CHECK(reasoning.runs_by_band == std::array<long long, 5>{3, 1, 1, 2, 1});
    CHECK(reasoning.runs_absent == 1);
    CHECK(reasoning.reference_ends == 1);
    // Shares 0, 7/8, 8/9, 64/65, 512/513, 4095/4096, 4096/4097 and 1: the middle is between
    // 64/65 and 512/513.
    CHECK(reasoning.median_relative.value() == Approx((64.0 / 65 + 512.0 / 513) / 2));
}
