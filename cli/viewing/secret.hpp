// The token of the local page: made anew at every start, known to whoever saw the address that was
// printed, compared without telling by its time how much of it was right. Any thread.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"

namespace kilter {

// 256 random bits as 64 characters, [0-9a-f]. An error: the system has no randomness to give.
Result<std::string> new_secret();

// False where `expected` is empty.
bool same_secret(std::string_view given, std::string_view expected);

}  // namespace kilter
