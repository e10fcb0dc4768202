// Reads a scenario's YAML, loads its suites and renders every reply.
#include <algorithm>
#include <set>

#include "base/files.hpp"
#include "base/mapping_reader.hpp"
#include "harness/sim/answer_plan.hpp"
#include "harness/sim/length_bands.hpp"
#include "harness/sim/logprobs_reader.hpp"
#include "harness/sim/scenario.hpp"
#include "suites/load.hpp"

namespace kilter {
namespace {

using tree::Kind;
using tree::MappingReader;
using tree::Node;

constexpr int k_most_runs = 26;  // one letter each, at the most

class ScenarioReader {
  public:
    ScenarioReader(std::filesystem::path path, std::filesystem::path data_root,
                   Diagnostics& diagnostics)
        : path_(std::move(path)),
          file_(path_.string()),
          data_root_(std::move(data_root)),
          diagnostics_(diagnostics),
          scenario_(std::make_shared<Scenario>()) {}

    // Whether it can be used is told by the diagnostics.
    std::shared_ptr<Scenario> read(const Node& root) {
        MappingReader reader{root, file_, "scenario", diagnostics_};
        if (!reader.is_mapping()) return scenario_;
        scenario_->name = reader.required_string("scenario");
        scenario_->about = reader.string("about").value_or("");
        scenario_->api_key = reader.string("api_key");
        scenario_->runs = static_cast<int>(reader.integer("runs", 1, k_most_runs).value_or(1));
        read_suites(reader);
        read_texts(reader);
        read_prompt_tokens(reader);
        read_engines(reader);
        read_paths(reader);
        reader.finish();
        return scenario_;
    }

  private:
    void error(SourcePosition at, const std::string& message) {
        diagnostics_.error(file_, at, message);
    }

    void read_suites(MappingReader& reader) {
        const Node* node = reader.optional("suites");
        if (node == nullptr) return;
        const auto names = reader.strings("suites");
        scenario_->suites.reserve(names.size());
        for (const std::string& name : names) {
            const bool beside = name.starts_with("./") || name.starts_with("../");
            const auto folder = beside ? path_.parent_path() : data_root_;
            auto suite = load_suite((folder / name).lexically_normal(), diagnostics_);
            if (suite) scenario_->suites.push_back(std::move(*suite));
        }
        for (const Suite& suite : scenario_->suites) {
            for (const Item& item : suite.items) {
                const auto [first, added] = scenario_->by_messages.emplace(
                    messages_key(item.messages), scenario_->items.size());
                if (!added) {
                    error(node->at, "items '" + scenario_->items[first->second].item->id +
                                        "' and '" + item.id +
                                        "' send the same messages and cannot be told apart");
                }
                scenario_->items.push_back({suite.name, &item});
            }
        }
    }

    void read_texts(MappingReader& reader) {
        const Node* node = reader.optional("texts");
        if (node == nullptr) return;
        const MappingReader shape{*node, file_, "texts", diagnostics_};
        if (!shape.is_mapping()) return;
        for (const tree::Entry& entry : node->entries) {
            const std::string what = "text '" + entry.key + "'";
            const RecipeContext in{file_, what, texts_, diagnostics_};
            if (auto recipe = read_recipe(entry.value, in)) texts_[entry.key] = std::move(*recipe);
        }
    }

    // The item of an id, or of suite/id; npos and an error where there is none or more than one.
    std::size_t item_index(const std::string& name, SourcePosition at) {
        std::vector<std::size_t> found;
        for (std::size_t i = 0; i < scenario_->items.size(); ++i) {
            const ScenarioItem& one = scenario_->items[i];
            if (one.item->id == name || one.suite + "/" + one.item->id == name) found.push_back(i);
        }
        if (found.size() == 1) return found.front();
        if (found.empty()) {
            error(at, "no suite of the scenario has an item '" + name + "'");
        } else {
            error(at, "item '" + name + "' stands in more than one suite; write suite/item");
        }
        return std::string::npos;
    }

    void read_prompt_tokens(MappingReader& reader) {
        const Node* node = reader.optional("prompt_tokens");
        if (node == nullptr) return;
        MappingReader table{*node, file_, "prompt_tokens", diagnostics_};
        if (!table.is_mapping()) return;
        for (const tree::Entry& entry : node->entries) {
            const auto tokens = table.integer(entry.key, 0, 100'000'000);
            const std::size_t index = item_index(entry.key, entry.key_at);
            if (tokens && index != std::string::npos) prompt_tokens_[index] = *tokens;
        }
    }

    void read_engines(MappingReader& reader) {
        const Node* node = reader.required("engines");
        if (node == nullptr) return;
        const MappingReader shape{*node, file_, "engines", diagnostics_};
        if (!shape.is_mapping()) return;
        if (node->entries.empty()) error(node->at, "a scenario needs at least one engine");
        for (const tree::Entry& entry : node->entries) read_engine(entry);
    }

    void read_paths(MappingReader& reader) {
        const Node* node = reader.optional("paths");
        if (node == nullptr) return;
        const MappingReader shape{*node, file_, "paths", diagnostics_};
        if (!shape.is_mapping()) return;
        for (const tree::Entry& entry : node->entries) {
            const std::string what = "path '" + entry.key + "'";
            const RecipeContext in{file_, what, texts_, diagnostics_};
            if (auto scripts = read_scripts(entry.value, in)) {
                scenario_->paths[entry.key] = std::move(scripts);
            }
        }
    }

