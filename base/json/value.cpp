#include "base/json/value.hpp"

#include <cassert>
#include <utility>

namespace kilter::json {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Goes past digits; false where there is none.
bool skip_digits(std::string_view text, std::size_t& at) {
    const std::size_t from = at;
    while (at < text.size() && is_digit(text[at])) ++at;
    return at > from;
}

}  // namespace

const Value* Value::find(std::string_view key) const {
    if (kind != Kind::object) return nullptr;
    for (const Member& member : members) {
        if (member.key == key) return &member.value;
    }
    return nullptr;
}

void Value::set(std::string key, Value value) {
    assert(kind == Kind::object || kind == Kind::null);
    kind = Kind::object;
    for (Member& member : members) {
        if (member.key == key) {
            member.value = std::move(value);
            return;
        }
    }
    members.push_back({std::move(key), std::move(value)});
}

void Value::add(std::string key, Value value) {
    assert(kind == Kind::object && find(key) == nullptr);
    members.push_back({std::move(key), std::move(value)});
}

Value make_null() {
    return {};
}

Value make_boolean(bool value) {
    Value made;
    made.kind = Kind::boolean;
    made.boolean = value;
    return made;
}

Value make_integer(long long value) {
    return make_number(std::to_string(value));
}

Value make_number(std::string literal) {
    assert(is_number_literal(literal));
    Value made;
    made.kind = Kind::number;
    made.text = std::move(literal);
    return made;
}

Value make_string(std::string text) {
    Value made;
    made.kind = Kind::string;
    made.text = std::move(text);
    return made;
}

Value make_array(std::vector<Value> items) {
    Value made;
    made.kind = Kind::array;
    made.items = std::move(items);
    return made;
}

Value make_object(std::vector<Member> members) {
    Value made;
    made.kind = Kind::object;
    made.members = std::move(members);
    return made;
}

bool identical(const Value& a, const Value& b) {
    if (a.kind != b.kind || a.boolean != b.boolean || a.text != b.text ||
        a.items.size() != b.items.size() || a.members.size() != b.members.size()) {
        return false;
    }
    for (std::size_t i = 0; i < a.items.size(); ++i) {
        if (!identical(a.items[i], b.items[i])) return false;
    }
    for (std::size_t i = 0; i < a.members.size(); ++i) {
        if (a.members[i].key != b.members[i].key) return false;
        if (!identical(a.members[i].value, b.members[i].value)) return false;
    }
    return true;
}

std::size_t number_length(std::string_view text) {
    std::size_t at = 0;
    if (at < text.size() && text[at] == '-') ++at;
    if (at < text.size() && text[at] == '0') {
        ++at;
    } else if (!skip_digits(text, at)) {
        return 0;
    }
    if (at < text.size() && text[at] == '.') {
        ++at;
        if (!skip_digits(text, at)) return 0;
    }
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        ++at;
        if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
        if (!skip_digits(text, at)) return 0;
    }
    return at;
}

bool is_number_literal(std::string_view text) {
    return !text.empty() && number_length(text) == text.size();
}

}  // namespace kilter::json
