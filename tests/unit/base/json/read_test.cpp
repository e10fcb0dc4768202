#include "base/json/read.hpp"

#include <catch2/catch_all.hpp>
#include <nlohmann/json.hpp>
#include <random>

#include "base/json/write.hpp"

using namespace kilter::json;
using namespace std::string_literals;

namespace {

std::string repeat(std::string_view part, std::size_t times) {
    std::string text;
    for (std::size_t i = 0; i < times; ++i) text += part;
    return text;
}

// What a value reads as, for short expectations.
std::string round_trip(std::string_view text) {
    const ReadOutcome outcome = read(text);
    return outcome.ok ? write(outcome.value)
                      : "error at " + std::to_string(outcome.error_offset) + ": " + outcome.error;
}

// Three digits or more after an "e": perhaps beyond a double.
bool has_huge_exponent(std::string_view text) {
    for (std::size_t at = text.find_first_of("eE"); at != std::string_view::npos;
         at = text.find_first_of("eE", at + 1)) {
        std::string_view digits = text.substr(at + 1);
        if (digits.substr(0, 1) == "+") digits.remove_prefix(1);
        if (digits.size() >= 3 && digits.find_first_not_of("0123456789") >= 3) return true;
    }
    return false;
}

}  // namespace

TEST_CASE("Valid documents keep their literals, order and duplicates") {
    struct Case {
        std::string text;
        std::string written;
    };
    const Case cases[] = {
        {"null", "null"},
        {" \t\r\n true \n", "true"},
        {"false", "false"},
        {"-0", "-0"},
        {"1.50", "1.50"},
        {"1E+400", "1E+400"},
        {"123456789012345678901234567890", "123456789012345678901234567890"},
        {R"("")", R"("")"},
        {R"("\"\\\/\b\f\n\r\t\u0041\u00e9")", "\"\\\"\\\\/\\b\\f\\n\\r\\tA\u00e9\""},
        {R"("\ud83d\ude42")", "\"\U0001F642\""},
        {R"("\uD83D\uDE42")", "\"\U0001F642\""},
        {R"("\u0000")", R"("\u0000")"},
        {"\"\x7f\u2028\"", "\"\x7f\u2028\""},
        {"[]", "[]"},
        {"[ 1 , [ ] , { } ]", "[1,[],{}]"},
        {R"({"b":1,"a":2,"b":3})", R"({"b":1,"a":2,"b":3})"},
        {R"({"":{"":""}})", R"({"":{"":""}})"},
        {"\xEF\xBB\xBF {\"a\":1}", R"({"a":1})"},
    };
    for (const Case& c : cases) {
        INFO(c.text);
        CHECK(round_trip(c.text) == c.written);
    }
}

TEST_CASE("Invalid documents say where and why") {
    struct Case {
        std::string text;
        std::string error;
    };
    const Case cases[] = {
        {"", "error at 0: unexpected end"},
        {"  ", "error at 2: unexpected end"},
        {"\xEF\xBB\xBF", "error at 3: unexpected end"},
        {"NaN", "error at 0: unexpected 'N'"},
        {R"({"x": NaN})", "error at 6: unexpected 'N'"},
        {"[Infinity]", "error at 1: unexpected 'I'"},
        {"-Infinity", "error at 0: malformed number"},
        {"nul", "error at 0: unexpected 'n'"},
        {"True", "error at 0: unexpected 'T'"},
        {"truex", "error at 4: unexpected 'x' after the value"},
        {"01", "error at 0: number with a leading zero"},
        {"-", "error at 0: malformed number"},
        {"+1", "error at 0: unexpected '+'"},
        {".5", "error at 0: unexpected '.'"},
        {"5.", "error at 0: malformed number"},
        {"1e", "error at 0: malformed number"},
        {"0x1", "error at 1: unexpected 'x' after the value"},
        {"1 2", "error at 2: unexpected '2' after the value"},
        {"'a'", "error at 0: unexpected '''"},
        {"[1,]", "error at 3: unexpected ']'"},
        {"[,1]", "error at 1: unexpected ','"},
        {"[1 2]", "error at 3: unexpected '2', expected ',' or ']'"},
        {"[1", "error at 2: unexpected end in an array"},
        {"[1,", "error at 3: unexpected end"},
        {"[}", "error at 1: unexpected '}'"},
        {"]", "error at 0: unexpected ']'"},
        {"{", "error at 1: unexpected end, expected a key in quotes"},
        {R"({"a":1,})", "error at 7: unexpected '}', expected a key in quotes"},
        {R"({a:1})", "error at 1: unexpected 'a', expected a key in quotes"},
        {R"({"a"})", "error at 4: unexpected '}', expected ':'"},
        {R"({"a":})", "error at 5: unexpected '}'"},
        {R"({"a":1 "b":2})", "error at 7: unexpected '\"', expected ',' or '}'"},
        {R"({"a":1)", "error at 6: unexpected end in an object"},
        {R"({"a":1}})", "error at 7: unexpected '}' after the value"},
        {R"("abc)", "error at 4: unexpected end in a string"},
        {R"("abc\)", "error at 5: unexpected end in a string"},
        {R"("\x41")", "error at 1: unknown escape in a string"},
        {R"("\u12")", "error at 1: \\u without four hexadecimal digits"},
        {R"("\u12G4")", "error at 1: \\u without four hexadecimal digits"},
        {"\"a\nb\"", "error at 2: control character U+000A in a string"},
        {"\"\x1f\"", "error at 1: control character U+001F in a string"},
        {"\"\0\""s, "error at 1: control character U+0000 in a string"},
        {"1\0"s, "error at 1: unexpected byte 0x00 after the value"},
        {"// x\n1", "error at 0: unexpected '/'"},
        {"[1 /* x */]", "error at 3: unexpected '/', expected ',' or ']'"},
        {"\xC3\xA9", "error at 0: unexpected byte 0xC3"},
        {"\u00a0"
         "1",
         "error at 0: unexpected byte 0xC2"},
        {"\v1", "error at 0: unexpected byte 0x0B"},
    };
    for (const Case& c : cases) {
        INFO(c.text);
        CHECK(round_trip(c.text) == c.error);
        CHECK_FALSE(read(c.text).too_deep);
    }
}