    void read_engine(const tree::Entry& entry) {
        const std::string what = "engine '" + entry.key + "'";
        MappingReader reader{entry.value, file_, what, diagnostics_};
        if (!reader.is_mapping()) return;
        EngineScript engine;
        engine.model = entry.key;
        if (const auto word =
                reader.one_of("reasoning_field", {"reasoning_content", "reasoning"})) {
            engine.reasoning_field = *word;
        }
        engine.chunk = static_cast<std::size_t>(reader.integer("chunk", 1, 1'000'000).value_or(16));
        engine.first_token =
            std::chrono::milliseconds{reader.integer("first_token_ms", 0, 600'000).value_or(0)};
        engine.token =
            std::chrono::milliseconds{reader.integer("token_ms", 0, 600'000).value_or(0)};
        read_behaviour(reader, what, engine);
        read_replies(reader, what, engine);
        reader.finish();
        scenario_->engines.push_back(std::move(engine));
    }

    void read_behaviour(MappingReader& reader, const std::string& what, EngineScript& engine) {
        if (const Node* node = reader.optional("logprobs")) {
            engine.logprobs = read_logprob_rules(*node, file_, what, diagnostics_);
        }
        if (const auto word = reader.one_of("varies_by", {"request", "cold", "company"})) {
            if (*word == "cold") engine.varies_by = VariesBy::cold;
            if (*word == "company") engine.varies_by = VariesBy::company;
        }
        engine.hold = std::chrono::milliseconds{reader.integer("hold_ms", 0, 60'000).value_or(0)};
        engine.tells_cached = reader.boolean("tells_cached").value_or(false);
    }

    void read_replies(MappingReader& reader, const std::string& what, EngineScript& engine) {
        const AnswerPlan none(static_cast<std::size_t>(scenario_->runs));
        const Node* common = reader.optional("default");
        const AnswerPlan defaults = common == nullptr ? none : plan(*common, what + ", default");
        if (const Node* node = reader.optional("other")) {
            const std::string where = what + ", other";
            const RecipeContext in{file_, where, texts_, diagnostics_};
            if (node->find("lengths") != nullptr) {
                engine.bands = read_length_bands(*node, in);
            } else {
                for (const AnswerDraft& draft : plan(*node, where)) {
                    engine.other.push_back(finish_reply(draft, nullptr, in));
                }
            }
        }
        std::map<std::size_t, AnswerPlan> own;
        if (const Node* node = reader.optional("items")) own = read_item_plans(*node, what);
        if (scenario_->items.empty() && engine.other.empty() && engine.bands.empty()) {
            error(reader_at(common), what + ": without suites, the answers stand under `other`");
        }
        for (std::size_t i = 0; i < scenario_->items.size(); ++i) {
            const auto found = own.find(i);
            engine.replies.push_back(
                item_replies(i, found == own.end() ? none : found->second, defaults, what));
        }
    }

    static SourcePosition reader_at(const Node* node) {
        return node == nullptr ? SourcePosition{} : node->at;
    }

    AnswerPlan plan(const Node& node, const std::string& where) {
        const RecipeContext in{file_, where, texts_, diagnostics_};
        return read_answer_plan(node, scenario_->runs, in);
    }

    std::map<std::size_t, AnswerPlan> read_item_plans(const Node& node, const std::string& what) {
        std::map<std::size_t, AnswerPlan> plans;
        const MappingReader shape{node, file_, what + ", items", diagnostics_};
        if (!shape.is_mapping()) return plans;
        for (const tree::Entry& entry : node.entries) {
            const std::size_t index = item_index(entry.key, entry.key_at);
            const std::string where = what + ", item '" + entry.key + "'";
            if (index != std::string::npos) plans[index] = plan(entry.value, where);
        }
        return plans;
    }

    std::vector<Reply> item_replies(std::size_t index, const AnswerPlan& own,
                                    const AnswerPlan& defaults, const std::string& what) {
        const Item& item = *scenario_->items[index].item;
        const std::string where = what + ", item '" + item.id + "'";
        const RecipeContext in{file_, where, texts_, diagnostics_};
        std::vector<Reply> replies;
        for (std::size_t run = 0; run < own.size(); ++run) {
            AnswerDraft draft = over(own[run], defaults[run]);
            if (draft.at.line == 0) draft.at = defaults[run].at;
            Reply reply = finish_reply(draft, &item, in);
            const auto tokens = prompt_tokens_.find(index);
            if (!reply.prompt_tokens && tokens != prompt_tokens_.end()) {
                reply.prompt_tokens = tokens->second;
            }
            replies.push_back(std::move(reply));
        }
        return replies;
    }

    std::filesystem::path path_;
    std::string file_;
    std::filesystem::path data_root_;
    Diagnostics& diagnostics_;
    std::shared_ptr<Scenario> scenario_;
    NamedRecipes texts_;
    std::map<std::size_t, long long> prompt_tokens_;
};

}  // namespace

std::shared_ptr<const Scenario> read_scenario(const std::filesystem::path& file,
                                              const std::filesystem::path& data_root,
                                              Diagnostics& diagnostics) {
    const auto text = read_file(file);
    if (text.has_error()) {
        diagnostics.error(file.string(), {}, text.error().message);
        return nullptr;
    }
    const auto root = tree::read_yaml(*text, file.string(), diagnostics);
    if (!root) return nullptr;
    auto scenario = ScenarioReader{file, data_root, diagnostics}.read(*root);
    if (diagnostics.has_errors()) return nullptr;
    return scenario;
}

}  // namespace kilter
