// The response_format member that makes a dialect constrain the answer to a schema; there is no
// shape that all of them take. Pure, any thread.
#pragma once

#include "base/json/value.hpp"
#include "config/experiment_config.hpp"

namespace kilter {

json::Value response_format(const json::Value& schema, Dialect dialect);

}  // namespace kilter
