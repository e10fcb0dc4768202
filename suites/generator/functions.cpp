#include "suites/generator/functions.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "suites/generator/calendar.hpp"
#include "suites/generator/ids.hpp"

namespace kilter::gen {
namespace {

std::uint64_t as_bound(long long value) {
    return value > 0 ? static_cast<std::uint64_t>(value) : 1;
}

// int(low, high, step): both ends included.
Result<Datum> draw_int(const Arguments& a, MakingContext& context) {
    const long long step = a.size() > 2 ? a[2].integer : 1;
    const long long places = (a[1].integer - a[0].integer) / (step > 0 ? step : 1) + 1;
    const auto drawn = static_cast<long long>(context.random.below(as_bound(places)));
    return make_int(a[0].integer + drawn * step);
}

Result<Datum> draw_date(const Arguments& a, MakingContext& context) {
    const auto low = day_from_iso(a[0].text);
    const auto high = day_from_iso(a[1].text);
    if (!low || !high || *high < *low) return fail("date() takes two days, as in '2026-03-01'");
    const auto drawn = static_cast<long long>(context.random.below(as_bound(*high - *low + 1)));
    return make_day(*low + drawn);
}

Result<Datum> fixed_day(const Arguments& a, MakingContext& /*context*/) {
    const auto day = day_from_iso(a[0].text);
    if (!day) return fail("'" + a[0].text + "' is no day");
    return make_day(*day);
}

Result<Datum> next_workday(const Arguments& a, MakingContext& /*context*/) {
    return make_day(to_workday(a[0].integer));
}

Result<Datum> pick_one(const Arguments& a, MakingContext& context) {
    const auto list = context.library.lists.find(a[0].text);
    if (list == context.library.lists.end() || list->second.empty()) {
        return fail("there is no list '" + a[0].text + "'");
    }
    std::set<std::size_t>& used = context.picked[a[0].text];
    if (used.size() >= list->second.size()) used.clear();
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < list->second.size(); ++i) {
        if (used.count(i) == 0) open.push_back(i);
    }
    const std::size_t chosen = open[context.random.below(open.size())];
    used.insert(chosen);
    return list->second[chosen];
}

Result<Datum> one_of(const Arguments& a, MakingContext& context) {
    return a[context.random.below(a.size())];
}

Result<Datum> make(const Arguments& a, MakingContext& context) {
    return make_block(a[0].text, context);
}

// rows(count, block): `no` counts from 1 within each.
Result<Datum> make_rows(const Arguments& a, MakingContext& context) {
    std::vector<Datum> rows;
    for (long long i = 1; i <= a[0].integer; ++i) {
        context.scopes.emplace_back();
        context.define("no", make_int(i));
        auto row = make_block(a[1].text, context);
        context.scopes.pop_back();
        if (!row) return row;
        row->members.push_back({"no", make_int(i)});
        rows.push_back(std::move(*row));
    }
    return make_list(std::move(rows));
}

Result<Datum> total(const Arguments& a, MakingContext& /*context*/) {
    long long sum = 0;
    for (const Datum& row : a[0].items) {
        const Datum* value = row.find(a[1].text);
        if (value == nullptr) return fail("rows have no '" + a[1].text + "'");
        sum += value->integer;
    }
    return make_int(sum);
}

Result<Datum> count(const Arguments& a, MakingContext& /*context*/) {
    return make_int(static_cast<long long>(a[0].items.size()));
}

// row(list, n): from 1; negative counts from the end.
Result<Datum> row(const Arguments& a, MakingContext& /*context*/) {
    const auto size = static_cast<long long>(a[0].items.size());
    const long long at = a[1].integer > 0 ? a[1].integer - 1 : size + a[1].integer;
    if (at < 0 || at >= size) return fail("there is no such row");
    return a[0].items[static_cast<std::size_t>(at)];
}

bool less_by(const std::string& column, const Datum& left, const Datum& right) {
    const Datum* a = left.find(column);
    const Datum* b = right.find(column);
    return a != nullptr && b != nullptr && a->integer < b->integer;
}

Result<Datum> largest(const Arguments& a, MakingContext& /*context*/) {
    if (a[0].items.empty()) return fail("there are no rows");
    return *std::max_element(
        a[0].items.begin(), a[0].items.end(),
        [&](const Datum& left, const Datum& right) { return less_by(a[1].text, left, right); });
}

Result<Datum> smallest(const Arguments& a, MakingContext& /*context*/) {
    if (a[0].items.empty()) return fail("there are no rows");
    return *std::min_element(
        a[0].items.begin(), a[0].items.end(),
        [&](const Datum& left, const Datum& right) { return less_by(a[1].text, left, right); });
}

// where(list, column, value)
Result<Datum> where(const Arguments& a, MakingContext& /*context*/) {
    std::vector<Datum> kept;
    for (const Datum& one : a[0].items) {
        const Datum* value = one.find(a[1].text);
        if (value != nullptr && plain_text(*value) == plain_text(a[2])) kept.push_back(one);
    }
    return make_list(std::move(kept));
}

// columns(list, 'name', 'gross:total'): records with these members; a colon renames one.
Result<Datum> columns(const Arguments& a, MakingContext& /*context*/) {
    std::vector<Datum> rows;
    for (const Datum& one : a[0].items) {
        Datum record;
        record.kind = DatumKind::record;
        for (std::size_t i = 1; i < a.size(); ++i) {
            const std::size_t colon = a[i].text.find(':');
            const std::string from = a[i].text.substr(0, colon);
            const Datum* value = one.find(from);
            if (value == nullptr) return fail("rows have no '" + from + "'");
            const std::string to = colon == std::string::npos ? from : a[i].text.substr(colon + 1);
            record.members.push_back({to, *value});
        }
        rows.push_back(std::move(record));
    }
    return make_list(std::move(rows));
}

// changed(record, 'limit', value): the record with another member.
Result<Datum> changed(const Arguments& a, MakingContext& /*context*/) {
    Datum record = a[0];
    for (DatumMember& member : record.members) {
        if (member.name != a[1].text) continue;
        member.value = a[2];
        return record;
    }
    return fail("the record has no '" + a[1].text + "'");
}

Result<Datum> list_of(const Arguments& a, MakingContext& /*context*/) {
    return make_list(a);
}

Result<Datum> joined_lists(const Arguments& a, MakingContext& /*context*/) {
    std::vector<Datum> all;
    for (const Datum& list : a) all.insert(all.end(), list.items.begin(), list.items.end());
    return make_list(std::move(all));
}

Result<Datum> shuffled(const Arguments& a, MakingContext& context) {
    std::vector<Datum> rows = a[0].items;
    context.random.shuffle(rows);
    return make_list(std::move(rows));
}

// Half up, for values of both signs away from zero.
long long divided(long long value, long long by) {
    const long long half = by / 2;
    return value >= 0 ? (value + half) / by : -((-value + half) / by);
}

Result<Datum> percent_of(const Arguments& a, MakingContext& /*context*/) {
    return make_int(divided(a[0].integer * a[1].integer, 100));
}

Result<Datum> rounded_to(const Arguments& a, MakingContext& /*context*/) {
    const long long step = a[1].integer > 0 ? a[1].integer : 1;
    return make_int(divided(a[0].integer, step) * step);
}

Result<Datum> digits(const Arguments& a, MakingContext& context) {
    return make_text(random_digits(static_cast<int>(a[0].integer), context.random));
}

Result<Datum> letters(const Arguments& a, MakingContext& context) {
    constexpr std::string_view k_letters = "ABCDEFGHJKLMNPRSTUVXZ";  // none that look like digits
    std::string text;
    for (long long i = 0; i < a[0].integer; ++i) {
        text += k_letters[context.random.below(k_letters.size())];
    }
    return make_text(text);
}

Result<Datum> tax_number(const Arguments& /*a*/, MakingContext& context) {
    return make_text(hungarian_tax_number(context.random));
}

Result<Datum> company_number(const Arguments& a, MakingContext& context) {
    return make_text(hungarian_company_number(a[0].text, context.random));
}

Result<Datum> account(const Arguments& /*a*/, MakingContext& context) {
    return make_text(hungarian_account(context.random));
}

Result<Datum> iban_number(const Arguments& a, MakingContext& context) {
    return make_text(iban(a[0].text, context.random));
}

Result<Datum> vat_number(const Arguments& /*a*/, MakingContext& context) {
    return make_text(british_vat_number(context.random));
}

constexpr std::array<FunctionEntry, 28> k_functions{{
    {"int", 2, draw_int},
    {"date", 2, draw_date},
    {"day", 1, fixed_day},
    {"workday", 1, next_workday},
    {"pick", 1, pick_one},
    {"one", 1, one_of},
    {"make", 1, make},
    {"rows", 2, make_rows},
    {"total", 2, total},
    {"count", 1, count},
    {"row", 2, row},
    {"largest", 2, largest},
    {"smallest", 2, smallest},
    {"where", 3, where},
    {"columns", 2, columns},
    {"list", 0, list_of},
    {"changed", 3, changed},
    {"joined", 1, joined_lists},
    {"shuffled", 1, shuffled},
    {"pct", 2, percent_of},
    {"round_to", 2, rounded_to},
    {"digits", 1, digits},
    {"letters", 1, letters},
    {"tax_no", 0, tax_number},
    {"company_no", 1, company_number},
    {"account", 0, account},
    {"iban", 1, iban_number},
    {"vat_no", 0, vat_number},
}};

}  // namespace

const FunctionEntry* find_draw_function(const std::string& name) {
    for (const FunctionEntry& entry : k_functions) {
        if (name == entry.name) return &entry;
    }
    return nullptr;
}

Result<Datum> call_function(const std::string& name, Arguments arguments, MakingContext& context) {
    const FunctionEntry* entry = find_draw_function(name);
    if (entry == nullptr) entry = find_format_function(name);
    if (entry == nullptr) return fail("there is no function '" + name + "'");
    if (arguments.size() < entry->least) return fail(name + "() lacks an argument");
    return entry->call(arguments, context);
}

}  // namespace kilter::gen
