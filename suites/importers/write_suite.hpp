// Writes an imported suite as a folder: suite.yaml, items.jsonl, one text an item in docs/, and
// README.md with where it came from. What all items share stands in the suite's defaults.
// suite.yaml comes last, so that half a folder is no suite. One thread; blocking I/O.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "suites/importers/imported.hpp"

namespace kilter {

inline constexpr const char* k_suite_file = "suite.yaml";

// Fails where the folder is there and not empty: nothing of the user's is overwritten.
Result<void> prepare_suite_folder(const std::filesystem::path& folder);

// Into a folder made by prepare_suite_folder; may be called again for the same folder.
Result<void> write_suite_folder(const ImportedSuite& suite, const std::filesystem::path& folder);

}  // namespace kilter
