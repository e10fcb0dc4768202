#include "config/load.hpp"

#include <algorithm>
#include <system_error>

#include "base/files.hpp"
#include "base/source_tree.hpp"
#include "config/arms_reader.hpp"
#include "config/expand.hpp"
#include "config/own_fields.hpp"
#include "config/plan_reader.hpp"

namespace kilter {
namespace {

namespace fs = std::filesystem;
using tree::Kind;
using tree::MappingReader;
using tree::Node;

class ConfigReader {
  public:
    ConfigReader(const fs::path& path, Diagnostics& diagnostics)
        : file_(path.string()), folder_(path.parent_path()), diagnostics_(diagnostics) {}

    ExperimentConfig read(const Node& root) {
        ExperimentConfig config;
        MappingReader reader{root, file_, "config", diagnostics_};
        if (!reader.is_mapping()) return config;
        if (const auto store = reader.string("store")) {
            if (store->empty()) error(*root.find("store"), "store is empty");
            config.store = resolve(*store);
        }
        if (const Node* suites = reader.required("suites")) read_suites(*suites, config.suites);
        read_plan(reader, file_, config, diagnostics_);
        if (const Node* arms = reader.optional("arms"))
            config.arms = read_arms(*arms, config.engines, file_, diagnostics_);
        refuse_own_fields(root, file_, diagnostics_);
        reader.finish();
        return config;
    }

  private:
    void error(const Node& node, const std::string& message) {
        diagnostics_.error(file_, node.at, message);
    }

    fs::path resolve(const std::string& text) const {
        return (folder_ / fs::path{text}).lexically_normal();
    }

    void read_suites(const Node& node, std::vector<fs::path>& suites) {
        if (node.kind == Kind::scalar) {
            read_suite(node, suites);
        } else if (node.kind == Kind::sequence && !node.items.empty()) {
            for (const Node& one : node.items) read_suite(one, suites);
        } else {
            error(node, "suites must be a list of suite files, as in [suites/starter/main.yaml]");
        }
    }

    void read_suite(const Node& node, std::vector<fs::path>& suites) {
        if (node.kind != Kind::scalar || node.text.empty()) {
            error(node, "suites must hold the paths of suite files");
            return;
        }
        const fs::path path = resolve(node.text);
        std::error_code problem;
        const fs::file_status status = fs::status(path, problem);
        if (!fs::exists(status)) {
            error(node, "there is no suite file '" + path.string() +
                            "'; paths are relative to this file");
        } else if (fs::is_directory(status)) {
            error(node, "'" + path.string() + "' is a folder; name the suite's YAML file in it");
        } else if (std::find(suites.begin(), suites.end(), path) != suites.end()) {
            error(node, "the suite '" + node.text + "' stands twice in the list");
        }
        suites.push_back(path);
    }

    std::string file_;
    fs::path folder_;
    Diagnostics& diagnostics_;
};

std::ptrdiff_t count_errors(const Diagnostics& diagnostics) {
    return std::count_if(
        diagnostics.all().begin(), diagnostics.all().end(),
        [](const Diagnostic& one) { return one.severity == Diagnostic::Severity::error; });
}

bool same_place(SourcePosition a, SourcePosition b) {
    return a.line == b.line && a.column == b.column;
}

// Hands on what was found, without what only follows from a variable that is not set.
void hand_on(const Diagnostics& found, const Diagnostics& unset, Diagnostics& diagnostics) {
    for (const Diagnostic& one : found.all()) {
        const bool follows =
            std::any_of(unset.all().begin(), unset.all().end(),
                        [&](const Diagnostic& other) { return same_place(other.at, one.at); });
        if (follows) continue;
        if (one.severity == Diagnostic::Severity::error) {
            diagnostics.error(one.file, one.at, one.message);
        } else {
            diagnostics.warning(one.file, one.at, one.message);
        }
    }
}

}  // namespace

std::optional<ExperimentConfig> load_config(const fs::path& path, const Environment& environment,
                                            Diagnostics& diagnostics) {
    const Result<std::string> text = read_file(path);
    if (text.has_error()) {
        diagnostics.error(path.string(), {}, text.error().message);
        return std::nullopt;
    }
    return parse_config(*text, path, environment, diagnostics);
}

std::optional<ExperimentConfig> parse_config(std::string_view text, const fs::path& path,
                                             const Environment& environment,
                                             Diagnostics& diagnostics) {
    const std::string file = path.string();
    const auto before = count_errors(diagnostics);
    auto root = tree::read_yaml(text, file, diagnostics);
    if (!root) return std::nullopt;
    Diagnostics unset;
    expand_variables(*root, file, environment, unset);
    Diagnostics found;
    ExperimentConfig config = ConfigReader{path, found}.read(*root);
    hand_on(unset, {}, diagnostics);
    hand_on(found, unset, diagnostics);
    if (count_errors(diagnostics) != before) return std::nullopt;
    config.source_text = text;
    return config;
}

}  // namespace kilter
