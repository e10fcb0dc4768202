// The files that an importer reads: found in the order of their names, at most 16 MiB each, checked
// as UTF-8. Every problem is a diagnostic that names the file, and the line where there is one.
// One thread.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"

namespace kilter {

// The file itself, or the files of a folder (not below it) whose name ends in `suffix`, in byte
// order of their names. Empty: an error was reported.
std::vector<std::filesystem::path> input_files(const std::filesystem::path& source,
                                               std::string_view suffix, Diagnostics& diagnostics);

// UTF-8 without BOM, LF line ends. nullopt: an error was reported.
std::optional<std::string> read_input(const std::filesystem::path& path, Diagnostics& diagnostics);
// The same, but bytes that are no UTF-8 become U+FFFD and control characters spaces, with a
// warning.
std::optional<std::string> read_damaged_input(const std::filesystem::path& path,
                                              Diagnostics& diagnostics);

// Foreign text on one line: repaired UTF-8, no control characters, white-space runs as one space.
std::string flat_text(std::string_view text);

}  // namespace kilter
