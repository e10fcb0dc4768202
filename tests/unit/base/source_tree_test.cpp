#include "base/source_tree.hpp"

#include <catch2/catch_all.hpp>
#include <random>

#include "base/json/write.hpp"

using namespace kilter;
using tree::Node;

namespace {

// The YAML text as JSON, or the diagnostics.
std::string yaml(std::string_view text) {
    Diagnostics diagnostics;
    const std::optional<Node> node = tree::read_yaml(text, "f", diagnostics);
    CHECK(node.has_value() != diagnostics.has_errors());
    return node ? json::write(tree::to_json(*node)) : to_text(diagnostics);
}

std::string json_text(std::string_view text, int line = 1) {
    Diagnostics diagnostics;
    const std::optional<Node> node = tree::read_json(text, "f", line, diagnostics);
    CHECK(node.has_value() != diagnostics.has_errors());
    return node ? json::write(tree::to_json(*node)) : to_text(diagnostics);
}

std::string repeat(std::string_view part, std::size_t times) {
    std::string text;
    for (std::size_t i = 0; i < times; ++i) text += part;
    return text;
}

struct Case {
    std::string text;
    std::string result;
};

std::string at(const SourcePosition& position) {
    return std::to_string(position.line) + ":" + std::to_string(position.column);
}

}  // namespace

TEST_CASE("Unquoted scalars become null, booleans and numbers only where they are written so") {
    const Case cases[] = {
        {"", "null"},
        {"# nothing\n", "null"},
        {"---\n", "null"},
        {"a:", R"({"a":null})"},
        {"[~, null, Null, NULL, '', '~', 'null']", R"([null,null,null,null,"","~","null"])"},
        {"[true, True, FALSE, no, yes, on, 'true']", R"([true,true,false,"no","yes","on","true"])"},
        {"[0, -1, 1.50, 1e5, 1E-3]", "[0,-1,1.50,1e5,1E-3]"},
        {"[010, 08, +1, .5, 5., 0x10, 0o7, 1_000, .inf, .nan, NaN]",
         R"(["010","08","+1",".5","5.","0x10","0o7","1_000",".inf",".nan","NaN"])"},
        {"[2026-11-10, 12:30:45, 0034, '1', \"2\"]", R"(["2026-11-10","12:30:45","0034","1","2"])"},
        {"a: |\n  12\n", R"({"a":"12\n"})"},
        {"a: >-\n  one\n  two\n", R"({"a":"one two"})"},
        {"a: plain text # comment\nb: 'it''s'", R"({"a":"plain text","b":"it's"})"},
        {"\"\\u00e9\\x41\\n\\0\"", "\"\u00e9A\\n\\u0000\""},
        {"- [a, {b: c}]\n- - d\n- e: {}\n  f: []", R"([["a",{"b":"c"}],["d"],{"e":{},"f":[]}])"},
        {R"(['', "", 'a''', '''', "\"", "\\"])", R"(["","","a'","'","\"","\\"])"},
        {"1: a\ntrue: b\n", R"({"1":"a","true":"b"})"},
        {"{\"a\": 1, \"b\": [null]}", R"({"a":1,"b":[null]})"},
    };
    for (const Case& c : cases) {
        INFO(c.text);
        CHECK(yaml(c.text) == c.result);
    }
}

TEST_CASE("A BOM and CRLF change nothing") {
    const std::string plain = "prompt: |\n  \u0151 one\n  two\nnext: [1,\n  2]\n";
    std::string crlf;
    for (const char c : plain) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
    const std::string expected = "{\"prompt\":\"\u0151 one\\ntwo\\n\",\"next\":[1,2]}";
    CHECK(yaml(plain) == expected);
    CHECK(yaml("\xEF\xBB\xBF" + plain) == expected);
    CHECK(yaml(crlf) == expected);
    CHECK(yaml("\xEF\xBB\xBF" + crlf) == expected);
}