TEST_CASE("Half surrogate pairs become U+FFFD and are flagged") {
    struct Case {
        const char* text;
        const char* content;
        bool repaired;
    };
    const Case cases[] = {
        {R"("a\ud835b")", "a\uFFFDb", true},
        {R"("\udc00")", "\uFFFD", true},
        {R"("\ud800\u0041")", "\uFFFDA", true},
        {R"("\ud800\n")", "\uFFFD\n", true},
        {R"("\udc00\ud800")", "\uFFFD\uFFFD", true},
        {R"("\ud800\ud83d\ude42")", "\uFFFD\U0001F642", true},
        {R"("\ud83d\ude42")", "\U0001F642", false},
        {R"("\ufffd")", "\uFFFD", false},
        {R"("\ud7ff\ue000")", "\uD7FF\uE000", false},
        {R"("\udbff\udfff")", "\U0010FFFF", false},
    };
    for (const Case& c : cases) {
        INFO(c.text);
        const ReadOutcome outcome = read(c.text);
        REQUIRE(outcome.ok);
        CHECK(outcome.value.text == c.content);
        CHECK(outcome.repaired_surrogate == c.repaired);
        CHECK_FALSE(outcome.repaired_utf8);
    }
    CHECK(read(R"({"\ud800":1})").repaired_surrogate);
    CHECK_FALSE(read(R"("\ud800\u00")").ok);
}

TEST_CASE("Invalid UTF-8 in strings becomes U+FFFD a byte and is flagged") {
    struct Case {
        std::string text;
        std::string content;
    };
    const Case cases[] = {
        {"\"a\xC3\"", "a\uFFFD"},
        {"\"\xC3(\"", "\uFFFD("},
        {"\"\xE9t\xE9\"", "\uFFFDt\uFFFD"},
        {"\"\xC0\xAF\"", "\uFFFD\uFFFD"},
        {"\"\xED\xA0\x80\"", "\uFFFD\uFFFD\uFFFD"},
        {"\"\xF4\x90\x80\x80\"", "\uFFFD\uFFFD\uFFFD\uFFFD"},
    };
    for (const Case& c : cases) {
        const ReadOutcome outcome = read(c.text);
        REQUIRE(outcome.ok);
        CHECK(outcome.value.text == c.content);
        CHECK(outcome.repaired_utf8);
        CHECK_FALSE(outcome.repaired_surrogate);
    }
    // The quote itself may follow a lead byte: it still ends the string.
    CHECK(read("[\"\xE2\x82\",1]").ok);
}

TEST_CASE("Offsets are those of the text that was read, BOM included") {
    const ReadOutcome outcome = read("\xEF\xBB\xBF { \"a\" : [ 10, \"x\" ] } ");
    REQUIRE(outcome.ok);
    CHECK(outcome.value.offset == 4);
    CHECK(outcome.value.members[0].key_offset == 6);
    const Value& list = outcome.value.members[0].value;
    CHECK(list.offset == 12);
    CHECK(list.items[0].offset == 14);
    CHECK(list.items[1].offset == 18);
    CHECK(outcome.end == 25);
}

