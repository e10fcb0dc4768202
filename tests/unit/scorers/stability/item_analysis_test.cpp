#include "scorers/stability/item_analysis.hpp"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <cstdint>

#include "base/sha256.hpp"
#include "base/text/normalize.hpp"
#include "scorers/fields/score_item.hpp"
#include "tests/unit/scorers/stability/run_views.hpp"

using namespace kilter;
using Catch::Approx;

namespace {

const std::string k_no_answer{k_unparsed};

bool unstable(const ItemAnalysis& item, Level level) {
    return item.by_level[static_cast<std::size_t>(level)].unstable();
}

}  // namespace

TEST_CASE("level full tells absent, null and the empty text apart; the others do not") {
    RunView absent = make_run(0, "", "x", "v", 2);
    RunView null = absent;
    RunView empty = absent;
    absent.reasoning_state = TextState::absent;
    null.reasoning_state = TextState::null;
    RunView hashed = empty;
    hashed.reasoning_sha256 = sha256_hex("");  // "" may be kept with the hash of nothing
    CHECK(signature(absent, Level::full) != signature(null, Level::full));
    CHECK(signature(null, Level::full) != signature(empty, Level::full));
    CHECK(signature(absent, Level::full) != signature(empty, Level::full));
    CHECK(signature(hashed, Level::full) == signature(empty, Level::full));
    for (const Level level :
         {Level::reasoning, Level::content, Level::norm, Level::value, Level::outcome}) {
        INFO(to_word(level));
        CHECK(signature(absent, level) == signature(null, level));
        CHECK(signature(null, level) == signature(hashed, level));
    }
}

TEST_CASE("full keeps its channels apart, and tool calls count") {
    CHECK(signature(make_run(0, "ab", "c", "v", 2), Level::full) !=
          signature(make_run(0, "a", "bc", "v", 2), Level::full));
    CHECK(signature(make_run(0, "a", "", "v", 2), Level::full) !=
          signature(make_run(0, "", "a", "v", 2), Level::full));
    RunView call = make_run(0, "a", "b", "v", 2);
    RunView other = call;
    call.tool_calls_sha256 = "1";
    other.tool_calls_sha256 = "2";
    CHECK(signature(call, Level::full) != signature(other, Level::full));
    CHECK(signature(call, Level::content) == signature(other, Level::content));
}

TEST_CASE("runs that differ only in an absent or null channel are unstable and part nowhere") {
    std::vector<RunView> runs = {make_run(0, "", "x", "v", 2), make_run(1, "", "x", "v", 2)};
    runs[1].reasoning_state = TextState::null;
    Texts texts(runs);
    const ItemAnalysis item = analyse_item("i", runs, 2, 2, 2, texts.reader());
    CHECK(unstable(item, Level::full));
    CHECK_FALSE(unstable(item, Level::reasoning));
    CHECK(item.divergence.kind == DivergenceKind::equal);
    CHECK(texts.asked == 0);
}

TEST_CASE("texts are asked for only where texts differ") {
    const std::vector<RunView> equal = {make_run(0, "r", "x", "v", 2),
                                        make_run(1, "r", "x", "v", 2)};
    Texts none(equal);
    CHECK(analyse_item("i", equal, 2, 2, 2, none.reader()).divergence.kind ==
          DivergenceKind::equal);
    CHECK(none.asked == 0);

    const std::vector<RunView> apart = {make_run(0, "rest", "x", "v", 2),
                                        make_run(1, "rust", "x", "v", 2)};
    Texts both(apart);
    const ItemAnalysis item = analyse_item("i", apart, 2, 2, 2, both.reader());
    CHECK(both.asked == 2);
    CHECK(item.divergence.kind == DivergenceKind::mismatch);
    CHECK(item.divergence.code_point == 1);
    CHECK(analyse_item("i", apart, 2, 2, 2, {}).divergence.kind == DivergenceKind::equal);
    CHECK(analyse_item("i", apart, 2, 2, 2, [](int) { return nullptr; }).divergence.kind ==
          DivergenceKind::equal);
}

