#include "scorers/stability/loop_watch.hpp"

#include <catch2/catch_all.hpp>

#include "tests/unit/scorers/stability/text_recipes.hpp"

using namespace kilter;
using recipes::Generator;
using recipes::repeated;

namespace {

// Bytes of the reasoning after which the watch called it looping; nullopt: it never did.
std::optional<std::size_t> stopped_after(const std::string& text, std::size_t repeats,
                                         std::size_t piece) {
    LoopWatch watch(repeats);
    for (std::size_t at = 0; at < text.size(); at += piece) {
        watch.add_reasoning(std::string_view(text).substr(at, piece));
        if (watch.looping()) return std::min(text.size(), at + piece);
    }
    return std::nullopt;
}

}  // namespace

TEST_CASE("watch: the founding case is stopped after 8 of 22 copies") {
    Generator random{79};
    const std::string text = random.prose(61000) + repeated(random.paragraph(180), 22);
    CHECK(stopped_after(text, 8, 1) == 61000 + 8 * 180);
    CHECK(stopped_after(text, 22, 1) == 61000 + 22 * 180);
    CHECK_FALSE(stopped_after(text, 23, 1));
}

TEST_CASE("watch: at least 1024 code points and as many copies as asked for") {
    CHECK(stopped_after(std::string(3000, 'x'), 8, 1) == 1024);
    const std::string two = "\u0151\u00e9";  // 4 bytes, 2 code points
    CHECK(stopped_after(repeated(two, 3000), 8, 1) == 2048);
    Generator random{83};
    const std::string block = random.paragraph(1000);
    CHECK(stopped_after(random.prose(50) + repeated(block, 5), 2, 1) == 50 + 2000);
    CHECK_FALSE(stopped_after(random.prose(50) + repeated(block, 5), 6, 1));
}

TEST_CASE("watch: pieces cut anywhere lead to the same, one piece later at most") {
    Generator random{89};
    const std::string text =
        random.prose(700) +
        repeated("\u00e1rv\u00edzt\u0171r\u0151 t\u00fck\u00f6r\u00ed\U0001F600 ", 300);
    const auto first = stopped_after(text, 8, 1);
    REQUIRE(first);
    for (const std::size_t piece : {2U, 3U, 5U, 7U, 64U, 1000U, 3000U, 100000U}) {
        const auto at = stopped_after(text, 8, piece);
        REQUIRE(at);
        CHECK(*at >= *first);
        CHECK(*at < *first + piece);
    }
    // Left again within the same piece: it was a loop all the same.
    const std::string left = repeated("abc ", 400) + random.prose(30000);
    CHECK(stopped_after(left, 8, 1) == 1024);
    CHECK(stopped_after(left, 8, 100000) == left.size());
}

TEST_CASE("watch: prose and short repetitions go on, channels are apart") {
    Generator random{97};
    CHECK_FALSE(stopped_after(random.prose(200000), 2, 997));
    CHECK_FALSE(stopped_after(repeated("again ", 100), 8, 10));
    LoopWatch watch(8);
    const std::string half = repeated("again ", 100);  // 600 each: no channel has 1024
    watch.add_reasoning(half);
    watch.add_content(half);
    CHECK_FALSE(watch.looping());
    watch.add_content(half);
    CHECK(watch.looping());
}

TEST_CASE("watch: long periods up to its reach, whatever came before") {
    Generator random{101};
    const std::string block = random.paragraph(15000);
    CHECK(stopped_after(random.prose(70000) + repeated(block, 3), 2, 4096));
    CHECK_FALSE(stopped_after(repeated(random.paragraph(17000), 3), 2, 4096));
}
