// The recipes of metrics B4 as far as the exact view goes; period, start and repeats by hand.
#include <algorithm>
#include <catch2/catch_all.hpp>
#include <functional>
#include <utility>

#include "base/text/utf8.hpp"
#include "scorers/stability/loops.hpp"
#include "tests/unit/scorers/stability/text_recipes.hpp"

using namespace kilter;
using recipes::Generator;
using recipes::repeated;

namespace {

struct Positive {
    std::string name, text;
    std::size_t start, period, length;
};

std::vector<Positive> positives() {
    Generator random{20261129};
    const std::string paragraph = random.paragraph(180);
    const std::string p01 = random.prose(61000) + repeated(paragraph, 22);
    // 52 bytes with its comma; the '[' before the first is no ',', so the run begins at 10.
    const std::string object = R"({"name":"Widget","qty":1,"price":9.99,"unit":"pcs"},)";
    // 77 code points, 89 bytes; ends with a space, prose with a full stop.
    const std::string hungarian =
        "A szerz\u0151d\u00e9s hat\u00e1lya a k\u00e9zbes\u00edt\u00e9s napj\u00e1n "
        "kezd\u0151dik, \u00e9s a felmond\u00e1sig \u00e9rv\u00e9nyes. ";
    const std::string two = "Let me check the date again. Actually, the cost is different. ";
    REQUIRE(object.size() == 52);
    REQUIRE(hungarian.size() == 89);
    REQUIRE(utf8::count(hungarian) == 77);
    REQUIRE(two.size() == 62);
    return {
        {"P01 paragraph x22", p01, 61000, 180, 180 * 22},
        {"P02 with a cut copy", p01 + paragraph.substr(0, 97), 61000, 180, 180 * 22 + 97},
        {"P03 a word", random.prose(500) + repeated("items ", 800), 500, 6, 4800},
        {"P04 newlines", random.prose(2000) + repeated("\n", 1500), 2000, 1, 1500},
        {"P06 long period", random.prose(4000) + repeated(random.paragraph(1800), 6), 4000, 1800,
         10800},
        {"P09 objects, unclosed", R"({"items":[)" + repeated(object, 400), 10, 52, 20800},
        {"P10 Hungarian", random.prose(3000) + repeated(hungarian, 45), 3000, 77, 3465},
        {"P11 two sentences alternate", repeated(two, 40), 0, 62, 2480},
        {"P12 a closing tag behind it",
         random.prose(3000) + repeated(random.paragraph(170), 25) + "</think>\n", 3000, 170, 4250},
    };
}

std::string joined(int count, const std::function<std::string(int)>& part) {
    std::string out;
    for (int i = 0; i < count; ++i) out += part(i);
    return out;
}

std::vector<std::pair<std::string, std::string>> negatives() {
    Generator random{4711};
    std::vector<std::pair<std::string, std::string>> out;
    out.emplace_back("empty", "");
    out.emplace_back("N01 prose", random.prose(64000));
    out.emplace_back("N02 table", "| a | b | c |\n|---|---|---|\n" + joined(300, [&](int) {
                                      return "| " + random.word() + " | " + random.number(90000) +
                                             " | " + random.word() + " |\n";
                                  }));
    out.emplace_back("N03 random objects", "[" + joined(300, [&](int) {
                                               return R"({"name":")" + random.word() +
                                                      R"(","qty":)" + random.number(500) + "},";
                                           }));
    out.emplace_back("N05 multiplication table", joined(12, [](int row) {
                         return joined(12,
                                       [row](int column) {
                                           return "| " + std::to_string((row + 1) * (column + 1)) +
                                                  " ";
                                       }) +
                                "|\n";
                     }));
    const std::string refrain = "And the river ran on, and the river ran on to the sea.\n";
    out.emplace_back("N06 stanzas",
                     joined(8, [&](int) { return random.prose(300) + "\n" + refrain; }));
    out.emplace_back("N07 rulers",
                     repeated("=", 120) + "\n" + random.prose(900) + "\n" + repeated("-", 120));
    out.emplace_back(
        "N08 bullets", joined(60, [&](int) {
            return "- The delivery note lists the following position of the order, article no. " +
                   random.word() + random.number(100000) + "\n";
        }));
    out.emplace_back("N09 objects with constant fields", joined(120, [&](int) {
                         return R"({"unit":"pcs","currency":"HUF","vat":27,"n":)" +
                                random.number(100000) + R"(,"name":")" + random.word() + "\"}\n";
                     }));
    out.emplace_back("N10 three words", "Yes. Yes. Yes.");
    out.emplace_back("N11 short list", "[" + repeated("0,", 63) + "0]");
    const std::string quote = random.prose(250);
    out.emplace_back("N12 a quote twice", random.prose(800) + quote + random.prose(400) + quote);
    std::string cjk;
    for (int i = 0; i < 8000; ++i) utf8::append(cjk, 0x4E00 + random.below(20000));
    out.emplace_back("N14 random CJK", cjk);
    return out;
}

