// Files: reading with a size limit, whole or in blocks; writing small ones atomically. Any thread.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace kilter {

inline constexpr std::size_t k_max_input_file = std::size_t{16} << 20;  // bytes

// In a file's name: the system cuts a name at a NUL, and a terminal obeys the others.
bool has_control_characters(std::string_view name);

// Only regular files (symlinks are followed); an error names the file and the reason.
Result<std::string> read_file(const std::filesystem::path& path,
                              std::size_t max_bytes = k_max_input_file);

// The same block by block, for a file that is too large to stand in memory beside what is made of
// it. A block ends with the call.
Result<void> read_blocks(const std::filesystem::path& path, std::size_t max_bytes,
                         const std::function<void(std::string_view block)>& each);

// Written beside the target and renamed over it: a reader sees the old or the new file, never half.
Result<void> write_file_atomically(const std::filesystem::path& path, std::string_view bytes);

}  // namespace kilter
