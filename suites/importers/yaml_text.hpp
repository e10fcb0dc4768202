// A JSON value as block YAML for suite files that people read on: mappings and lists one entry a
// line, short lists of scalars in brackets, texts in double quotes unless they are a plain word.
// Reads back through base/source_tree.hpp as the same value. Pure, any thread.
#pragma once

#include <string>

#include "base/json/value.hpp"

namespace kilter {

// `object` is an object; ends with a newline unless it is empty.
std::string yaml_text(const json::Value& object);

}  // namespace kilter
