// The comparators that need little: ids, booleans, codes of a list. Each gives the canonical text
// of a value, nullopt where it is none. Pure, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/json/value.hpp"
#include "suites/field.hpp"

namespace kilter {

// Without white space, hyphens, dashes and invisible characters, except those in options.keep; case
// folded. Leading zeros and slashes stay; never read as a number.
std::optional<std::string> canonical_id(const FieldOptions& options, const json::Value& value);
// The same for running text (lint); nullopt never, the result may be empty.
std::string squeeze_id(const FieldOptions& options, std::string_view text);

// true, false, or a word for them: igen, nem, yes, no, true, false; ja and nein in German. 0 and 1
// are numbers, not booleans.
std::optional<std::string> canonical_boolean(const FieldOptions& options, const json::Value& value);

// The code as declared, for the code itself or one of its aliases. Without declared codes any text
// is one.
std::optional<std::string> canonical_code(const FieldOptions& options, const json::Value& value);

}  // namespace kilter
