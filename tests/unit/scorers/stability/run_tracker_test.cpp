#include "scorers/stability/run_tracker.hpp"

#include <catch2/catch_all.hpp>

#include "scorers/stability/tail_run.hpp"
#include "tests/unit/scorers/stability/text_recipes.hpp"

using namespace kilter;
using recipes::Generator;
using recipes::repeated;

namespace {

std::vector<PeriodicRun> track(const std::string& text, std::size_t step, GramTable& table) {
    SymbolBuffer symbols;
    symbols.append(text);
    const Symbols all = symbols.view();
    RunTracker tracker(table, RunRule{}, all.size());
    for (std::size_t to = 0; to < all.size(); to = std::min(all.size(), to + step))
        tracker.advance(all.data(), SIZE_MAX, std::min(all.size(), to + step));
    tracker.finish();
    return tracker.closed();
}

std::vector<PeriodicRun> track(const std::string& text) {
    GramTable table;
    return track(text, SIZE_MAX / 2, table);
}

bool same(const std::vector<PeriodicRun>& a, const std::vector<PeriodicRun>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const PeriodicRun& one, const PeriodicRun& other) {
                          return one.start == other.start && one.period == other.period &&
                                 one.length == other.length;
                      });
}

}  // namespace

TEST_CASE("tracker: nothing in nothing and in what is too short") {
    CHECK(track("").empty());
    CHECK(track("x").empty());
    CHECK(track(std::string(255, 'x')).empty());
    CHECK(track(std::string(256, 'x')).size() == 1);
    CHECK(track(std::string(300, '\0')).size() == 1);
}

TEST_CASE("tracker: runs in the middle with their first symbol, and several of them") {
    Generator random{41};
    const std::string text = random.prose(500) + repeated(random.paragraph(70), 9) +
                             random.prose(1000) + repeated("ab", 300) + random.prose(40);
    const auto runs = track(text);
    REQUIRE(runs.size() == 2);
    CHECK(runs[0].start == 500);
    CHECK(runs[0].period == 70);
    CHECK(runs[0].length == 630);
    CHECK(runs[1].start == 2130);
    CHECK(runs[1].period == 2);
    CHECK(runs[1].length == 600);
}

TEST_CASE("tracker: it goes on after a slip in one copy") {
    Generator random{43};
    const std::string block = random.paragraph(100);
    std::string text = random.prose(300) + repeated(block, 12);
    text[300 + 6 * 100 + 50] = '#';
    const auto runs = track(text);
    REQUIRE(runs.size() == 2);
    CHECK(runs[0].start == 300);
    CHECK(runs[0].length == 650);
    CHECK(runs[1].start == 951);
    CHECK(runs[1].period == 100);
    CHECK(runs[1].length == 549);
}

TEST_CASE("tracker: a period as long as a quarter of the text") {
    Generator random{47};
    const std::string block = random.paragraph(20000);
    const auto runs = track(repeated(block, 4));
    REQUIRE(runs.size() == 1);
    CHECK(runs[0].start == 0);
    CHECK(runs[0].period == 20000);
    CHECK(runs[0].length == 80000);
}

TEST_CASE("tracker: steps and earlier texts in the table make no difference") {
    Generator random{53};
    GramTable table;
    for (int round = 0; round < 40; ++round) {
        const std::uint32_t period = 1 + random.below(120);
        const std::string text =
            random.prose(random.below(900)) +
            repeated(random.prose(period), 3 + static_cast<int>(random.below(300 / period + 4))) +
            random.prose(random.below(300));
        INFO(text);
        const auto once = track(text);
        CHECK(same(once, track(text, 1, table)));
        CHECK(same(once, track(text, 1 + random.below(64), table)));
    }
}

TEST_CASE("tracker and reversed Z agree on the tail's period, start and length") {
    Generator random{59};
    int runs = 0;
    for (int round = 0; round < 120; ++round) {
        const std::uint32_t period = 1 + random.below(400);
        const std::string block = random.prose(period);
        const std::string text =
            random.prose(random.below(3000)) +
            repeated(block, static_cast<int>(2 + random.below(300 / period + 5))) +
            block.substr(0, random.below(period));
        std::optional<PeriodicRun> tracked;
        for (const PeriodicRun& run : track(text))
            if (ends_at_tail(run, text.size())) tracked = run;
        const auto exact = find_tail_run(text);
        INFO(text);
        REQUIRE(tracked.has_value() == exact.has_value());
        if (!exact) continue;
        ++runs;
        CHECK(tracked->period == exact->period);
        CHECK(tracked->start == exact->start);
        CHECK(tracked->length == exact->length);
    }
    CHECK(runs > 40);
    CHECK(runs < 120);
}

TEST_CASE("tracker: words that repeat at every size stay linear") {
    std::string older = "a";
    std::string word = "ab";  // Fibonacci: a repetition ends and another begins all the time
    while (word.size() < 300'000) older = std::exchange(word, word + older);
    CHECK(track(word).empty());  // no fourth power
    Generator random{61};
    std::string binary;
    for (int i = 0; i < 100'000; ++i) binary += static_cast<char>('a' + random.below(2));
    CHECK(track(binary).empty());
}
