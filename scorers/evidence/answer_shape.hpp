// Does a text have the form that an item asks for? Tells an engine that was made to keep to a
// schema from one that ignored the demand, and finds an answer that landed in the reasoning. It
// scores nothing. Immutable: any thread.
#pragma once

#include <optional>

#include "harness/wire/completion.hpp"
#include "suites/schema.hpp"
#include "suites/suite.hpp"

namespace kilter {

class AnswerShape {
  public:
    // `item` must outlive it.
    explicit AnswerShape(const Item& item);

    // The content is one JSON value, nothing else, and fits the item's schema: what a constrained
    // decoder must give.
    bool is_content_exact(const Completion& completion) const;
    // The reasoning holds JSON (whole, fenced or embedded): an object with a member that the gold
    // answer has too, or a list that fits the schema.
    bool is_in_reasoning(const Completion& completion) const;

  private:
    bool fits(const json::Value& value) const;

    const Item& item_;
    json::Kind root_ = json::Kind::object;
    std::optional<SchemaCheck> schema_;  // nullopt: the item has none that can be used
};

}  // namespace kilter
