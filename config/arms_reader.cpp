#include "config/arms_reader.hpp"

#include <algorithm>
#include <map>

#include "base/text/near_miss.hpp"
#include "config/engine_draft.hpp"
#include "config/request_keys.hpp"
#include "config/words.hpp"

namespace kilter {
namespace {

using tree::Kind;
using tree::MappingReader;
using tree::Node;

constexpr long long k_most_concurrency = 4096;
constexpr std::size_t k_most_arms = 100;

class ArmReader {
  public:
    ArmReader(const std::vector<EngineConfig>& engines, const std::string& file,
              Diagnostics& diagnostics)
        : engines_(engines), file_(file), diagnostics_(diagnostics) {}

    ArmConfig read(const Node& node, int number) {
        ArmConfig arm;
        const Node* name = node.find("name");
        const bool named = name != nullptr && tree::is_name(name->text);
        what_ = named ? "arm '" + name->text + "'" : "arm " + std::to_string(number);
        MappingReader reader{node, file_, what_, diagnostics_};
        if (!reader.is_mapping()) return arm;
        read_name(reader, name, arm);
        if (const auto engine = reader.string("engine")) {
            arm.engine = *engine;
            check_engine(*node.find("engine"), *engine);
        }
        if (const Node* changes = reader.optional("override")) read_override(*changes, arm.changes);
        if (const Node* hook = reader.optional("before_arm")) read_hook(*hook, arm);
        reader.finish();
        check_kind(node, arm);
        return arm;
    }

  private:
    void error(SourcePosition at, const std::string& message) {
        diagnostics_.error(file_, at, what_ + ": " + message);
    }

    void read_name(MappingReader& reader, const Node* at, ArmConfig& arm) {
        const std::string name = reader.required_string("name");
        if (at == nullptr || at->kind != Kind::scalar) return;
        arm.name = name;
        if (!tree::is_name(name)) {
            error(at->at,
                  "the name must be 1 to 64 letters, digits, '.', '_' or '-', and start with a "
                  "letter or digit");
        } else if (name == k_aa_arm || name == "all" || name.starts_with("all-but-") ||
                   name.starts_with("up-to-")) {
            error(at->at, "this name is taken by an arm that kilter makes itself; choose another");
        }
        const auto [first, added] = lines_.emplace(name, at->at.line);
        if (!added) {
            error(at->at, "this name stands already at line " + std::to_string(first->second) +
                              "; names must be unique");
        }
    }

    void check_engine(const Node& at, const std::string& name) {
        std::vector<std::string> names;
        for (const EngineConfig& one : engines_) names.push_back(one.name);
        if (std::find(names.begin(), names.end(), name) != names.end()) return;
        const auto near = near_miss(name, names);
        error(at.at, "'" + name + "' is no engine of this file" +
                         (near ? "; did you mean '" + *near + "'?" : ""));
    }

    void read_override(const Node& node, ArmOverride& changes) {
        MappingReader reader{node, file_, what_ + ", override", diagnostics_};
        if (!reader.is_mapping()) return;
        if (const Node* request = reader.optional("request")) {
            RequestParams checked;
            read_request(*request, file_, what_ + ", override, request", checked, diagnostics_);
            for (const tree::Entry& entry : request->entries)
                changes.request.emplace_back(entry.key, entry.value.text);
        }
        if (const auto word = reader.one_of("cache", {"as_is", "cold"}))
            changes.cache = cache_mode_from(*word);
        if (const auto count = reader.integer("concurrency", 1, k_most_concurrency))
            changes.concurrency = static_cast<int>(*count);
        if (const auto word = reader.one_of("order", {"run_major", "item_major", "shuffled"}))
            changes.order = order_from(*word);
        changes.structured = reader.boolean("structured");
        if (const Node* extra = reader.optional("extra_body")) read_extra_body(*extra, changes);
        reader.finish();
    }

    void read_extra_body(const Node& node, ArmOverride& changes) {
        if (node.kind != Kind::mapping) {
            error(node.at, "extra_body must be a mapping that is merged into the request");
            return;
        }
        if (holds_a_key(node)) {
            error(node.at,
                  "extra_body seems to hold a key, and it is kept with the results; leave it out");
        }
        changes.extra_body = tree::to_json(node);
    }

    void read_hook(const Node& node, ArmConfig& arm) {
        if (node.kind != Kind::scalar || node.text.empty()) {
            error(node.at, "before_arm takes a command, as in ./restart.sh");
            return;
        }
        if (holds_a_key(node)) {
            error(node.at,
                  "before_arm seems to hold a key, and it is kept with the results; let the "
                  "command read it from its environment");
        }
        arm.before_arm = node.text;
    }

    void check_kind(const Node& node, const ArmConfig& arm) {
        const bool engine = node.find("engine") != nullptr;
        const bool changes = node.find("override") != nullptr;
        if (arm.name == k_baseline_arm) {
            if (engine || changes) {
                error(node.at,
                      "the baseline is the engine as configured; it takes before_arm only (choose "
                      "the engine with --engine)");
            }
            return;
        }
        if (engine && changes) {
            error(node.at, "give engine or override, not both");
        } else if (!engine && !changes && !arm.before_arm) {
            error(node.at,
                  "nothing differs from the baseline: give engine, override or before_arm");
        }
    }

    const std::vector<EngineConfig>& engines_;
    const std::string& file_;
    Diagnostics& diagnostics_;
    std::string what_;
    std::map<std::string, int> lines_;
};

}  // namespace

std::vector<ArmConfig> read_arms(const Node& node, const std::vector<EngineConfig>& engines,
                                 const std::string& file, Diagnostics& diagnostics) {
    std::vector<ArmConfig> arms;
    if (node.kind != Kind::sequence || node.items.empty() || node.items.size() > k_most_arms) {
        diagnostics.error(file, node.at,
                          "arms must be a list of 1 to 100 arms, each with a name and engine or "
                          "override");
        return arms;
    }
    ArmReader reader{engines, file, diagnostics};
    int number = 0;
    for (const Node& one : node.items) arms.push_back(reader.read(one, ++number));
    return arms;
}

}  // namespace kilter
