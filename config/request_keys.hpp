// The keys of `request:`, one table for the config file, the stored plan and `--set`: what each
// takes and where it goes. Values are literals and stay so. Within config/ only. Pure, any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/result.hpp"
#include "base/source_tree.hpp"
#include "config/experiment_config.hpp"

namespace kilter {

// Sets one value; `none` leaves out an optional one. The error names the key and what it takes.
Result<void> set_request_value(RequestParams& params, std::string_view key, std::string_view text);

// A mapping of such keys. `what` names it in messages, as in "request".
void read_request(const tree::Node& node, const std::string& file, const std::string& what,
                  RequestParams& params, Diagnostics& diagnostics);

bool is_request_key(std::string_view key);
std::vector<std::string> request_keys();

}  // namespace kilter
