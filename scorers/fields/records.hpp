// The two records that stability compares: what the answer said (value) and what it earned
// (outcome). Whatever changes a class or a score stands in the value record too, so that equal
// value records mean equal outcome records. Pure, any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/value.hpp"
#include "scorers/fields/score_item.hpp"

namespace kilter {

// One field's entry in the value record: its canonical text; null where absent; an object for what
// has none: {"conflict": raw}, {"unreadable": raw}, {"text": canonical} (a string under strict
// types), {"score": s} (a fuzzy comparator, whose wording alone is no change of value), {"score":
// s, "value": canonical} (a list that holds such).
json::Value value_entry(const Field& field, const FieldResult& result);

// Collects {path: entry} and writes it as canonical JSON, its keys sorted.
class Records {
  public:
    // Kept apart from a clean answer of the same values, because it earns nothing.
    void mark_rejected(std::string_view parse_status);
    // Where extra keys cost points.
    void mark_extra_keys(std::size_t count);
    void add(const Field& field, const FieldResult& result);

    std::string value_record() const;
    std::string outcome_record() const;

  private:
    struct Entry {
        std::string path, json;
    };
    static std::string record(const std::vector<Entry>& entries);

    std::vector<Entry> values_, outcomes_;
};

}  // namespace kilter
