// The recipes of the loop detector: P loops, N does not, H the founding case. Periods, starts and
// repeats are worked out by hand from the wording.
#include <algorithm>
#include <catch2/catch_all.hpp>
#include <functional>
#include <optional>
#include <set>

#include "base/text/utf8.hpp"
#include "scorers/stability/loops.hpp"
#include "tests/unit/scorers/stability/text_recipes.hpp"

using namespace kilter;
using recipes::Generator;
using recipes::repeated;

namespace {

std::string joined(int count, const std::function<std::string(int)>& part) {
    std::string out;
    for (int i = 0; i < count; ++i) out += part(i);
    return out;
}

std::vector<LoopFinding> in_reasoning(const std::string& text, const std::string& finish,
                                      const std::string& content = "") {
    Completion run;
    run.reasoning = {TextState::text, text};
    run.content = {TextState::text, content};
    run.finish_reason = finish;
    return find_loops(run, !content.empty());
}

std::vector<LoopFinding> in_content(const std::string& text, const std::string& finish) {
    Completion run;
    run.content = {TextState::text, text};
    run.finish_reason = finish;
    return find_loops(run, finish == "stop");
}

struct Expected {
    std::string view, verdict;
    std::size_t start, period;
    double repeats;
    std::size_t length;
    bool counter = false;
};

void check(const std::vector<LoopFinding>& found, const Expected& expected) {
    REQUIRE(found.size() == 1);
    CHECK(found[0].view == expected.view);
    CHECK(found[0].verdict == expected.verdict);
    CHECK(found[0].start == expected.start);
    CHECK(found[0].period == expected.period);
    CHECK(found[0].repeats == Catch::Approx(expected.repeats));
    CHECK(found[0].length == expected.length);
    CHECK(found[0].counter == expected.counter);
}

// "attempt 0: " is 11 masked symbols, the rest 67, the newline included: 78.
std::string attempt(int i) {
    return "Attempt " + std::to_string(i) +
           ": read the lines again, add the net sums and compare with the total.\n";
}

// Letters and numbers both count.
std::string option(int i) {
    const char letter = static_cast<char>('A' + i % 26);
    return std::string("Option ") + letter + std::to_string(i) + ": value " +
           std::to_string(100 + 7 * i) + " is not the one I seek.\n";
}

// One word of a sentence of 162 code points replaced by another of the same length.
std::string nearly_the_same(int copies, Generator& random) {
    const std::string sentence =
        "So the supplier is the one at the top, the buyer stands below, and the due date has to be "
        "the fourteenth, as the second page says it, so let me look at it again.\n";
    REQUIRE(sentence.size() == 162);
    return joined(copies, [&](int) {
        std::string copy = sentence;
        std::size_t at = 3 + random.below(150);
        while (copy[at - 1] != ' ') --at;
        const std::size_t end = copy.find_first_of(" ,.\n", at);
        for (std::size_t i = at; i < end; ++i) copy[i] = static_cast<char>('a' + random.below(26));
        return copy;
    });
}

// 1 - distinct / all groups of four words.
double four_gram_repeats(const std::string& text) {
    std::vector<std::string> words(1);
    for (const char c : text) {
        if (c != ' ' && c != '\n')
            words.back() += c;
        else if (!words.back().empty())
            words.emplace_back();
    }
    std::set<std::string> distinct;
    const std::size_t all = words.size() - 3;
    for (std::size_t i = 0; i < all; ++i)
        distinct.insert(words[i] + " " + words[i + 1] + " " + words[i + 2] + " " + words[i + 3]);
    return 1 - static_cast<double>(distinct.size()) / static_cast<double>(all);
}

std::string integers(int count, Generator& random) {
    return "[" + joined(count, [&](int) { return random.number(1000) + ", "; }) + "0]";
}

}  // namespace

