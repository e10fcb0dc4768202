// The comparator `tool_call`: which tool the engine called, with which arguments. Several calls are
// paired like the rows of a list: one too many costs its share. Pure, any thread.
#pragma once

#include <cstddef>

#include "base/json/value.hpp"
#include "harness/wire/completion.hpp"
#include "scorers/answer/extract.hpp"
#include "scorers/fields/comparator.hpp"
#include "suites/suite.hpp"

namespace kilter {

// The completion's calls as an answer: a list of {name, arguments} at the field's path. `clean`
// with an empty list where the engine wrote text and called nothing; `invalid_json` where the
// arguments of all calls are no JSON object.
Answer extract_calls(const Field& field, const Completion& completion);

// Gold may be one call or a list of calls. An element's name is the tool's.
Reading read_calls(const Field& field, const json::Value& value, std::size_t most);

double compare_calls(const Field& field, const Reading& gold, const Reading& answer);

// Some call names a tool that the item does not offer.
bool calls_unknown_tool(const Item& item, const Reading& answer);

}  // namespace kilter