TEST_CASE("Positions are lines and columns in code points, from 1") {
    Diagnostics diagnostics;
    const std::optional<Node> root = tree::read_yaml(
        "\xEF\xBB\xBF# \u0151\nk\u0151: v\nlist:\n  - \u00e9\u00e9: {a: 1, \u00e9: 'x'}\n", "f",
        diagnostics);
    REQUIRE(root.has_value());
    CHECK(at(root->at) == "2:1");
    CHECK(at(root->entries[0].key_at) == "2:1");
    CHECK(at(root->entries[0].value.at) == "2:5");
    const Node& inner = root->entries[1].value.items.at(0);
    CHECK(at(inner.at) == "4:5");
    const Node& flow = inner.entries[0].value;
    CHECK(at(flow.at) == "4:9");
    CHECK(at(flow.entries[1].key_at) == "4:16");
    CHECK(at(flow.entries[1].value.at) == "4:19");
    CHECK(flow.entries[1].value.quoted);
    CHECK_FALSE(flow.entries[0].value.quoted);
    CHECK(root->find("list") == &root->entries[1].value);
    CHECK(root->find("none") == nullptr);
}

TEST_CASE("What YAML allows and this project does not is refused with its place") {
    const std::string anchors = "anchors and aliases are not supported; write the value out\n";
    const Case cases[] = {
        {"a: 1\nb: 2\na: 3\n", "f:3:1: error: duplicate key 'a'; it stands already at line 1\n"},
        {"x: {a: 1, 'a': 2}\ny:\n  b: 1\n  b: 2\n",
         "f:1:11: error: duplicate key 'a'; it stands already at line 1\n"
         "f:4:3: error: duplicate key 'b'; it stands already at line 3\n"},
        {"a: &x 1\n", "f:1:4: error: " + anchors},
        {"a: &x [1]\nb: *x\n", "f:1:4: error: " + anchors},
        {"a: 1\nb: *x\n", "f:2:4: error: " + anchors},
        {"&x a: 1\n", "f:1:1: error: " + anchors},
        {"a: !!str 1\n", "f:1:4: error: tags are not supported; found 'tag:yaml.org,2002:str'\n"},
        {"a: !own {}\n", "f:1:4: error: tags are not supported; found '!own'\n"},
        {"a: ! 12", "f:1:4: error: tags are not supported; found '!'\n"},
        {"a: !\n", "f:1:4: error: tags are not supported; found '!'\n"},
        {"a: 1\n---\nb: 2\n", "f:2:1: error: a second document; a file holds one\n"},
        {"[a]: 1\n",
         "f:1:1: error: a key must be text, not a list or a mapping; is a bracket left open?\n"},
        {"? {a: 1}\n: 2\n",
         "f:1:3: error: a key must be text, not a list or a mapping; is a bracket left open?\n"},
        {"~: 1\n", "f:1:1: error: a key must be text; put it in quotes\n"},
        {"null: 1\n", "f:1:1: error: a key must be text; put it in quotes\n"},
        {"- a\nb: 1\n",
         "f:2:1: error: text after the end of the document; check its indentation\n"},
    };
    for (const Case& c : cases) {
        INFO(c.text);
        CHECK(yaml(c.text) == c.result);
    }
}