TEST_CASE("unparsed runs are one class at level value, and no value flip") {
    const ItemAnalysis item =
        analyse("i",
                {make_run(0, "", "x", "{\"d\":1}", 2), make_run(1, "", "y", k_no_answer, 0),
                 make_run(2, "", "z", k_no_answer, 0)},
                3);
    CHECK(item.by_level[static_cast<std::size_t>(Level::value)].sizes == std::vector<int>{2, 1});
    CHECK_FALSE(item.value_flip);
    CHECK(analyse("i",
                  {make_run(0, "", "x", "1", 2), make_run(1, "", "y", "2", 0),
                   make_run(2, "", "z", k_no_answer, 0)},
                  3)
              .value_flip);
}

TEST_CASE("one value in a clean and in a refused wrapping is two classes, and no value flip") {
    const ItemAnalysis item = analyse("i",
                                      {make_run(0, "", "x", R"({"d":"1"})", 2),
                                       make_run(1, "", "y", R"({"":"fenced","d":"1"})", 0),
                                       make_run(2, "", "x", R"({"d":"1"})", 2)},
                                      3);
    CHECK(item.by_level[static_cast<std::size_t>(Level::value)].sizes == std::vector<int>{2, 1});
    CHECK_FALSE(item.value_flip);
}

TEST_CASE("failed runs are in no cluster, no vote, and earn 0 points") {
    const ItemAnalysis item = analyse(
        "i", {make_run(0, "r", "x", "v", 2), make_failed_run(1), make_run(2, "r", "x", "v", 2)}, 3);
    CHECK(item.stored == 3);
    CHECK(item.valid == 2);
    CHECK(item.failed == 1);
    CHECK(item.is_short());
    CHECK(item.valid_runs == std::vector<int>{0, 2});
    CHECK_FALSE(unstable(item, Level::full));
    CHECK(item.points == std::vector<std::optional<double>>{2.0, 0.0, 2.0});
    CHECK(item.vote.decided);  // 2 of 3 planned
    CHECK(item.partition == Partition::all_right_one_text);
}

TEST_CASE("missing and unscored runs have no points") {
    std::vector<RunView> runs = {make_run(2, "r", "x", "v", 1), make_run(0, "r", "x", "v", 1)};
    runs[0].verdict.reset();
    const ItemAnalysis item = analyse("i", runs, 3);
    CHECK(item.valid_runs == std::vector<int>{0, 2});  // sorted by k
    CHECK(item.points == std::vector<std::optional<double>>{1.0, std::nullopt, std::nullopt});
    CHECK(item.unscored == 1);
    CHECK_FALSE(item.vote.decided);  // one vote of three planned
    CHECK_FALSE(item.partition);
    CHECK_FALSE(item.value_flip);
}

TEST_CASE("no run, one run") {
    const ItemAnalysis none = analyse("i", {}, 3);
    CHECK_FALSE(none.measurable());
    CHECK_FALSE(none.partition);
    CHECK_FALSE(none.vote.decided);
    CHECK(none.points == std::vector<std::optional<double>>(3, std::nullopt));
    const ItemAnalysis one = analyse("i", {make_run(0, "r", "x", "v", 2)}, 1);
    CHECK_FALSE(one.measurable());
    CHECK_FALSE(one.vote.decided);  // a vote needs 3 planned runs
    CHECK(one.right_runs == 1);
}