TEST_CASE("P01 seed: a paragraph of 180 x22 after 61,000 code points") {
    Generator random{20261129};
    const std::string paragraph = random.paragraph(180);
    const std::string text = random.prose(61000) + repeated(paragraph, 22);
    check(in_reasoning(text, "length"), {"exact", "loop", 61000, 180, 22, 3960});
    CHECK(in_reasoning(text, "length")[0].share == Catch::Approx(3960.0 / 64960));
    CHECK(in_reasoning(text, "length")[0].sample == paragraph);
    // Redundancy of the whole text does not show it: nothing but the end does.
    const double whole = four_gram_repeats(text);
    CHECK(whole < four_gram_repeats(text.substr(0, 61000)) + 0.07);
    CHECK(whole < 0.15);
    CHECK(four_gram_repeats(text.substr(text.size() - 3960)) > 0.9);

    // P02: the 23rd copy cut to 97.
    check(in_reasoning(text + paragraph.substr(0, 97), "length"),
          {"exact", "loop", 61000, 180, 4057.0 / 180, 4057});
}

TEST_CASE("P03 a word, P04 newlines") {
    Generator random{3};
    check(in_reasoning(random.prose(500) + repeated("items ", 800), "length"),
          {"exact", "loop", 500, 6, 800, 4800});
    // The masked view has one space instead of the newlines.
    check(in_reasoning(random.prose(2000) + repeated("\n", 1500), "length"),
          {"exact", "loop", 2000, 1, 1500, 1500});
}

TEST_CASE("P05 attempts that count up") {
    Generator random{5};
    // Ahead of the first copy stands a full stop, ahead of the others a newline: the run begins at
    // 3000. In the text the numbers 10..60 have a digit more.
    const std::string text = random.prose(3000) + joined(60, [](int i) { return attempt(i + 1); });
    check(in_reasoning(text, "length"), {"masked", "loop", 3000, 78, 60, 60 * 78 + 51, true});
    CHECK(in_reasoning(text, "length")[0].sample == attempt(1));
    // The same numbers in disorder are data.
    const std::string shuffled =
        random.prose(3000) + joined(60, [](int i) { return attempt(i * 37 % 61); });
    check(in_reasoning(shuffled, "length"),
          {"masked", "repetitive", 3000, 78, 60, shuffled.size() - 3000});
}

TEST_CASE("P06 a long period") {
    Generator random{6};
    check(in_reasoning(random.prose(4000) + repeated(random.paragraph(1800), 6), "length"),
          {"exact", "loop", 4000, 1800, 6, 10800});
}

TEST_CASE("P07 left before the end") {
    Generator random{7};
    const std::string text =
        random.prose(5000) + repeated(random.paragraph(150), 30) + random.prose(1200);
    const Expected expected{"exact", "recovered_loop", 5000, 150, 30, 4500};
    check(in_reasoning(text, "stop", R"({"total": 5})"), expected);
    check(in_reasoning(text, "length"), expected);  // cut later, when it had been left
}

TEST_CASE("P08 a sentence with a word replaced each time is suspect when cut") {
    Generator random{8};
    const std::string text = random.prose(5000) + nearly_the_same(40, random);
    const auto found = in_reasoning(text, "length");
    REQUIRE(found.size() == 1);
    CHECK(found[0].verdict == "suspect");
    CHECK(found[0].period == 0);
    REQUIRE(found[0].novelty);
    CHECK(*found[0].novelty > 0.1);
    CHECK(*found[0].novelty <= 0.25);
    CHECK(found[0].start == text.size() - 4096);
    CHECK(in_reasoning(text, "stop", "{}").empty());
}

TEST_CASE("P09 objects, unclosed") {
    // 52 bytes with its comma; the '[' before the first is no ',', so the run begins at 10.
    const std::string object = R"({"name":"Widget","qty":1,"price":9.99,"unit":"pcs"},)";
    REQUIRE(object.size() == 52);
    check(in_content(R"({"items":[)" + repeated(object, 400), "length"),
          {"exact", "loop", 10, 52, 400, 20800});
}

