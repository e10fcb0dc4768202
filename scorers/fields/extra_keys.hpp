// Members of an answer that nobody asked for: no field, not on the way to one, no property of the
// schema; inside rows and calls, no column and no argument. Pure, any thread.
#pragma once

#include <map>
#include <string>

#include "base/json/value.hpp"
#include "suites/suite.hpp"

namespace kilter {

// By path ("lines[].colour"), each once with its first value, which points into `answer`.
std::map<std::string, const json::Value*> find_extra_keys(const Item& item,
                                                          const json::Value& answer);

}  // namespace kilter
