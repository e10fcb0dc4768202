#include "base/json/object_text.hpp"

#include <catch2/catch_all.hpp>

using namespace kilter::json;

TEST_CASE("An object written member by member is what its value would be written as") {
    std::string out = "x";
    ObjectText object(out);
    object.text("a", "q\"\n");
    object.boolean("yes", true);
    object.boolean("no", false);
    append(object.member("n"), make_number("1.50"));
    append_texts(object.member("none"), {});
    append_texts(object.member("two"), {"b", ""});
    object.close();
    CHECK(out == R"(x{"a":"q\"\n","yes":true,"no":false,"n":1.50,"none":[],"two":["b",""]})");
}

TEST_CASE("An object without members, and one whose members are sorted") {
    std::string out;
    ObjectText(out).close();
    SortedObjectText sorted(out);
    sorted.text("a", "1");
    sorted.member("b") += "2";
    sorted.close();
    CHECK(out == R"({}{"a":"1","b":2})");
}

TEST_CASE("Appending leaves what is there and writes what write() would") {
    const Value value = make_object({{"b", make_array({make_null(), make_boolean(true)})},
                                     {"a", make_string("\x7F\x01\xFFő")}});
    std::string out = "[";
    append(out, value);
    CHECK(out == "[" + write(value));
    out = "[";
    append_canonical(out, value);
    CHECK(out == "[" + write_canonical(value));
    CHECK(write_canonical(value) == "{\"a\":\"\x7F\\u0001\xEF\xBF\xBDő\",\"b\":[null,true]}");
}
