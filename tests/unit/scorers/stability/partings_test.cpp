#include "scorers/stability/partings.hpp"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <cstdint>

#include "tests/unit/scorers/stability/run_views.hpp"

using namespace kilter;
using Catch::Approx;
using Pattern = RunPattern;

namespace {

Completion reasoning(std::string text) {
    Completion out;
    out.reasoning = {TextState::text, std::move(text)};
    return out;
}

ItemAnalysis of_reasoning(const std::vector<std::string>& texts) {
    std::vector<RunView> runs;
    for (const std::string& text : texts)
        runs.push_back(make_run(static_cast<int>(runs.size()), text, "c", "v", 2));
    return analyse("i", runs, static_cast<int>(runs.size()));
}

}  // namespace

TEST_CASE("patterns of the runs over their order") {
    struct Case {
        std::string runs;  // one letter a run
        int first_k;       // of the first valid run
        Pattern pattern;
    };
    const Case cases[] = {
        {"", 0, Pattern::one_text},
        {"a", 0, Pattern::one_text},
        {"aaa", 0, Pattern::one_text},
        {"ab", 0, Pattern::all_differ},
        {"abc", 0, Pattern::all_differ},
        {"abb", 0, Pattern::first_differs},
        {"abbbb", 0, Pattern::first_differs},
        {"aab", 0, Pattern::one_differs},
        {"aba", 0, Pattern::one_differs},
        {"abb", 1, Pattern::one_differs},  // run 0 is not there
        {"aabb", 0, Pattern::changes_once},
        {"aabbb", 0, Pattern::changes_once},
        {"abab", 0, Pattern::others},
        {"abba", 0, Pattern::others},
        {"aabc", 0, Pattern::others},
        {"abcc", 0, Pattern::others},
    };
    for (const Case& c : cases) {
        INFO(c.runs << " from " << c.first_k);
        std::vector<std::string> signatures;
        std::vector<int> ks;
        for (const char letter : c.runs) {
            ks.push_back(c.first_k + static_cast<int>(ks.size()));
            signatures.emplace_back(1, letter);
        }
        CHECK(to_word(pattern_of(ks, cluster(signatures))) == to_word(c.pattern));
    }
}

TEST_CASE("relative positions end at the reference's end and say so") {
    const Completion modal = reasoning("\u00e9\u00e9\u00e9\u00e9");  // 4 code points, 8 bytes
    const auto at = [&modal](const std::string& other) {
        return relative_position(diverge({&modal, std::vector{reasoning(other)}.data()}), modal);
    };
    CHECK(at("\u00e9xx").value().share == Approx(.25));
    CHECK_FALSE(at("\u00e9xx").value().reference_ends);
    CHECK(at("\u00e9\u00e9").value().share == Approx(.5));  // the other ends
    CHECK(at("\u00e9\u00e9\u00e9\u00e9 and on").value().share == 1);
    CHECK(at("\u00e9\u00e9\u00e9\u00e9 and on").value().reference_ends);
    CHECK_FALSE(at(""));                          // absent is no position
    CHECK_FALSE(at("\u00e9\u00e9\u00e9\u00e9"));  // equal
    CHECK_FALSE(relative_position({Channel::content, DivergenceKind::prefix, 0, 0}, modal));
}

TEST_CASE("each deviating run has its own point, measured from the modal run") {
    const ItemAnalysis item =
        of_reasoning({"abcdX", "abcdefghij", "abcdefghiX", "abcdefghij", "abcdX"});
    // sizes 2 (runs 0, 4), 2 (1, 3), 1: a tie, so run 0 is the reference, marked.
    CHECK(item.partings.modal_tie);
    CHECK(item.partings.reference_k == 0);

    const ItemAnalysis clear =
        of_reasoning({"abcdX", "abcdefghij", "abcdefghiX", "abcdefghij", "abcdefghij"});
    CHECK_FALSE(clear.partings.modal_tie);
    CHECK(clear.partings.reference_k == 1);
    REQUIRE(clear.partings.runs.size() == 2);
    CHECK(clear.partings.runs[0].k == 0);
    CHECK(clear.partings.runs[0].at.code_point == 4);
    CHECK(clear.partings.runs[0].relative.value().share == Approx(.4));
    CHECK(clear.partings.runs[1].k == 2);
    CHECK(clear.partings.runs[1].at.code_point == 9);
    CHECK(clear.divergence.code_point == 4);  // the first outlier sets the item's point
    CHECK(clear.partings.relative.value().share == Approx(.4));
}