TEST_CASE("Malformed YAML is an error with a place and never an exception") {
    const Case cases[] = {
        {"a:\n\t- b\n", "f:2:2: error: TAB in the indentation; indent with spaces\n"},
        {"a: [1, 2\n", "f:2:1: error: a '[' before this is not closed\n"},
        {"\u0151: b: c\n",
         "f:1:5: error: a key and its value do not fit here; is a colon missing in the line "
         "above, or does a value with ': ' in it need quotes?\n"},
        {"a: \"open", "f:1:9: error: illegal EOF in scalar\n"},
        {"a: \"open\n", "f:1:4: error: a quote that is never closed\n"},
        {"a: 1\r\nb: 'it''s\r\nc: 2\r\n", "f:2:4: error: a quote that is never closed\n"},
        {"a: \"x\\\"\n", "f:1:4: error: a quote that is never closed\n"},
        {"a: {b: [1}\n", "f:1:10: error: illegal flow end\n"},
        {"x: 1\na: {b: 1\nc: 2\n", "f:3:2: error: a '{' before this is not closed\n"},
        {"a: \"\\ud83d\\ude00\"\n",
         "f:1:11: error: a \\u escape of no character; write the character itself, not a pair of "
         "escapes\n"},
    };
    for (const Case& c : cases) {
        INFO(c.text);
        CHECK(yaml(c.text) == c.result);
    }
    const char* broken[] = {
        "{",  "}", "[", "]",       "{a",      "a: b\n c: d\n  e", "%YAML 9.1\n---\na",
        "*",  "&", "!", "a: |x\n", "\"\\q\"", "- - -\n-x\n:",     "? ?",
        "@a", "`"};
    for (const char* text : broken) {
        INFO(text);
        Diagnostics diagnostics;
        const std::optional<Node> node = tree::read_yaml(text, "f", diagnostics);
        CHECK(node.has_value() != diagnostics.has_errors());
    }
}

TEST_CASE("Bytes that are no UTF-8 and control characters are named with their offset") {
    const Case cases[] = {
        {"a: b\n\u0151: \xE1\n",
         "f:2:4: error: not UTF-8 at byte 9 (0xE1); save the file as UTF-8\n"},
        {"\xEF\xBB\xBF\xF5", "f:1:1: error: not UTF-8 at byte 3 (0xF5); save the file as UTF-8\n"},
        {"\xFF\xFE"
         "a",
         "f:1:1: error: not UTF-8 at byte 0 (0xFF); save the file as UTF-8\n"},
        {std::string("a\0b\0", 4), "f:1:2: error: control character U+0000 at byte 1\n"},
        {"a: x\x04y", "f:1:5: error: control character U+0004 at byte 4\n"},
    };
    for (const Case& c : cases) {
        INFO(c.text);
        CHECK(yaml(c.text) == c.result);
        CHECK(json_text(c.text) == c.result);
    }
}

TEST_CASE("Nesting is bounded in YAML and JSON") {
    const std::string deepest = repeat("[", 64) + repeat("]", 64);
    CHECK(yaml(deepest) == deepest);
    CHECK(json_text(deepest) == deepest);
    const std::string message = "error: nesting deeper than 64\n";
    CHECK(yaml(repeat("[", 65) + repeat("]", 65)) == "f:1:65: " + message);
    CHECK(json_text(repeat("[", 65) + repeat("]", 65)) ==
          "f:1:65: error: not JSON: nesting deeper than 64\n");
    CHECK(yaml(repeat("- ", 65) + "x") == "f:1:129: " + message);
    CHECK(yaml(repeat("{a: ", 65) + "x" + repeat("}", 65)) == "f:1:257: " + message);
    Diagnostics diagnostics;
    CHECK_FALSE(tree::read_yaml(std::string(20000, '['), "f", diagnostics));
    CHECK_FALSE(tree::read_yaml(repeat("- ", 20000), "f", diagnostics));
    CHECK_FALSE(tree::read_yaml(repeat("? ", 20000), "f", diagnostics));
    CHECK_FALSE(tree::read_yaml(repeat("{a: ", 20000), "f", diagnostics));
    CHECK_FALSE(tree::read_json(std::string(100000, '['), "f", 1, diagnostics));
}

TEST_CASE("JSON is read with the line of its file") {
    CHECK(json_text(R"({"a":[1,"1",true,null,{}]})") == R"({"a":[1,"1",true,null,{}]})");
    CHECK(json_text("\xEF\xBB\xBF[]") == "[]");
    const Case cases[] = {
        {"{\"a\":1,}", "f:7:8: error: not JSON: unexpected '}', expected a key in quotes\n"},
        {"{\"\u0151\":x}", "f:7:6: error: not JSON: unexpected 'x'\n"},
        {"[1,\n 2\n", "f:9:1: error: not JSON: unexpected end in an array\n"},
        {"", "f:7:1: error: not JSON: unexpected end\n"},
        {"{\"a\":1,\n\"b\":{\"c\":1,\"c\":2}, \"a\":3}",
         "f:8:12: error: duplicate key 'c'; it stands already at line 8\n"
         "f:8:20: error: duplicate key 'a'; it stands already at line 7\n"},
        {R"({"a":"\ud83d"})",
         "f:7:1: error: a \\u escape of half a surrogate pair; write the character itself\n"},
    };
    for (const Case& c : cases) {
        INFO(c.text);
        CHECK(json_text(c.text, 7) == c.result);
    }
    CHECK(json_text(R"("\ud83d\ude42")") == "\"\U0001F642\"");
}

