// The JSON values of a kept response body: the body itself, or the data of each event of a stream.
// For what is looked up in a body after the fact; a Completion is made by response.hpp. Pure, any
// thread.
#pragma once

#include <functional>
#include <string_view>

#include "base/json/value.hpp"

namespace kilter {

// In order; what is no JSON is passed over. Lone surrogates are kept.
void for_each_value(std::string_view body, const std::function<void(const json::Value&)>& each);

// The choice of index 0 (or of none); nullptr where the value has no such choice.
const json::Value* first_choice(const json::Value& value);

}  // namespace kilter