TEST_CASE("P10 Hungarian: positions are code points") {
    Generator random{10};
    const std::string sentence =
        "A szerz\u0151d\u00e9s hat\u00e1lya a k\u00e9zbes\u00edt\u00e9s napj\u00e1n "
        "kezd\u0151dik, \u00e9s a felmond\u00e1sig \u00e9rv\u00e9nyes. ";
    REQUIRE(utf8::count(sentence) == 77);
    REQUIRE(sentence.size() == 89);
    check(in_reasoning(random.prose(3000) + repeated(sentence, 45), "length"),
          {"exact", "loop", 3000, 77, 45, 3465});
}

TEST_CASE("P11 two sentences alternate") {
    const std::string two = "Let me check the date again. Actually, the cost is different. ";
    REQUIRE(two.size() == 62);
    check(in_reasoning(repeated(two, 40), "length"), {"exact", "loop", 0, 62, 40, 2480});
}

TEST_CASE("P12 a closing tag behind it") {
    Generator random{12};
    check(in_reasoning(random.prose(3000) + repeated(random.paragraph(170), 25) + "</think>\n",
                       "length"),
          {"exact", "loop", 3000, 170, 25, 4250});
}

TEST_CASE("P13 letters and numbers that count") {
    // "option 0: value 0 is not the one i seek. ": 8 + 9 + 24 = 41 masked symbols.
    const std::string text = joined(80, option);
    check(in_reasoning(text, "length"), {"masked", "loop", 0, 41, 80, text.size(), true});
    // Ended by itself, with an answer: recovered.
    check(in_reasoning(text, "stop", "{}"),
          {"masked", "recovered_loop", 0, 41, 80, text.size(), true});
}

TEST_CASE("prior-art H: 53,000 varied characters and a paragraph of 180") {
    Generator random{3};
    const std::string paragraph = random.paragraph(180);
    const std::string prose = random.prose(53000);
    const auto found = in_reasoning(prose + repeated(paragraph, 22), "length");
    check(found, {"exact", "loop", 53000, 180, 22, 3960});
    CHECK(found[0].share == Catch::Approx(0.0695).margin(0.00005));
    check(in_reasoning(prose + repeated(paragraph, 21) + paragraph.substr(0, 97), "length"),
          {"exact", "loop", 53000, 180, 3877.0 / 180, 3877});  // 21.54
    CHECK(in_reasoning(prose, "length").empty());
    CHECK(in_reasoning(prose + repeated(paragraph, 2), "length").empty());
    // Short ones stay below 256 code points.
    CHECK(in_reasoning(repeated("ab", 50), "length").empty());
    CHECK(in_reasoning(repeated("x", 100), "length").empty());
    // Copies that are numbered: only the masked view sees them.
    const auto numbered = in_reasoning(
        prose + "\n" + joined(22, [&](int i) { return std::to_string(i) + ". " + paragraph; }),
        "length");
    REQUIRE(numbered.size() == 1);
    CHECK(numbered[0].view == "masked");
    CHECK(numbered[0].verdict == "loop");
    CHECK(numbered[0].counter);
    CHECK(numbered[0].period == 183);  // "0. " and the paragraph, whose last symbol is a space
}

TEST_CASE("N01 prose, N10 three words, N12 a quote twice, N14 CJK: nothing") {
    Generator random{4711};
    CHECK(in_reasoning(random.prose(64000), "stop", "{}").empty());
    CHECK(in_reasoning(random.prose(64000), "length").empty());
    CHECK(in_content("Yes. Yes. Yes.", "stop").empty());
    const std::string quote = random.prose(250);
    CHECK(in_content(random.prose(800) + quote + random.prose(400) + quote, "stop").empty());
    std::string cjk;
    for (int i = 0; i < 8000; ++i) utf8::append(cjk, 0x4E00 + random.below(20000));
    CHECK(in_reasoning(cjk, "length").empty());
}

