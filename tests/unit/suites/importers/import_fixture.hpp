// Runs an importer over a folder, writes what it made and loads that: the whole way but the command
// line. Sample data of others lies in KILTER_TEST_DATA, else beside the checkout in shared/data;
// tests of it are skipped where it is not there.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>

#include "base/json/write.hpp"
#include "suites/importers/import.hpp"
#include "suites/importers/write_suite.hpp"
#include "suites/load.hpp"
#include "tests/unit/suites/temp_folder.hpp"

namespace kilter::test {

// A folder with these files in it.
class FileTree {
  public:
    FileTree(std::initializer_list<std::pair<std::string, std::string>> files) {
        for (const auto& [name, bytes] : files) folder_.write(name, bytes);
    }
    const std::filesystem::path& path() const { return folder_.path(); }
    std::filesystem::path operator/(const std::string& name) const { return path() / name; }

  private:
    TempFolder folder_;
};

struct Import {
    std::optional<ImportedSuite> made;
    std::optional<Suite> suite;  // loaded from the written folder
    Diagnostics diagnostics;

    std::string messages() const { return to_text(diagnostics); }
    // The gold of an item as compact JSON; "" where there is no such item.
    std::string gold(std::string_view id) const {
        const Item* item = suite ? suite->find(id) : nullptr;
        return item == nullptr ? "" : json::write(item->gold);
    }
    std::string document(std::string_view id) const {
        const Item* item = suite ? suite->find(id) : nullptr;
        return item == nullptr ? "" : item->documents.at(0).text;
    }
    const Field* field(std::string_view id, std::string_view path) const {
        const Item* item = suite ? suite->find(id) : nullptr;
        if (item == nullptr) return nullptr;
        for (const Field& one : item->fields) {
            if (one.path == path) return &one;
        }
        return nullptr;
    }
};

inline Import run_import(const ImportRequest& request) {
    Import out;
    out.made = import_suite(request, out.diagnostics);
    if (!out.made) return out;
    out.made->name = "imported";
    const TempFolder folder;
    const auto target = folder.path() / "suite";
    const auto ready = prepare_suite_folder(target);
    if (!ready || !write_suite_folder(*out.made, target)) return out;
    out.suite = load_suite(target / k_suite_file, out.diagnostics);
    return out;
}

inline Import run_import(ImportKind kind, const std::filesystem::path& source,
                         const std::string& lang = "") {
    return run_import({kind, source, {}, lang});
}

// The folder of one sample data set; nullopt: it is not on this machine.
inline std::optional<std::filesystem::path> sample_data(const std::string& name) {
    const char* named = std::getenv("KILTER_TEST_DATA");
    const std::filesystem::path root =
        named != nullptr ? std::filesystem::path{named}
                         : std::filesystem::path{KILTER_SOURCE_DIR} / ".." / "shared" / "data";
    std::error_code ignored;
    if (!std::filesystem::is_directory(root / name, ignored)) return std::nullopt;
    return root / name;
}

}  // namespace kilter::test

// Ends the test, and says so, where the sample data is not on this machine.
#define KILTER_SAMPLE_DATA(variable, name)                 \
    const auto variable = kilter::test::sample_data(name); \
    if (!(variable)) SKIP("no sample data '" name "': set KILTER_TEST_DATA to where it lies")
