// Checks the base URL of an engine. Credentials and queries are refused, because a URL is stored
// and shown; no message repeats a URL that might hold one. Pure, any thread.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"

namespace kilter {

// The URL without trailing slashes.
Result<std::string> check_base_url(std::string_view url);

}  // namespace kilter
