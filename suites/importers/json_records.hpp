// The records of a JSON data set: one file with one object, a JSON Lines file, or a folder of
// either. Every record keeps its place for messages. One thread.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/source_tree.hpp"

namespace kilter {

struct JsonRecord {
    std::string file;
    int line = 1;  // where the record begins
    tree::Node node;
    std::string stem;  // of the file, for an id
};

// Files that end in .jsonl hold a record a line, those in .json one. What cannot be read is an
// error in `diagnostics` and missing here; whether anything was found is for the caller to ask.
std::vector<JsonRecord> read_json_records(const std::filesystem::path& source,
                                          Diagnostics& diagnostics);

// Every record is a line of `text`; blank lines are skipped.
std::vector<JsonRecord> read_json_lines(std::string_view text, const std::string& file,
                                        Diagnostics& diagnostics);

}  // namespace kilter
