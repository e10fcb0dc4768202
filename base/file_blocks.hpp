// A file read block by block, for those that are too large to stand in memory beside what is made
// of them. Any thread.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string_view>

#include "base/result.hpp"

namespace kilter {

// As read_file() of base/files.hpp, with its refusals and messages; each block ends with the call.
Result<void> read_blocks(const std::filesystem::path& path, std::size_t max_bytes,
                         const std::function<void(std::string_view block)>& each);

}  // namespace kilter
