#include "base/mapping_reader.hpp"

#include <catch2/catch_all.hpp>

#include "base/source_tree.hpp"

using namespace kilter;
using tree::MappingReader;
using tree::Node;

namespace {

// A mapping from YAML with a reader on it.
struct Fixture {
    explicit Fixture(std::string_view text) : node(parse(text)) {}

    Node parse(std::string_view text) {
        const std::optional<Node> parsed = tree::read_yaml(text, "f", diagnostics);
        REQUIRE(parsed.has_value());
        return *parsed;
    }
    std::string said() const { return to_text(diagnostics); }

    Diagnostics diagnostics;
    Node node;
    MappingReader reader{node, "f", "request", diagnostics};
};

}  // namespace

TEST_CASE("Right values are read without a word") {
    Fixture f(
        "text: abc\nquoted: '7'\nplain: 7\nyes: True\nwhole: -5\nexact: 0.60\nmode: b\n"
        "list: [a, 'b', 3]\nsingle: x\n");
    CHECK(f.reader.is_mapping());
    CHECK(f.reader.string("text") == "abc");
    CHECK(f.reader.required_string("quoted") == "7");
    CHECK(f.reader.string("plain") == "7");
    CHECK(f.reader.boolean("yes") == true);
    CHECK(f.reader.integer("whole", -5, -5) == -5);
    CHECK(f.reader.number("exact") == "0.60");
    CHECK(f.reader.one_of("mode", {"a", "b"}) == "b");
    CHECK(f.reader.strings("list") == std::vector<std::string>{"a", "b", "3"});
    CHECK(f.reader.strings("single") == std::vector<std::string>{"x"});
    f.reader.finish();
    CHECK(f.said().empty());
}

TEST_CASE("Absent keys are no error unless required") {
    Fixture f("{}");
    CHECK(f.reader.optional("a") == nullptr);
    CHECK_FALSE(f.reader.string("a"));
    CHECK_FALSE(f.reader.boolean("a"));
    CHECK_FALSE(f.reader.integer("a", 0, 1));
    CHECK_FALSE(f.reader.number("a"));
    CHECK_FALSE(f.reader.one_of("a", {"x"}));
    CHECK(f.reader.strings("a").empty());
    CHECK(f.said().empty());
    CHECK(f.reader.required("b") == nullptr);
    CHECK(f.reader.required_string("c").empty());
    CHECK(f.said() ==
          "f:1:1: error: missing key 'b' in request\nf:1:1: error: missing key 'c' in request\n");
}

TEST_CASE("Wrong types are told with place and what was found") {
    struct Case {
        const char* text;
        void (*read)(MappingReader&);
        const char* said;
    };
    const Case cases[] = {
        {"k: [a]", [](MappingReader& r) { CHECK_FALSE(r.string("k")); },
         "'k' in request must be text; found a list"},
        {"k: {}", [](MappingReader& r) { CHECK(r.required_string("k").empty()); },
         "'k' in request must be text; found a mapping"},
        {"k: ~", [](MappingReader& r) { CHECK_FALSE(r.string("k")); },
         "'k' in request must be text; found nothing"},
        {"k: 'true'", [](MappingReader& r) { CHECK_FALSE(r.boolean("k")); },
         "'k' in request must be true or false; found text in quotes"},
        {"k: yes", [](MappingReader& r) { CHECK_FALSE(r.boolean("k")); },
         "'k' in request must be true or false; found 'yes'"},
        {"k: 11", [](MappingReader& r) { CHECK_FALSE(r.integer("k", 1, 10)); },
         "'k' in request must be a whole number from 1 to 10; found '11'"},
        {"k: 010", [](MappingReader& r) { CHECK_FALSE(r.integer("k", 1, 10)); },
         "'k' in request must be a whole number from 1 to 10; found '010'"},
        {"k: 1.0", [](MappingReader& r) { CHECK_FALSE(r.integer("k", 1, 10)); },
         "'k' in request must be a whole number from 1 to 10; found '1.0'"},
        {"k: 1e1", [](MappingReader& r) { CHECK_FALSE(r.integer("k", 1, 10)); },
         "'k' in request must be a whole number from 1 to 10; found '1e1'"},
        {"k: 99999999999999999999", [](MappingReader& r) { CHECK_FALSE(r.integer("k", 1, 10)); },
         "'k' in request must be a whole number from 1 to 10; found '99999999999999999999'"},
        {"k: '3'", [](MappingReader& r) { CHECK_FALSE(r.integer("k", 1, 10)); },
         "'k' in request must be a whole number from 1 to 10; found text in quotes"},
        {"k: .5", [](MappingReader& r) { CHECK_FALSE(r.number("k")); },
         "'k' in request must be a number; found '.5'"},
        {"k: 1e999", [](MappingReader& r) { CHECK_FALSE(r.number("k")); },
         "'k' in request must be a number; found '1e999'"},
        {"k: .nan", [](MappingReader& r) { CHECK_FALSE(r.number("k")); },
         "'k' in request must be a number; found '.nan'"},
        {"k: run_mayor",
         [](MappingReader& r) {
             CHECK_FALSE(r.one_of("k", {"run_major", "shuffled"}));
         },
         "'k' in request must be one of run_major, shuffled; found 'run_mayor'; did you mean "
         "'run_major'?"},
        {"k: {a: b}", [](MappingReader& r) { CHECK(r.strings("k").empty()); },
         "'k' in request must be a list of texts; found a mapping"},
    };
    for (const Case& c : cases) {
        INFO(c.text);
        Fixture f(c.text);
        c.read(f.reader);
        f.reader.finish();
        CHECK(f.said() == std::string("f:1:4: error: ") + c.said + "\n");
    }
}

TEST_CASE("A list with a wrong item keeps the others") {
    Fixture f("k:\n  - a\n  - [b]\n  - ~\n  - c\n");
    CHECK(f.reader.strings("k") == std::vector<std::string>{"a", "c"});
    CHECK(f.said() ==
          "f:3:5: error: 'k' in request must hold texts; found a list\n"
          "f:4:5: error: 'k' in request must hold texts; found nothing\n");
}

TEST_CASE("Unknown keys are told with the key that was probably meant") {
    Fixture f("temprature: 0\nseed: 1\nqqqqqq: 2\n");
    f.reader.number("temperature");
    f.reader.integer("seed", 0, 9);
    f.reader.finish();
    CHECK(f.said() ==
          "f:1:1: error: unknown key 'temprature' in request; did you mean 'temperature'?\n"
          "f:3:1: error: unknown key 'qqqqqq' in request\n");
}

TEST_CASE("An empty value is told at its key") {
    Fixture f("a:\nb: ~\n");
    f.reader.string("a");
    f.reader.string("b");
    CHECK(f.said() ==
          "f:1:1: error: 'a' in request must be text; found nothing\n"
          "f:2:4: error: 'b' in request must be text; found nothing\n");
}

TEST_CASE("What is no mapping is told once") {
    Fixture f("[1]");
    CHECK_FALSE(f.reader.is_mapping());
    CHECK(f.reader.required("a") == nullptr);
    CHECK(f.reader.required_string("b").empty());
    f.reader.finish();
    CHECK(f.said() == "f:1:1: error: request must be a mapping; found a list\n");
}

TEST_CASE("Long values are not repeated in messages") {
    Fixture f("k: " + std::string(41, 'x'));
    f.reader.boolean("k");
    CHECK(f.said() == "f:1:4: error: 'k' in request must be true or false; found text\n");
}