TEST_CASE("N02 table, N03 and N09 objects, N13 switch cases: rows with random words are nothing") {
    Generator random{2};
    CHECK(in_content("| a | b | c |\n|---|---|---|\n" +
                         joined(300,
                                [&](int) {
                                    return "| " + random.word() + " | " + random.number(90000) +
                                           " | " + random.word() + " |\n";
                                }),
                     "stop")
              .empty());
    CHECK(in_content("[" + joined(300,
                                  [&](int) {
                                      return R"({"name":")" + random.word() + R"(","qty":)" +
                                             random.number(500) + "},";
                                  }),
                     "stop")
              .empty());
    CHECK(in_content(joined(120,
                            [&](int) {
                                return R"({"unit":"pcs","currency":"HUF","vat":27,"n":)" +
                                       random.number(100000) + R"(,"name":")" + random.word() +
                                       "\"}\n";
                            }),
                     "stop")
              .empty());
    CHECK(in_content(joined(80,
                            [&](int i) {
                                return "    case " + random.word() + ":\n        return " +
                                       std::to_string(i) + ";\n";
                            }),
                     "stop")
              .empty());
}

TEST_CASE("N04 random integers are repetitive; N15 the same cut is no loop") {
    Generator random{4};
    // Masked: '[', then "0, " and a last 0: the run of period 3 begins after the bracket.
    const std::string text = integers(3000, random);
    const auto found = in_content(text, "stop");
    REQUIRE(found.size() == 1);
    CHECK(found[0].view == "masked");
    CHECK(found[0].verdict == "repetitive");
    CHECK(found[0].period == 3);
    CHECK(found[0].start == 1);
    CHECK(found[0].repeats == Catch::Approx(3000 + 1.0 / 3));
    CHECK_FALSE(found[0].counter);
    for (const LoopFinding& one : in_content(text.substr(0, text.size() / 2), "length")) {
        INFO(one.view);
        CHECK((one.verdict == "repetitive" || one.verdict == "suspect"));
    }
}

TEST_CASE("N05 multiplication table") {
    // "0 x 0 = 0 " is 10 masked symbols, 144 times; products follow no step.
    const std::string text = joined(144, [](int i) {
        const int a = i / 12 + 1;
        const int b = i % 12 + 1;
        return std::to_string(a) + " x " + std::to_string(b) + " = " + std::to_string(a * b) + "\n";
    });
    check(in_content(text, "stop"), {"masked", "repetitive", 0, 10, 144, text.size()});
}

TEST_CASE("N06 refrain, N07 rulers, N08 bullets, N11 a short list: nothing") {
    Generator random{6};
    const std::string refrain = "And the river ran on, and the river ran on to the sea.\n";
    CHECK(in_content(joined(8, [&](int) { return random.prose(300) + "\n" + refrain; }), "stop")
              .empty());
    CHECK(in_content(repeated("=", 120) + "\n" + random.prose(900) + "\n" + repeated("-", 120),
                     "stop")
              .empty());
    CHECK(in_content(joined(60,
                            [&](int) {
                                return "- The delivery note lists the following position of the "
                                       "order, article no. " +
                                       random.word() + " " + random.word() + "\n";
                            }),
                     "stop")
              .empty());
    CHECK(in_content("[" + repeated("0,", 63) + "0]", "stop").empty());
}

TEST_CASE("a valid answer that ended with stop is never a loop; cut at max_tokens it is") {
    const std::string zeros = "[" + repeated("0, ", 400) + "0]";
    const std::string counted = "[" + joined(400, [](int i) { return std::to_string(i) + ", "; });
    for (const std::string& text : {zeros, counted}) {
        const auto ended = in_content(text, "stop");
        REQUIRE(ended.size() == 1);
        CHECK(ended[0].verdict == "repetitive");
        const auto cut = in_content(text, "length");
        REQUIRE(cut.size() == 1);
        CHECK(cut[0].verdict == "loop");
    }
}

