#include "scorers/fields/records.hpp"

#include <algorithm>
#include <utility>

#include "base/json/real.hpp"
#include "base/json/write.hpp"
#include "base/text/normalize.hpp"

namespace kilter {
namespace {

bool has_flag(const FieldResult& result, std::string_view flag) {
    return std::find(result.flags.begin(), result.flags.end(), flag) != result.flags.end();
}

json::Value wrapped(std::string key, json::Value value) {
    json::Value object = json::make_object();
    object.set(std::move(key), std::move(value));
    return object;
}

}  // namespace

json::Value value_entry(const Field& field, const FieldResult& result) {
    if (has_flag(result, k_flag_conflict)) {
        return wrapped("conflict", json::make_string(result.raw.value_or("")));
    }
    if (!result.raw) return json::make_null();
    if (!result.canonical) {
        return has_flag(result, k_flag_null_as_string)
                   ? json::make_null()
                   : wrapped("unreadable", json::make_string(collapse_spaces(nfc(*result.raw))));
    }
    if (is_fuzzy(field)) {
        json::Value entry = wrapped("score", json::make_real(result.score));
        if (is_list(field.compare) || field.compare == Comparator::tool_call) {
            entry.set("value", json::make_string(*result.canonical));
        }
        return entry;
    }
    if (field.options.strict_types && has_flag(result, k_flag_coerced)) {
        return wrapped("text", json::make_string(*result.canonical));
    }
    return json::make_string(*result.canonical);
}

// Canonical members are sorted, so the mark, whose key is empty, stands first.
std::string_view values_of_record(std::string_view value_record) {
    constexpr std::string_view k_mark = "\"\":\"";
    if (value_record.starts_with("{")) value_record.remove_prefix(1);
    if (!value_record.starts_with(k_mark)) return value_record;
    value_record.remove_prefix(
        std::min(value_record.find('"', k_mark.size()), value_record.size() - 1) + 1);
    if (value_record.starts_with(",")) value_record.remove_prefix(1);
    return value_record;
}

void Records::mark_rejected(std::string_view parse_status) {
    values_.push_back({"", json::quote(parse_status)});  // no path is empty
}

void Records::mark_extra_keys(std::size_t count) {
    values_.push_back({".", std::to_string(count)});  // no path is a dot
    outcomes_.push_back(values_.back());
}

void Records::add(const Field& field, const FieldResult& result) {
    if (result.field_class == FieldClass::unavailable) return;  // waits for a judge
    values_.push_back({field.path, json::write_canonical(value_entry(field, result))});
    std::string outcome = "[\"";
    outcome += to_word(result.field_class);
    outcome += "\",";
    json::append_real(outcome, result.score);
    outcome += ']';
    outcomes_.push_back({field.path, std::move(outcome)});
}

std::string Records::record(const std::vector<Entry>& entries) {
    std::vector<const Entry*> order;
    order.reserve(entries.size());
    for (const Entry& entry : entries) order.push_back(&entry);
    std::stable_sort(order.begin(), order.end(),
                     [](const Entry* a, const Entry* b) { return a->path < b->path; });
    std::string out = "{";
    for (const Entry* entry : order) {
        if (out.size() > 1) out += ',';
        json::append_quoted(out, entry->path);
        out += ':';
        out += entry->json;
    }
    out += '}';
    return out;
}

std::string Records::value_record() const {
    return record(values_);
}

std::string Records::outcome_record() const {
    return record(outcomes_);
}

}  // namespace kilter
