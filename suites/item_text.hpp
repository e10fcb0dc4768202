// Parts of items as JSON text, shared by the digests and the stored form, so that what is hashed
// and what is kept cannot drift apart. What repeats from item to item is written once. Within
// suites/ only. One object per thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json/value.hpp"
#include "suites/suite.hpp"

namespace kilter {

// Canonical: members sorted by name.
enum class TextForm { stored, canonical };

// The text of schemas one after the other; what is asked for outlives the next question.
class SchemaTexts {
  public:
    explicit SchemaTexts(TextForm form) : form_(form) {}
    const std::string& of(const SharedValue& schema);

  private:
    TextForm form_;
    const SharedValue* last_ = nullptr;
    std::string text_;
};

// The same of lists of fields. Every option is written, defaults too: a later default changes no
// digest.
class FieldTexts {
  public:
    explicit FieldTexts(TextForm form) : form_(form) {}
    const std::string& of(const FieldList& fields);

  private:
    TextForm form_;
    const FieldList* last_ = nullptr;
    std::vector<std::string> each_;
    std::string text_;  // of all
};

void append_integer_or_null(std::string& out, const std::optional<int>& value);

}  // namespace kilter