TEST_CASE("runs may part from the modal run in different channels") {
    std::vector<RunView> runs = {make_run(0, "r", "c1", "v", 2), make_run(1, "r", "c1", "v", 2),
                                 make_run(2, "x", "c1", "v", 2), make_run(3, "r", "c2", "v", 2),
                                 make_run(4, "", "c1", "v", 2)};
    const ItemAnalysis item = analyse("i", runs, 5);
    REQUIRE(item.partings.runs.size() == 3);
    CHECK(item.partings.runs[0].at.channel == Channel::reasoning);
    CHECK(item.partings.runs[1].at.channel == Channel::content);
    CHECK(item.partings.runs[1].at.code_point == 1);
    CHECK(item.partings.runs[2].at.kind == DivergenceKind::absent);
    CHECK_FALSE(item.partings.runs[2].relative);
}

TEST_CASE("texts of equal runs are loaded once") {
    const std::vector<RunView> runs = {make_run(0, "a", "x", "v", 2), make_run(1, "b", "x", "v", 2),
                                       make_run(2, "a", "x", "v", 2),
                                       make_run(3, "a", "x", "v", 2)};
    Texts texts(runs);
    const ItemAnalysis item = analyse_item("i", runs, 4, 2, 2, texts.reader());
    CHECK(texts.asked == 2);
    REQUIRE(item.partings.runs.size() == 1);
    CHECK(item.partings.runs[0].k == 1);
}

TEST_CASE("texts that cannot be had leave the partings empty") {
    const std::vector<RunView> runs = {make_run(0, "a", "x", "v", 2),
                                       make_run(1, "b", "x", "v", 2)};
    const ItemAnalysis item = analyse_item("i", runs, 2, 2, 2, [](int) { return nullptr; });
    CHECK(item.partings.runs.empty());
    CHECK_FALSE(item.partings.relative);
    CHECK(item.pattern == Pattern::all_differ);
}

TEST_CASE("property: the item's point is the least of the runs' points, from any reference") {
    std::uint32_t state = 11;
    const auto next = [&state](std::uint32_t below) {
        state = state * 1664525U + 1013904223U;
        return (state >> 16U) % below;
    };
    const std::string units[] = {"a", "\u00e9", "\u00ed", "\xE2", "\x9C", "\u2713", "\U0001F642"};
    for (int round = 0; round < 500; ++round) {
        std::vector<Completion> runs;
        std::string shared;
        for (auto i = next(6); i > 0; --i) shared += units[next(7)];
        for (auto count = 2 + next(4); count > 0; --count) {
            std::string own = "a" + shared;
            for (auto i = next(4); i > 0; --i) own += units[next(7)];
            runs.push_back(reasoning(own));
        }
        std::vector<const Completion*> all;
        for (const Completion& run : runs) all.push_back(&run);
        const Divergence group = diverge(all);
        for (const Completion* reference : all) {
            bool differs = false;
            std::size_t least = reference->reasoning.text.size();
            for (const Completion* run : all) {
                const Divergence one = diverge({reference, run});
                if (one.kind == DivergenceKind::equal) continue;
                differs = true;
                least = std::min(least, one.code_point);
            }
            CHECK(differs == (group.kind != DivergenceKind::equal));
            if (differs) CHECK(least == group.code_point);
        }
    }
}
