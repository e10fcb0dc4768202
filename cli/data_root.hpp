// Where bundled suites and scenarios lie: $KILTER_DATA, else share/kilter beside the installed
// binary, else the checkout that the binary was built in. Any thread.
#pragma once

#include <filesystem>

#include "base/result.hpp"

namespace kilter {

Result<std::filesystem::path> data_root();

}  // namespace kilter
