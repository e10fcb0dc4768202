// The version that `kilter --version` prints. Set by the build from the project's version.
#pragma once

#include <string_view>

namespace kilter {

inline constexpr std::string_view k_version = "kilter " KILTER_VERSION;

}  // namespace kilter