TEST_CASE("votes: more than half of the planned runs") {
    struct Case {
        std::string name;
        int planned;
        std::vector<std::pair<std::string, double>> values;  // of runs 0, 1, ...; points of 2
        bool decided;
        int cluster, votes;
        double points;
        bool right;
    };
    const Case cases[] = {
        {"all agree", 3, {{"a", 2}, {"a", 2}, {"a", 2}}, true, 0, 3, 2, true},
        {"two of three, right", 3, {{"b", 0}, {"a", 2}, {"a", 2}}, true, 0, 2, 2, true},
        {"two of three, wrong", 3, {{"b", 1}, {"b", 1}, {"a", 2}}, true, 0, 2, 1, false},
        {"three values", 3, {{"a", 2}, {"b", 0}, {"c", 0}}, false, 0, 1, 0, false},
        {"half is no majority", 4, {{"a", 2}, {"a", 2}, {"b", 0}, {"c", 0}}, false, 0, 2, 0, false},
        {"two of five planned", 5, {{"a", 2}, {"a", 2}}, false, 0, 2, 0, false},
        {"unparsed may win",
         3,
         {{k_no_answer, 0}, {"a", 2}, {k_no_answer, 0}},
         true,
         0,
         2,
         0,
         false},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        std::vector<RunView> runs;
        for (const auto& [value, points] : c.values) {
            const int k = static_cast<int>(runs.size());
            runs.push_back(make_run(k, "", value, value, points));
        }
        const Vote vote = analyse("i", runs, c.planned).vote;
        CHECK(vote.decided == c.decided);
        CHECK(vote.cluster == c.cluster);
        CHECK(vote.votes == c.votes);
        CHECK(vote.points == c.points);
        CHECK(vote.right == c.right);
    }
}

TEST_CASE("the seven ways of a measurable item") {
    struct Case {
        Partition partition;
        std::vector<RunView> runs;
    };
    const Case cases[] = {
        {Partition::all_right_one_text,
         {make_run(0, "", "x", "a", 2), make_run(1, "", "x", "a", 2),
          make_run(2, "", "x", "a", 2)}},
        {Partition::all_right_texts_differ,
         {make_run(0, "", "x", "a", 2), make_run(1, "", "y", "a", 2),
          make_run(2, "", "x", "a", 2)}},
        {Partition::all_wrong_one_value,
         {make_run(0, "", "x", "b", 0), make_run(1, "", "y", "b", 0),
          make_run(2, "", "x", "b", 0)}},
        {Partition::all_wrong_values_differ,
         {make_run(0, "", "x", "b", 0), make_run(1, "", "y", "c", 1),
          make_run(2, "", "x", "b", 0)}},
        {Partition::mixed_majority_right,
         {make_run(0, "", "x", "a", 2), make_run(1, "", "y", "b", 0),
          make_run(2, "", "x", "a", 2)}},
        {Partition::mixed_majority_wrong,
         {make_run(0, "", "x", "b", 0), make_run(1, "", "y", "a", 2),
          make_run(2, "", "x", "b", 0)}},
        {Partition::mixed_no_decision,
         {make_run(0, "", "x", "a", 2), make_run(1, "", "y", "b", 0),
          make_run(2, "", "z", "c", 0)}},
    };
    for (const Case& c : cases) {
        INFO(to_word(c.partition));
        CHECK(analyse("i", c.runs, 3).partition == c.partition);
    }
}

TEST_CASE(
    "prior-art E: three different wrong and right values tie, they do not elect the right one") {
    const ItemAnalysis item = analyse(
        "T3-05",
        {make_run(0, "", "x", "a", 0), make_run(1, "", "y", "b", 0), make_run(2, "", "z", "c", 2)},
        3);
    CHECK_FALSE(item.vote.decided);
    CHECK(item.partition == Partition::mixed_no_decision);
}

TEST_CASE("loops of valid runs are counted by their gravest verdict") {
    std::vector<RunView> runs = {make_run(0, "", "x", "a", 2), make_run(1, "", "x", "a", 2),
                                 make_run(2, "", "x", "a", 2)};
    const auto finding = [](std::string verdict) {
        LoopFinding loop;
        loop.verdict = std::move(verdict);
        return loop;
    };
    runs[0].loops = {finding("loop"), finding("loop")};
    runs[1].loops = {finding("recovered_loop")};
    runs[2].loops = {finding("repetitive")};
    runs.push_back(make_failed_run(3));
    runs[3].loops = {finding("loop")};
    runs.push_back(make_run(4, "", "x", "a", 2));
    runs[4].loops = {finding("repetitive"), finding("suspect")};
    runs.push_back(make_run(5, "", "x", "a", 2));
    runs[5].loops = {finding("loop"), finding("recovered_loop")};
    runs[5].loops[0].tokens_wasted = 250.5;
    runs[5].loops[1].tokens_wasted = 99;
    const ItemAnalysis item = analyse("i", runs, 6);
    CHECK(item.looped_runs == 2);
    CHECK(item.recovered_runs == 1);
    CHECK(item.repetitive_runs == 1);
    CHECK(item.suspect_runs == 1);
    CHECK(item.loop_tokens == 250.5);
    CHECK(item.loop_runs_told == 1);
}

