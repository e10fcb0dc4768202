#include "cli/load_input.hpp"

#include <algorithm>

#include "base/diagnostics.hpp"
#include "cli/terminal.hpp"
#include "config/load.hpp"
#include "suites/load.hpp"

namespace kilter {

namespace {

void complain(const Diagnostics& diagnostics) {
    std::string text = to_text(diagnostics);
    if (!text.empty() && text.back() == '\n') text.pop_back();
    if (!text.empty()) print_line(text);
}

// Empty: the store could not be read, which was said.
std::string kind_or_complain(StoreReader& reader, const std::string& id) {
    const auto rows = reader.experiments();  // without the texts of their suites
    if (!rows) {
        print_problem(rows.error().message);
        return {};
    }
    for (const ExperimentRow& row : *rows)
        if (row.id == id) return row.kind;
    print_problem("experiment " + id + " is not in the store any more");
    return {};
}

}  // namespace

std::optional<ExperimentConfig> load_config_or_complain(const std::string& path) {
    const std::filesystem::path file = path.empty() ? k_default_config : path;
    std::error_code error;
    if (path.empty() && !std::filesystem::exists(file, error)) {
        print_problem(
            "no config given and there is no kilter.yaml here; name one (config/example.yaml shows "
            "each key), or add --help to this command");
        return std::nullopt;
    }
    Diagnostics diagnostics;
    auto config = load_config(file, process_environment(), diagnostics);
    complain(diagnostics);
    return config;
}

std::shared_ptr<const Suite> load_suite_or_complain(const std::filesystem::path& path) {
    Diagnostics diagnostics;
    auto suite = load_suite(path, diagnostics);
    complain(diagnostics);
    return suite ? std::make_shared<const Suite>(std::move(*suite)) : nullptr;
}

std::optional<std::vector<std::shared_ptr<const Suite>>> load_suites_or_complain(
    const std::vector<std::filesystem::path>& paths) {
    std::vector<std::shared_ptr<const Suite>> suites;
    bool good = true;
    for (const std::filesystem::path& path : paths) {
        auto suite = load_suite_or_complain(path);
        if (!suite) {
            good = false;
            continue;
        }
        const bool twice = std::any_of(suites.begin(), suites.end(), [&](const auto& other) {
            return other->name == suite->name;
        });
        if (twice) {
            print_problem("two suites are named '" + suite->name + "'; rename one (" +
                          path.string() + ")");
            good = false;
        }
        suites.push_back(std::move(suite));
    }
    if (!good) return std::nullopt;
    return suites;
}

std::filesystem::path store_path(const std::string& option) {
    if (!option.empty()) return option;
    std::error_code error;
    if (std::filesystem::exists(k_default_config, error)) {
        Diagnostics ignored;
        if (const auto config = load_config(k_default_config, process_environment(), ignored))
            return config->store;
    }
    return k_default_store;
}

std::unique_ptr<StoreReader> open_store_or_complain(const std::string& option) {
    auto reader = StoreReader::open(store_path(option));
    if (reader) return std::move(*reader);
    print_problem(reader.error().message);
    return nullptr;
}

std::optional<std::string> experiment_or_complain(StoreReader& reader, const std::string& word,
                                                  const std::string& kind) {
    auto id = resolve_experiment(reader, word, kind);
    if (!id) {
        print_problem(id.error().message);
        return std::nullopt;
    }
    if (kind.empty()) return *id;
    const std::string found = kind_or_complain(reader, *id);
    if (found == kind) return *id;
    if (!found.empty())
        print_problem("experiment " + *id + " is a " + found + ", no " + kind +
                      "; kilter list shows the kind of each");
    return std::nullopt;
}

std::optional<std::string> suite_experiment_or_complain(StoreReader& reader,
                                                        const std::string& word) {
    auto id = experiment_or_complain(reader, word);
    if (!id) return std::nullopt;
    const std::string kind = kind_or_complain(reader, *id);
    if (kind.empty()) return std::nullopt;
    if (kind != "probe" && kind != "sweep") return *id;
    print_problem("experiment " + *id + " is a " + kind +
                  ", which has no gold to score by; kilter " + kind + " --stored " + *id +
                  " shows it");
    return std::nullopt;
}

}  // namespace kilter
