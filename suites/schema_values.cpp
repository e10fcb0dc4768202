#include "suites/schema_values.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/json/write.hpp"

namespace kilter {
namespace {

using json::Kind;
using json::Value;

bool is_integer(const Value& value) {
    if (!value.is_number()) return false;
    const auto number = Decimal::parse(value.text);
    return number && number->canonical().find('.') == std::string::npos;
}

Value with_canonical_numbers(const Value& value) {
    Value out;
    out.kind = value.kind;
    out.boolean = value.boolean;
    out.text = value.text;
    if (value.is_number()) {
        if (const auto number = Decimal::parse(value.text)) out.text = number->canonical();
    }
    out.items.reserve(value.items.size());
    for (const Value& item : value.items) out.items.push_back(with_canonical_numbers(item));
    out.members.reserve(value.members.size());
    for (const json::Member& member : value.members) {
        out.members.push_back({member.key, with_canonical_numbers(member.value)});
    }
    return out;
}

// The fewest digits that have to move left for both to be whole.
int fraction_digits(const std::string& plain) {
    const auto dot = plain.find('.');
    return dot == std::string::npos ? 0 : static_cast<int>(plain.size() - dot - 1);
}

}  // namespace

bool is_schema_type(std::string_view word) {
    constexpr std::array<std::string_view, 7> k_types{"null",   "boolean", "object", "array",
                                                      "number", "string",  "integer"};
    return std::find(k_types.begin(), k_types.end(), word) != k_types.end();
}

bool has_schema_type(const Value& value, std::string_view type) {
    switch (value.kind) {
        case Kind::null:
            return type == "null";
        case Kind::boolean:
            return type == "boolean";
        case Kind::object:
            return type == "object";
        case Kind::array:
            return type == "array";
        case Kind::string:
            return type == "string";
        case Kind::number:
            return type == "number" || (type == "integer" && is_integer(value));
    }
    return false;
}

std::string described_kind(const Value& value) {
    switch (value.kind) {
        case Kind::null:
            return "null";
        case Kind::boolean:
            return "a boolean";
        case Kind::object:
            return "an object";
        case Kind::array:
            return "an array";
        case Kind::string:
            return "a string";
        case Kind::number:
            return "a number";
    }
    return "";
}

std::string canonical_text(const Value& value) {
    return json::write_canonical(with_canonical_numbers(value));
}

bool is_multiple_of(const Decimal& value, const Decimal& divisor) {
    const std::string value_text = value.absolute().canonical();
    const std::string divisor_text = divisor.canonical();
    const int shift = std::max(fraction_digits(value_text), fraction_digits(divisor_text));
    const Decimal whole_divisor = divisor.shifted(shift);
    // Long division, of which only the remainder counts.
    Decimal remainder;
    for (const char digit : value.absolute().shifted(shift).canonical()) {
        remainder = remainder.shifted(1) + Decimal::from_integer(digit - '0');
        while (remainder >= whole_divisor) remainder = remainder - whole_divisor;
    }
    return remainder.is_zero();
}

std::size_t multiple_of_work(const Decimal& value, const Decimal& divisor) {
    return (value.canonical().size() + 1) * (divisor.canonical().size() + 1);
}

std::string pointer_escaped(std::string_view name) {
    std::string out;
    for (const char c : name) {
        if (c == '~') {
            out += "~0";
        } else if (c == '/') {
            out += "~1";
        } else {
            out += c;
        }
    }
    return out;
}

std::string pointer_unescaped(std::string_view segment) {
    std::string out;
    for (std::size_t at = 0; at < segment.size(); ++at) {
        const bool escape = segment[at] == '~' && at + 1 < segment.size() &&
                            (segment[at + 1] == '0' || segment[at + 1] == '1');
        out += !escape ? segment[at] : segment[at + 1] == '0' ? '~' : '/';
        if (escape) ++at;
    }
    return out;
}

}  // namespace kilter
