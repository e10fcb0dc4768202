// Reads a suite from YAML (items inline or in a JSON Lines file), checks its structure, renders the
// prompts and takes the digests. All mistakes are gathered with file:line:column. Reads only
// regular files inside the suite's folder, each at most 16 MiB; expands no variables. One thread.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostics.hpp"
#include "base/result.hpp"
#include "suites/suite.hpp"

namespace kilter {

// nullopt and at least one error in `diagnostics` where the suite cannot be used.
std::optional<Suite> load_suite(const std::filesystem::path& path, Diagnostics& diagnostics);
// The same of a text in memory. `path` is where it would lie: its folder holds the files that the
// suite names, and messages name it; nothing need be there.
std::optional<Suite> parse_suite(std::string_view text, const std::filesystem::path& path,
                                 Diagnostics& diagnostics);

// The suite as it is kept in a store: one JSON text with texts of documents inside, and back.
// suite_from_json(suite_to_json(s)) has the same digests, messages and fields as s.
std::string suite_to_json(const Suite& suite);
// The same text in pieces, for those who need not hold it whole.
using TextSink = std::function<void(std::string_view piece)>;
void suite_to_json(const Suite& suite, const TextSink& sink);
SuiteStamp stamp_of(const Suite& suite);
Result<Suite> suite_from_json(std::string_view text);

}  // namespace kilter
