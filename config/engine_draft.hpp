// One engine as written: every key optional, values checked on their own. Within config/ only. One
// thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/source_tree.hpp"
#include "config/experiment_config.hpp"

namespace kilter {

struct EngineDraft {
    SourcePosition at;
    std::string name;  // empty: none that could be used
    SourcePosition name_at;
    std::optional<std::string> extends;
    SourcePosition extends_at;
    std::optional<std::string> base_url, model;
    std::optional<std::optional<std::string>> api_key_env;  // inner nullopt: taken away by null
    std::optional<int> concurrency, retries;
    std::optional<Dialect> dialect;
    std::optional<CacheMode> cache;
    std::optional<Timeouts> timeout;
    std::optional<std::vector<std::string>> think_tags;
    std::optional<json::Value> extra_body, notes;
};

// `number` is the engine's place, from 1; it names an engine without a usable name.
EngineDraft read_engine_draft(const tree::Node& node, int number, const std::string& file,
                              Diagnostics& diagnostics);

// The keys of a judge: those of an engine that is asked but not measured (no name, extends, cache
// or notes). `request` is known to the reader and left to the caller.
EngineDraft read_judge_draft(const tree::Node& node, const std::string& file,
                             Diagnostics& diagnostics);

// A member that is named like a key, a word that looks like one, or a command line that passes one:
// what is kept with the results must not hold any.
bool holds_a_key(const tree::Node& node);

}  // namespace kilter