TEST_CASE("Positions in JSON are those of keys and values") {
    Diagnostics diagnostics;
    const std::optional<Node> root =
        tree::read_json("{ \"\u0151\": [true,\n  \"x\"] }", "f", 5, diagnostics);
    REQUIRE(root.has_value());
    CHECK(at(root->at) == "5:1");
    CHECK(at(root->entries[0].key_at) == "5:3");
    CHECK(at(root->entries[0].value.at) == "5:8");
    CHECK(at(root->entries[0].value.items[0].at) == "5:9");
    CHECK(at(root->entries[0].value.items[1].at) == "6:3");
    CHECK(root->entries[0].value.items[1].quoted);
}

TEST_CASE("A large file on one line is read in one pass") {
    std::string text = "[0";
    for (int i = 1; i < 200000; ++i) text += ",1";
    Diagnostics diagnostics;
    const std::optional<Node> root = tree::read_json(text + "]", "f", 1, diagnostics);
    REQUIRE(root.has_value());
    CHECK(root->items.size() == 200000);
    CHECK(at(root->items.back().at) == "1:400000");
}

TEST_CASE("Names") {
    for (const char* name : {"a", "9", "T1-01", "a.b_c-d", "A"}) CHECK(tree::is_name(name));
    for (const char* text : {"", ".a", "-a", "_a", "a b", "a/b", "\u0151", "a\n"}) {
        CHECK_FALSE(tree::is_name(text));
    }
    CHECK(tree::is_name(std::string(64, 'a')));
    CHECK_FALSE(tree::is_name(std::string(65, 'a')));
}

TEST_CASE("Mutated YAML gives a tree or errors, and nothing else") {
    const std::string seeds[] = {
        "suite: a\nitems:\n  - id: T1\n    gold: {x: 1, y: [a, 'b']}\n    text: |\n      one\n",
        "? a\n: - b\n  - \"c\\n\"\n# end\n",
        "[{a: b}, [c, ~], \"\\u00e9\", 'it''s']\n---\n...\n",
        "a: &x >-\n  folded\n\n  text\nb: *x\nc: !t d\n",
    };
    const std::string letters = "{}[],:\"' \n\t-?&*!|>#%@~\\au1\r";
    std::mt19937 random(20260902);
    const auto pick = [&random](std::size_t below) { return random() % below; };
    int usable = 0;
    constexpr int k_rounds = 3000;
    for (int round = 0; round < k_rounds; ++round) {
        std::string text = seeds[pick(std::size(seeds))];
        for (std::size_t edits = 1 + pick(5); edits > 0; --edits) {
            const std::size_t place = pick(text.size());
            const char letter = letters[pick(letters.size())];
            if (pick(2) == 0) {
                text[place] = letter;
            } else {
                text.insert(place, 1 + pick(3), letter);
            }
        }
        INFO(text);
        Diagnostics diagnostics;
        const std::optional<Node> node = tree::read_yaml(text, "f", diagnostics);
        REQUIRE(node.has_value() != diagnostics.has_errors());
        for (const Diagnostic& diagnostic : diagnostics.all()) {
            REQUIRE(diagnostic.at.line > 0);
            REQUIRE(diagnostic.at.column > 0);
        }
        usable += node ? 1 : 0;
    }
    CHECK(usable > k_rounds / 20);
    CHECK(usable < k_rounds);
}
