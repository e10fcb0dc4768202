#include "suites/importers/json_records.hpp"

#include <algorithm>

#include "base/text/normalize.hpp"
#include "suites/importers/imported.hpp"
#include "suites/importers/input_files.hpp"

namespace kilter {

std::vector<JsonRecord> read_json_lines(std::string_view text, const std::string& file,
                                        Diagnostics& diagnostics) {
    std::vector<JsonRecord> records;
    for (int number = 1; !text.empty(); ++number) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        if (is_blank(line)) continue;
        auto node = tree::read_json(line, file, number, diagnostics);
        if (node) records.push_back({file, number, std::move(*node), {}});
    }
    return records;
}

std::vector<JsonRecord> read_json_records(const std::filesystem::path& source,
                                          Diagnostics& diagnostics) {
    std::vector<JsonRecord> records;
    for (const auto& path : input_files(source, "", diagnostics)) {
        const std::string name = path.filename().string();
        const bool lines = name.ends_with(".jsonl");
        std::error_code ignored;
        const bool in_folder = std::filesystem::is_directory(source, ignored);
        if (in_folder && !lines && !name.ends_with(".json")) continue;
        const auto text = read_input(path, diagnostics);
        if (!text) continue;
        if (lines) {
            for (JsonRecord& one : read_json_lines(*text, path.string(), diagnostics)) {
                one.stem = path.stem().string() + "-" + std::to_string(one.line);
                records.push_back(std::move(one));
            }
        } else if (auto node = tree::read_json(*text, path.string(), 1, diagnostics)) {
            records.push_back({path.string(), 1, std::move(*node), path.stem().string()});
        }
    }
    return records;
}

}  // namespace kilter
