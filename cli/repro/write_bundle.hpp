// Puts a bundle on the disk: every file, then SHA256SUMS, so that a folder without that one is no
// whole bundle. One thread.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "base/result.hpp"

namespace kilter {

// An error where the folder is there and holds anything, or is no folder; what was written before
// some other error stays.
Result<void> write_bundle(const std::filesystem::path& folder,
                          std::map<std::string, std::string> files);

// The first half of that check, for before the work.
Result<void> check_empty_folder(const std::filesystem::path& folder);

}  // namespace kilter
