#include "suites/generator/datum.hpp"

#include <utility>

#include "suites/generator/calendar.hpp"

namespace kilter::gen {

const Datum* Datum::find(std::string_view name) const {
    for (const DatumMember& member : members) {
        if (member.name == name) return &member.value;
    }
    return nullptr;
}

Datum make_int(long long value) {
    Datum made;
    made.kind = DatumKind::integer;
    made.integer = value;
    return made;
}

Datum make_day(long long days) {
    Datum made = make_int(days);
    made.kind = DatumKind::day;
    return made;
}

Datum make_text(std::string text) {
    Datum made;
    made.kind = DatumKind::text;
    made.text = std::move(text);
    return made;
}

Datum make_literal(std::string number) {
    Datum made = make_text(std::move(number));
    made.kind = DatumKind::number;
    return made;
}

Datum make_list(std::vector<Datum> items) {
    Datum made;
    made.kind = DatumKind::list;
    made.items = std::move(items);
    return made;
}

std::string plain_text(const Datum& value) {
    switch (value.kind) {
        case DatumKind::integer:
            return std::to_string(value.integer);
        case DatumKind::day:
            return iso_day(value.integer);
        case DatumKind::text:
        case DatumKind::number:
            return value.text;
        case DatumKind::none:
        case DatumKind::list:
        case DatumKind::record:
            break;
    }
    return {};
}

json::Value to_gold(const Datum& value) {
    switch (value.kind) {
        case DatumKind::none:
            return json::make_null();
        case DatumKind::integer:
            return json::make_integer(value.integer);
        case DatumKind::number:
            return json::make_number(value.text);
        case DatumKind::day:
        case DatumKind::text:
            return json::make_string(plain_text(value));
        case DatumKind::list: {
            json::Value list = json::make_array();
            for (const Datum& item : value.items) list.items.push_back(to_gold(item));
            return list;
        }
        case DatumKind::record: {
            json::Value object = json::make_object();
            for (const DatumMember& member : value.members) {
                object.set(member.name, to_gold(member.value));
            }
            return object;
        }
    }
    return json::make_null();
}

}  // namespace kilter::gen
