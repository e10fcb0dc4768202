// Parts of a plan as JSON values, shared by the stored plan and its digest. Within config/ only.
// Pure, any thread.
#pragma once

#include "base/json/value.hpp"
#include "config/experiment_config.hpp"

namespace kilter {

// Literals stay as the user wrote them; what is not set is left out.
json::Value request_to_json(const RequestParams& params);
// What can change an output: no timeouts, retries, notes, key names.
json::Value engine_condition_to_json(const EngineConfig& engine);
// All of it, in the words of the config file.
json::Value engine_to_json(const EngineConfig& engine);

// The same of a judge, with its request.
json::Value judge_to_json(const JudgeConfig& judge);

}  // namespace kilter
