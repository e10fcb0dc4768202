#include "cli/execution/api_keys.hpp"

#include "config/load.hpp"

namespace kilter {

Result<std::map<std::string, std::string>> api_keys_of(const ExperimentConfig& config) {
    const Environment environment = process_environment();
    std::map<std::string, std::string> keys;
    for (const EngineConfig& engine : config.engines) {
        if (!engine.api_key_env) continue;
        auto key = environment(*engine.api_key_env);
        if (!key || key->empty())
            return fail("engine '" + engine.name + "' wants its key in the variable " +
                        *engine.api_key_env + ", which is not set; export it, or drop api_key_env");
        keys[engine.name] = std::move(*key);
    }
    return keys;
}

}  // namespace kilter