TEST_CASE("With trailing text allowed the first value is read and its end told") {
    ReadOptions options;
    options.allow_trailing = true;
    const ReadOutcome outcome = read(R"( {"a":1} and so on)", options);
    REQUIRE(outcome.ok);
    CHECK(outcome.end == 8);
    CHECK(read("{\"a\":1}{\"a\":2}", options).end == 7);
    CHECK_FALSE(read("{\"a\":1", options).ok);
    CHECK_FALSE(read("01", options).ok);
}

TEST_CASE("The depth limit counts containers and is no crash") {
    CHECK(read(repeat("[", 256) + repeat("]", 256)).ok);
    const ReadOutcome deeper = read(repeat("[", 257) + repeat("]", 257));
    CHECK_FALSE(deeper.ok);
    CHECK(deeper.too_deep);
    CHECK(deeper.error == "nesting deeper than 256");
    CHECK(deeper.error_offset == 256);
    CHECK(read(std::string(100000, '[')).too_deep);
    CHECK(read(repeat("{\"a\":", 100000)).too_deep);
    ReadOptions flat;
    flat.max_depth = 0;
    CHECK(read("1", flat).ok);
    CHECK(read("[]", flat).too_deep);
    flat.max_depth = 1;
    CHECK(read("[1,2]", flat).ok);
    CHECK(read("[1,{}]", flat).too_deep);
}

TEST_CASE("Duplicate keys are flagged per object, small or large") {
    CHECK(read(R"({"a":1,"a":1})").duplicate_keys);
    CHECK(read(R"({"a":1,"\u0061":2})").duplicate_keys);
    CHECK(read(R"([{"x":{"b":1,"c":2,"b":3}}])").duplicate_keys);
    CHECK_FALSE(read(R"({"a":{"a":1},"b":{"a":1}})").duplicate_keys);
    CHECK_FALSE(read(R"([{"a":1},{"a":1}])").duplicate_keys);
    std::string large;
    for (int i = 0; i < 50000; ++i) large += ",\"k" + std::to_string(i) + "\":0";
    large[0] = '{';
    CHECK_FALSE(read(large + "}").duplicate_keys);
    const ReadOutcome twice = read(large + ",\"k7\":1}");
    CHECK(twice.duplicate_keys);
    CHECK(twice.value.members.size() == 50001);
}

TEST_CASE("A long string is read whole") {
    const std::string content = repeat("\u0151x", 350000);
    const ReadOutcome outcome = read("\"" + content + "\"");
    REQUIRE(outcome.ok);
    CHECK(outcome.value.text == content);
}

TEST_CASE("Acceptance agrees with another parser on mutated texts") {
    const std::string seeds[] = {
        R"({"a":[1,-2.5e+3,true,false,null],"b":{"c":"x\n\u0041"}})",
        R"([[],{},"",0,-0,0.0,1e5,"\\\"/"])",
        R"({"total":1234.50,"date":"2026-11-10","lines":[{"n":1},{"n":2}]})",
        "\"\u00e9\u2713\U0001F642\"",
        " [ 1 , 2 ] ",
    };
    const std::string letters = "{}[],:\"\\ 0123456789.eE+-truefalsn/u\n\t\x01'N";
    std::mt19937 random(20260901);
    const auto pick = [&random](std::size_t below) { return random() % below; };
    int accepted = 0;
    int refused = 0;
    for (int round = 0; round < 4000; ++round) {
        std::string text = seeds[static_cast<std::size_t>(round) % std::size(seeds)];
        const std::size_t edits = 1 + pick(3);
        for (std::size_t edit = 0; edit < edits && !text.empty(); ++edit) {
            const std::size_t at = pick(text.size());
            const char letter = letters[pick(letters.size())];
            // Bytes of longer characters stay as they are: repairs are told apart elsewhere.
            if (static_cast<unsigned char>(text[at]) >= 0x80U) continue;
            switch (pick(3)) {
                case 0:
                    text[at] = letter;
                    break;
                case 1:
                    text.erase(at, 1);
                    break;
                default:
                    text.insert(at, 1, letter);
            }
        }
        const ReadOutcome outcome = read(text);
        if (outcome.repaired_surrogate) continue;
        INFO(text << "\n" << outcome.error);
        const nlohmann::json other = nlohmann::json::parse(text, nullptr, false);
        // The other one refuses numbers beyond a double; the grammar does not.
        const bool huge = has_huge_exponent(text);
        if (!huge) REQUIRE(outcome.ok == !other.is_discarded());
        if (outcome.ok && !other.is_discarded() && !outcome.duplicate_keys) {
            REQUIRE(nlohmann::json::parse(write(outcome.value)) == other);
        }
        ++(outcome.ok ? accepted : refused);
    }
    CHECK(accepted > 200);
    CHECK(refused > 200);
}