TEST_CASE("property: full => content => norm => value => outcome, and the counts descend") {
    std::uint32_t state = 12345;
    const auto pick = [&state](std::uint32_t below) {
        state = state * 1664525U + 1013904223U;
        return (state >> 16U) % below;
    };
    // A toy scorer: the value is the digits of the content; 1 and 2 are both half right.
    const std::string contents[] = {"",     " ", "1",   "1 ", "1\r\n",  "n 1",
                                    "n  1", "2", "n 2", "3",  "nothing"};
    const auto scored = [&](int k) {
        const std::string content = contents[pick(std::size(contents))];
        std::string value;
        std::copy_if(content.begin(), content.end(), std::back_inserter(value),
                     [](char c) { return c >= '0' && c <= '9'; });
        if (value.empty()) value = k_no_answer;
        const double points = value == "3" ? 2 : value == k_no_answer ? 0 : 1;
        RunView run = make_run(k, pick(2) == 0 ? "thought" : "", content, value, points);
        run.content_sha256 = sha256_hex(content);
        if (run.reasoning_sha256.empty()) run.reasoning_state = static_cast<TextState>(pick(3));
        if (content.empty()) run.content_state = static_cast<TextState>(pick(3));
        run.verdict->norm_sha256 = sha256_hex(normalize_for_comparison(content));
        run.verdict->outcome_record = std::to_string(points);
        return run;
    };
    const Level chain[] = {Level::full, Level::content, Level::norm, Level::value, Level::outcome};
    int counts[5] = {};
    int in_reasoning = 0;
    for (int item = 0; item < 400; ++item) {
        std::vector<RunView> runs;
        for (int k = 0; k < 3; ++k) runs.push_back(scored(k));
        for (const RunView& a : runs) {
            for (const RunView& b : runs) {
                if (signature(a, Level::full) == signature(b, Level::full))
                    CHECK(signature(a, Level::reasoning) == signature(b, Level::reasoning));
                for (std::size_t i = 0; i + 1 < std::size(chain); ++i) {
                    if (signature(a, chain[i]) != signature(b, chain[i])) continue;
                    CHECK(signature(a, chain[i + 1]) == signature(b, chain[i + 1]));
                }
            }
        }
        const ItemAnalysis analysis = analyse("i", runs, 3);
        for (std::size_t i = 0; i < std::size(chain); ++i)
            counts[i] += unstable(analysis, chain[i]) ? 1 : 0;
        in_reasoning += unstable(analysis, Level::reasoning) ? 1 : 0;
    }
    for (std::size_t i = 0; i + 1 < std::size(chain); ++i) CHECK(counts[i] > counts[i + 1]);
    CHECK(counts[0] > in_reasoning);  // beside the chain, but within full
}

TEST_CASE("fewer than 3 planned runs hold no vote; what is mixed has no decision") {
    for (const int runs : {1, 2}) {
        INFO(runs);
        std::vector<RunView> same;
        for (int k = 0; k < runs; ++k) same.push_back(make_run(k, "r", "x", "v", 2));
        const ItemAnalysis item = analyse("i", same, runs);
        CHECK_FALSE(item.has_vote());
        CHECK_FALSE(item.vote.decided);
        CHECK_FALSE(item.plurality.decided);
    }
    const ItemAnalysis mixed =
        analyse("i", {make_run(0, "r", "x", "v", 2), make_run(1, "r", "y", "w", 0)}, 2);
    CHECK(mixed.partition == Partition::mixed_no_decision);
}
