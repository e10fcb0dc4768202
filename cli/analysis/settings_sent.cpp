#include "cli/analysis/settings_sent.hpp"

#include <algorithm>
#include <set>

#include "config/words.hpp"
#include "harness/wire/request.hpp"

namespace kilter {

namespace {

constexpr std::string_view k_request = "request.";

constexpr Dialect k_dialects[] = {Dialect::openai,    Dialect::vllm,   Dialect::sglang,
                                  Dialect::llama_cpp, Dialect::ollama, Dialect::tensorrt_llm};

bool is_sent(const RequestParams& params, const std::string& key, Dialect dialect) {
    const auto unsent = fields_not_sent(params, dialect);
    return std::find(unsent.begin(), unsent.end(), key) == unsent.end();
}

Dialect dialect_of(const EngineConfig& engine, const std::vector<EngineRow>& measured) {
    if (engine.dialect != Dialect::automatic) return engine.dialect;
    for (const EngineRow& row : measured) {
        if (row.engine != engine.name) continue;
        if (const auto known = dialect_from(row.dialect)) return *known;
    }
    return engine.dialect;
}

std::string joined(const std::vector<std::string>& words) {
    std::string all;
    for (const std::string& word : words) all += (all.empty() ? "" : ", ") + word;
    return all;
}

Error sent_nowhere(const RequestParams& params, const std::string& key) {
    std::vector<std::string> able;
    for (const Dialect dialect : k_dialects)
        if (is_sent(params, key, dialect)) able.emplace_back(to_word(dialect));
    return fail("--set request." + key +
                " would be sent to none of these engines: their dialect has no word for it. The "
                "dialects " +
                joined(able) +
                " have one; where the engine is one of those, set its dialect in the config and "
                "measure again");
}

}  // namespace

Result<std::vector<std::string>> settings_as_sent(const ExperimentConfig& config,
                                                  const std::vector<EngineRow>& measured,
                                                  const std::vector<std::string>& settings) {
    std::vector<std::string> words;
    std::set<std::string> keys;
    for (const std::string& setting : settings) {
        std::string key = setting.substr(0, setting.find('='));
        if (!keys.insert(key).second) return fail("--set " + key + " is given twice; give it once");
        words.push_back(setting);
        if (!key.starts_with(k_request)) continue;
        key.erase(0, k_request.size());
        std::vector<std::string> without;
        for (const EngineConfig& engine : config.engines)
            if (!is_sent(config.request, key, dialect_of(engine, measured)))
                without.push_back(engine.name);
        if (without.empty()) continue;
        if (without.size() == config.engines.size()) return sent_nowhere(config.request, key);
        words.back() += " (not sent to " + joined(without) + ")";
    }
    return words;
}

}  // namespace kilter
