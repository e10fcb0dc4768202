// The options of one comparator, as they stand beside `compare:`. Each is typed, ranged and known
// to its comparators only; the parts of lists and calls are read by field_reader.cpp. Within
// suites/ only. One thread.
#pragma once

#include <string>

#include "base/diagnostics.hpp"
#include "base/source_tree.hpp"
#include "suites/field_reader.hpp"

namespace kilter {

// One field under construction and where its mistakes go.
struct OptionPlace {
    FieldDraft& draft;
    tree::MappingReader& reader;
    const std::string& file;
    const std::string& what;
    Diagnostics& diagnostics;
    // The field has one gold text, so that aliases may list its other readings; a part has none.
    bool has_gold_text = true;

    FieldOptions& options() const { return draft.field.options; }
    void error(SourcePosition at, const std::string& message) const {
        diagnostics.error(file, at, what + ": " + message);
    }
};

void read_options(const OptionPlace& in);

}  // namespace kilter
