// Where bundled suites and scenarios lie: $KILTER_DATA, else share/kilter of the prefix that the
// binary is installed in, else the checkout that it was built from. Any thread.
#pragma once

#include <filesystem>

#include "base/result.hpp"

namespace kilter {

Result<std::filesystem::path> data_root();

}  // namespace kilter
