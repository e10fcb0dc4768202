// A JSON value that loses nothing: numbers keep their literal text, objects keep order and
// duplicate keys. What it is not: a convenience type for building reports. Plain values, any
// thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kilter::json {

enum class Kind { null, boolean, number, string, array, object };

struct Member;

struct Value {
    Kind kind = Kind::null;
    bool boolean = false;
    std::string text;             // string: its content in UTF-8; number: its literal, as written
    std::vector<Value> items;     // array
    std::vector<Member> members;  // object, in source order, duplicates kept
    std::size_t offset = 0;       // byte where the value begins in the text it was read from

    bool is_null() const { return kind == Kind::null; }
    bool is_string() const { return kind == Kind::string; }
    bool is_number() const { return kind == Kind::number; }
    bool is_array() const { return kind == Kind::array; }
    bool is_object() const { return kind == Kind::object; }

    // First member of that name; nullptr where there is none or this is no object.
    const Value* find(std::string_view key) const;
    // Replaces the first member of that name or appends one; turns null into an object.
    void set(std::string key, Value value);
    // Appends a member to an object that has none of that name.
    void add(std::string key, Value value);
};

struct Member {
    std::string key;
    Value value;
    std::size_t key_offset = 0;  // byte of the key's opening quote
};

Value make_null();
Value make_boolean(bool value);
Value make_integer(long long value);
Value make_number(std::string literal);  // must be a JSON number
Value make_string(std::string text);
Value make_array(std::vector<Value> items = {});
Value make_object(std::vector<Member> members = {});

// Same kinds, texts and order; offsets are ignored. 1 and 1.0 differ here.
bool identical(const Value& a, const Value& b);

// Bytes of the JSON number that `text` begins with; 0 where it begins with none or with half of
// one.
std::size_t number_length(std::string_view text);
// The whole text is one JSON number.
bool is_number_literal(std::string_view text);

}  // namespace kilter::json
