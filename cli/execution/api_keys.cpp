#include "cli/execution/api_keys.hpp"

#include <algorithm>

#include "config/load.hpp"

namespace kilter {

namespace {

// `who` names the owner in messages. Empty where it wants no key.
Result<std::string> key_of(const EngineConfig& engine, const std::string& who,
                           const Environment& environment) {
    if (!engine.api_key_env) return std::string{};
    auto key = environment(*engine.api_key_env);
    if (!key || key->empty())
        return fail(who + " wants its key in the variable " + *engine.api_key_env +
                    ", which is not set; export it, or drop api_key_env");
    // It becomes a header: a line end in it would begin another one.
    const auto is_printed = [](char c) { return c > 0x20 && c != 0x7F; };
    if (!std::all_of(key->begin(), key->end(), is_printed))
        return fail("the key in " + *engine.api_key_env +
                    " has white space or control characters in it; export it without them");
    return std::move(*key);
}

}  // namespace

Result<std::map<std::string, std::string>> api_keys_of(const ExperimentConfig& config) {
    const Environment environment = process_environment();
    std::map<std::string, std::string> keys;
    for (const EngineConfig& engine : config.engines) {
        auto key = key_of(engine, "engine '" + engine.name + "'", environment);
        if (!key) return key.error();
        if (!key->empty()) keys[engine.name] = std::move(*key);
    }
    return keys;
}

Result<std::string> judge_key_of(const ExperimentConfig& config) {
    if (!config.judge) return std::string{};
    return key_of(config.judge->engine, "the judge", process_environment());
}

}  // namespace kilter
