// The values of the generator's small language: whole numbers, days, texts, lists, records. No
// floating point, so that a suite is the same bytes on every machine. Plain values, any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json/value.hpp"

namespace kilter::gen {

enum class DatumKind { none, integer, day, text, number, list, record };

struct DatumMember;

struct Datum {
    DatumKind kind = DatumKind::none;
    long long integer = 0;  // integer; day: days since 1970-01-01
    std::string text;       // text; number: a JSON literal, such as 12.50
    std::vector<Datum> items;
    std::vector<DatumMember> members;  // record, in the order of definition

    const Datum* find(std::string_view name) const;  // nullptr: no such member
};

struct DatumMember {
    std::string name;
    Datum value;
};

Datum make_int(long long value);
Datum make_day(long long days);
Datum make_text(std::string text);
Datum make_literal(std::string number);
Datum make_list(std::vector<Datum> items);

// How it stands in a document without any format: 12, 2026-03-05, text.
std::string plain_text(const Datum& value);
// Gold: integers and literals become numbers, days ISO texts, records objects.
json::Value to_gold(const Datum& value);

}  // namespace kilter::gen