// The same question asked the long way: every period, every maximal run.
std::size_t longest_by_hand(std::string_view s) {
    std::size_t best = 0;
    const auto smallest_period = [&](std::size_t begin, std::size_t end) {
        for (std::size_t p = 1;; ++p) {
            if (std::equal(s.begin() + static_cast<std::ptrdiff_t>(begin + p),
                           s.begin() + static_cast<std::ptrdiff_t>(end),
                           s.begin() + static_cast<std::ptrdiff_t>(begin))) {
                return p;
            }
        }
    };
    for (std::size_t p = 1; 4 * p <= s.size(); ++p) {
        std::size_t begin = 0;
        for (std::size_t end = p; end <= s.size(); ++end) {
            if (end < s.size() && s[end] == s[end - p]) continue;
            const bool near = end + std::max<std::size_t>(64, p) >= s.size();
            const std::size_t length = end - begin;
            if (near && length >= 256 && length >= 4 * p && length > best &&
                smallest_period(begin, end) == p) {
                best = length;
            }
            begin = end - p + 1;
        }
    }
    return best;
}

}  // namespace

TEST_CASE("recipes P: start, period and length") {
    for (const Positive& recipe : positives()) {
        INFO(recipe.name);
        const auto found = find_tail_run(recipe.text);
        REQUIRE(found);
        CHECK(found->start == recipe.start);
        CHECK(found->period == recipe.period);
        CHECK(found->length == recipe.length);
    }
}

TEST_CASE("recipes N: no run") {
    for (const auto& [name, text] : negatives()) {
        INFO(name);
        CHECK_FALSE(find_tail_run(text));
    }
}

TEST_CASE("prior-art H: the last of 22 copies cut to 97 characters") {
    Generator random{3};
    const std::string paragraph = random.paragraph(180);
    const auto found =
        find_tail_run(random.prose(53000) + repeated(paragraph, 21) + paragraph.substr(0, 97));
    REQUIRE(found);
    CHECK(found->start == 53000);
    CHECK(found->period == 180);
    CHECK(found->length == 3877);
}

TEST_CASE("a run needs 256 code points and 4 repeats") {
    CHECK(find_tail_run(repeated("x", 256)));
    CHECK_FALSE(find_tail_run(repeated("x", 255)));
    CHECK(find_tail_run(repeated("\u0151", 256)));
    CHECK_FALSE(find_tail_run(repeated("\u0151", 200)));  // 400 bytes
    Generator random{5};
    const std::string block = random.paragraph(100);
    CHECK(find_tail_run(repeated(block, 4)));
    CHECK_FALSE(find_tail_run(repeated(block, 4).substr(1)));
}

TEST_CASE("a run may end max(64, period) code points before the end") {
    Generator random{11};
    const auto other = [](std::size_t n) {  // digits, no two of a kind side by side
        std::string out;
        for (std::size_t i = 0; i < n; ++i) out += static_cast<char>('0' + i % 7);
        return out;
    };
    CHECK(find_tail_run(repeated("x", 300) + other(64))->length == 300);
    CHECK_FALSE(find_tail_run(repeated("x", 300) + other(65)));
    const std::string block = random.paragraph(100);
    CHECK(find_tail_run(repeated(block, 5) + other(100))->length == 500);
    CHECK_FALSE(find_tail_run(repeated(block, 5) + other(101)));
}

TEST_CASE("bad bytes are symbols of their own") {
    CHECK(find_tail_run(repeated("\xff", 300))->period == 1);
    CHECK(find_tail_run(repeated("\xff\xfe", 200))->period == 2);
}

TEST_CASE("metamorphic: a longer prefix shifts the start, one more copy adds one repeat") {
    Generator random{17};
    const std::string block = random.paragraph(90);
    for (const std::size_t before : {0U, 1U, 63U, 64U, 1000U}) {
        for (const int copies : {4, 5, 9}) {
            const auto found = find_tail_run(random.prose(before) + repeated(block, copies));
            REQUIRE(found);
            CHECK(found->start == before);
            CHECK(found->length == 90 * static_cast<std::size_t>(copies));
        }
    }
}

TEST_CASE("a million code points of one or two letters, and of a word without fourth powers") {
    const auto one = find_tail_run(std::string(1'000'000, 'a'));
    REQUIRE(one);
    CHECK(one->period == 1);
    CHECK(one->length == 1'000'000);
    const auto two = find_tail_run(repeated("ab", 500'000));
    REQUIRE(two);
    CHECK(two->period == 2);
    CHECK(two->length == 1'000'000);
    std::string older = "a";
    std::string word = "ab";  // Fibonacci: squares of every size, no fourth power
    while (word.size() < 1'000'000) older = std::exchange(word, word + older);
    CHECK_FALSE(find_tail_run(word));
}

TEST_CASE("property: agrees with the long way") {
    Generator random{99};
    int found_runs = 0;
    for (int round = 0; round < 150; ++round) {
        const auto letters = [&](std::uint32_t n, std::uint32_t alphabet) {
            std::string out;
            for (; n > 0; --n) out += static_cast<char>('a' + random.below(alphabet));
            return out;
        };
        const std::uint32_t period = 1 + random.below(110);
        const std::string block = letters(period, 1 + random.below(3));
        const int copies = static_cast<int>(260 / period + 2 + random.below(3));
        const std::string text = letters(random.below(60), 2) + repeated(block, copies) +
                                 block.substr(0, random.below(period)) +
                                 letters(random.below(130), 2);
        const auto found = find_tail_run(text);
        INFO(text);
        CHECK((found ? found->length : 0) == longest_by_hand(text));
        found_runs += found ? 1 : 0;
    }
    CHECK(found_runs > 30);
    CHECK(found_runs < 150);
}
