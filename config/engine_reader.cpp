#include "config/engine_reader.hpp"

#include <map>

#include "base/text/near_miss.hpp"
#include "config/engine_draft.hpp"

namespace kilter {
namespace {

template <class T>
void inherit(std::optional<T>& own, const std::optional<T>& parent) {
    if (!own) own = parent;
}

void inherit_all(EngineDraft& own, const EngineDraft& parent) {
    inherit(own.base_url, parent.base_url);
    inherit(own.model, parent.model);
    inherit(own.api_key_env, parent.api_key_env);
    inherit(own.concurrency, parent.concurrency);
    inherit(own.retries, parent.retries);
    inherit(own.dialect, parent.dialect);
    inherit(own.cache, parent.cache);
    inherit(own.timeout, parent.timeout);
    inherit(own.think_tags, parent.think_tags);
    inherit(own.extra_body, parent.extra_body);
    inherit(own.notes, parent.notes);
}

class Resolver {
  public:
    Resolver(std::vector<EngineDraft> drafts, const std::string& file, Diagnostics& diagnostics)
        : drafts_(std::move(drafts)),
          states_(drafts_.size(), State::untouched),
          file_(file),
          diagnostics_(diagnostics) {
        for (std::size_t i = 0; i < drafts_.size(); ++i) index(i);
    }

    std::vector<EngineConfig> resolve_all() {
        std::vector<EngineConfig> engines;
        for (std::size_t i = 0; i < drafts_.size(); ++i) {
            if (!resolve(i)) continue;
            const EngineDraft& draft = drafts_[i];
            engines.push_back(
                complete_engine(draft, "engine '" + draft.name + "'", file_, diagnostics_));
        }
        return engines;
    }

  private:
    enum class State { untouched, open, done, failed };

    void index(std::size_t i) {
        const EngineDraft& draft = drafts_[i];
        if (draft.name.empty()) return;
        const auto [first, added] = by_name_.emplace(draft.name, i);
        if (added) return;
        diagnostics_.error(file_, draft.name_at,
                           "engine '" + draft.name + "' stands already at line " +
                               std::to_string(drafts_[first->second].name_at.line) +
                               "; names must be unique");
    }

    // False where the engine cannot be completed; that has been reported.
    bool resolve(std::size_t i) {
        EngineDraft& draft = drafts_[i];
        if (states_[i] == State::done || states_[i] == State::failed) {
            return states_[i] == State::done;
        }
        if (states_[i] == State::open) {
            diagnostics_.error(file_, draft.extends_at,
                               "engine '" + draft.name + "': extends goes in a circle");
            return false;
        }
        states_[i] = State::open;
        bool good = !draft.name.empty();
        if (draft.extends) {
            const auto parent = parent_of(draft);
            good = parent && resolve(*parent) && good;
            if (good) inherit_all(draft, drafts_[*parent]);
        }
        states_[i] = good ? State::done : State::failed;
        return good;
    }

    std::optional<std::size_t> parent_of(const EngineDraft& draft) {
        const auto found = by_name_.find(*draft.extends);
        if (found != by_name_.end()) return found->second;
        std::vector<std::string> names;
        for (const auto& [name, place] : by_name_) names.push_back(name);
        const auto near = near_miss(*draft.extends, names);
        diagnostics_.error(file_, draft.extends_at,
                           "engine '" + draft.name + "' extends '" + *draft.extends +
                               "', which is no engine of this file" +
                               (near ? "; did you mean '" + *near + "'?" : ""));
        return std::nullopt;
    }

    std::vector<EngineDraft> drafts_;
    std::vector<State> states_;
    std::map<std::string, std::size_t> by_name_;
    const std::string& file_;
    Diagnostics& diagnostics_;
};

}  // namespace

EngineConfig complete_engine(const EngineDraft& draft, const std::string& what,
                             const std::string& file, Diagnostics& diagnostics) {
    if (!draft.base_url) {
        diagnostics.error(file, draft.at,
                          what + " has no base_url, as in http://localhost:8000/v1");
    }
    if (!draft.model) {
        diagnostics.error(file, draft.at, what + " has no model, the name the engine serves");
    }
    EngineConfig engine;
    engine.name = draft.name;
    engine.base_url = draft.base_url.value_or("");
    engine.model = draft.model.value_or("");
    if (draft.api_key_env) engine.api_key_env = *draft.api_key_env;
    engine.concurrency = draft.concurrency.value_or(engine.concurrency);
    engine.dialect = draft.dialect.value_or(engine.dialect);
    engine.cache = draft.cache.value_or(engine.cache);
    engine.timeout = draft.timeout.value_or(engine.timeout);
    engine.retries = draft.retries.value_or(engine.retries);
    engine.think_tags = draft.think_tags.value_or(engine.think_tags);
    engine.extra_body = draft.extra_body.value_or(json::make_null());
    engine.notes = draft.notes.value_or(json::make_null());
    return engine;
}

std::vector<EngineConfig> read_engines(const tree::Node& node, const std::string& file,
                                       Diagnostics& diagnostics) {
    if (node.kind != tree::Kind::sequence || node.items.empty()) {
        diagnostics.error(file, node.at,
                          "engines must be a list of at least one engine, each with name, base_url "
                          "and model");
        return {};
    }
    std::vector<EngineDraft> drafts;
    for (const tree::Node& one : node.items) {
        drafts.push_back(
            read_engine_draft(one, static_cast<int>(drafts.size()) + 1, file, diagnostics));
    }
    return Resolver{std::move(drafts), file, diagnostics}.resolve_all();
}

}  // namespace kilter