TEST_CASE("metamorphic: prose ahead shifts the start, one more copy adds one repeat") {
    Generator random{17};
    const std::string block = random.paragraph(90);
    for (const std::size_t before : {0U, 1U, 63U, 1000U, 9000U}) {
        for (const int copies : {4, 5, 9}) {
            const std::string prose = random.prose(before);
            const auto found = in_reasoning(prose + repeated(block, copies), "length");
            check(found, {"exact", "loop", before, 90, static_cast<double>(copies),
                          90 * static_cast<std::size_t>(copies)});
            const auto counted = in_reasoning(prose + joined(copies, attempt), "length");
            check(counted, {"masked", "loop", before, 78, static_cast<double>(copies),
                            78 * static_cast<std::size_t>(copies), true});
        }
    }
}

TEST_CASE("a loop at the tail is found beside an earlier one, and beside a longer repetition") {
    Generator random{23};
    const std::string early = repeated(random.paragraph(200), 40);
    const std::string late = repeated(random.paragraph(50), 20);
    const auto both = in_reasoning(early + random.prose(700) + late, "length");
    REQUIRE(both.size() == 2);
    CHECK(both[0].verdict == "recovered_loop");
    CHECK(both[0].period == 200);
    CHECK(both[1].verdict == "loop");
    CHECK(both[1].period == 50);
    CHECK(both[1].start == 8700);
    // The whole text twice: the second loop repeats the first one.
    const std::string whole = random.prose(3000) + late;
    const auto nested = in_reasoning(whole + whole, "length");
    REQUIRE_FALSE(nested.empty());
    CHECK(nested.back().verdict == "loop");
    CHECK(nested.back().period == 50);
    CHECK(nested.back().start == 7000);
}

TEST_CASE("property: every tail run that the reversed Z sees is reported, also nested ones") {
    Generator random{103};
    int runs = 0;
    for (int round = 0; round < 150; ++round) {
        std::vector<std::string> sentences;
        for (std::uint32_t i = 2 + random.below(4); i > 0; --i)
            sentences.push_back(random.prose(8 + random.below(60)) + " ");
        std::string block;
        for (std::uint32_t i = 1 + random.below(12); i > 0; --i)
            block += sentences[random.below(static_cast<std::uint32_t>(sentences.size()))];
        std::string text = random.prose(random.below(4000)) +
                           repeated(block, static_cast<int>(2 + random.below(30)));
        if (random.below(3) == 0) text += random.prose(random.below(70));
        if (random.below(3) == 0) text += std::string(text);  // the loop lies in a repetition
        const auto exact = find_tail_run(std::string_view(text));
        const auto found = in_reasoning(text, "length");
        const auto loop = std::find_if(found.begin(), found.end(), [](const LoopFinding& one) {
            return one.view == "exact" && one.verdict == "loop";
        });
        INFO(text);
        REQUIRE((loop != found.end()) == exact.has_value());
        if (!exact) continue;
        ++runs;
        CHECK(loop->period == exact->period);
        CHECK(loop->start == exact->start);
        CHECK(loop->length == exact->length);
    }
    CHECK(runs > 100);
    CHECK(runs < 150);
}

TEST_CASE("the masked view finds what case and white space hide, where the exact one does not") {
    const std::string text = joined(60, [](int i) {
        return i % 3 == 0 ? "Wait, let me look again.\n" : "wait,  let me look again. ";
    });
    const auto found = in_reasoning(text, "length");
    // Three copies make an exact period of 25 + 26 + 26.
    check(found, {"exact", "loop", 0, 77, 20, 1540});
    Generator random{29};
    std::string uneven;
    for (int i = 0; i < 60; ++i)
        uneven += "wait," + std::string(1 + random.below(9), ' ') + "let me look again.\n";
    check(in_reasoning(uneven, "length"), {"masked", "loop", 0, 25, 60, uneven.size()});
}
