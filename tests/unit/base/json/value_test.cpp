#include "base/json/value.hpp"

#include <catch2/catch_all.hpp>

using namespace kilter::json;

TEST_CASE("find gives the first member of a name and only of an object") {
    const Value object = make_object({{"a", make_integer(1)}, {"a", make_integer(2)}});
    REQUIRE(object.find("a") != nullptr);
    CHECK(object.find("a")->text == "1");
    CHECK(object.find("b") == nullptr);
    CHECK(make_null().find("a") == nullptr);
    CHECK(make_array({make_integer(1)}).find("a") == nullptr);
}

TEST_CASE("set replaces the first member, appends, and turns null into an object") {
    Value value;
    value.set("a", make_integer(1));
    CHECK(value.is_object());
    value.members.push_back({"a", make_integer(2)});
    value.set("a", make_string("x"));
    value.set("b", make_boolean(true));
    REQUIRE(value.members.size() == 3);
    CHECK(value.members[0].value.text == "x");
    CHECK(value.members[1].value.text == "2");
    CHECK(value.members[2].value.boolean);
}

TEST_CASE("identical compares kinds, texts and order but no offsets") {
    CHECK_FALSE(identical(make_number("1"), make_number("1.0")));
    CHECK_FALSE(identical(make_number("1"), make_string("1")));
    CHECK_FALSE(identical(make_boolean(true), make_boolean(false)));
    CHECK_FALSE(identical(make_null(), make_string("")));
    CHECK_FALSE(identical(make_array({make_null()}), make_array()));
    CHECK_FALSE(identical(make_object({{"a", make_null()}, {"b", make_null()}}),
                          make_object({{"b", make_null()}, {"a", make_null()}})));
    CHECK_FALSE(identical(make_object({{"a", make_array({make_integer(1)})}}),
                          make_object({{"a", make_array({make_integer(2)})}})));
    Value moved = make_string("x");
    moved.offset = 99;
    CHECK(identical(moved, make_string("x")));
}

TEST_CASE("Numbers follow JSON's grammar") {
    struct Case {
        const char* text;
        std::size_t length;
    };
    const Case cases[] = {
        {"0", 1},       {"-0", 2},     {"12", 2},  {"1.5", 3},      {"1e5", 3},       {"1E+05", 5},
        {"-0.0e-0", 7}, {"10.250", 6}, {"", 0},    {"-", 0},        {"+1", 0},        {".5", 0},
        {"5.", 0},      {"1.e1", 0},   {"1e", 0},  {"1e+", 0},      {"01", 1},        {"-01", 2},
        {"0x10", 1},    {"1,5", 1},    {"NaN", 0}, {"Infinity", 0}, {"-Infinity", 0}, {"1 ", 1},
        {"1e5.5", 3},   {"1_000", 1},  {"--1", 0}, {"1.5.5", 3},
    };
    for (const Case& c : cases) {
        INFO(c.text);
        CHECK(number_length(c.text) == c.length);
        const bool whole = c.length > 0 && c.length == std::string_view(c.text).size();
        CHECK(is_number_literal(c.text) == whole);
    }
}

TEST_CASE("make_integer writes the extremes") {
    CHECK(make_integer(-9223372036854775807LL - 1).text == "-9223372036854775808");
    CHECK(make_integer(0).text == "0");
}
