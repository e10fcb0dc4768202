#include "config/plan_digest.hpp"

#include <algorithm>

#include "base/json/write.hpp"
#include "base/sha256.hpp"
#include "config/as_json.hpp"
#include "config/isolation_json.hpp"

namespace kilter {
namespace {

using json::Value;

Value suite_part(const Suite& suite, const std::set<std::string>& selected) {
    Value ids = json::make_array();
    for (const Item& item : suite.items) {
        const bool chosen = selected.empty() || selected.count(suite.name + "/" + item.id) > 0;
        if (chosen) ids.items.push_back(json::make_string(item.id));
    }
    Value out = json::make_object();
    out.set("suite", json::make_string(suite.name));
    out.set("prompts_digest", json::make_string(suite.prompts_digest));
    out.set("items", std::move(ids));
    return out;
}

// extra_body goes in as text: canonical JSON would sort its members, and their order is on the
// wire.
Value engine_part(const EngineConfig& engine) {
    Value out = engine_condition_to_json(engine);
    out.set("extra_body", json::make_string(json::write(engine.extra_body)));
    const Value own = own_asking_to_json(engine);
    for (const json::Member& member : own.members) out.set(member.key, member.value);
    return out;
}

}  // namespace

std::string plan_digest(const ExperimentConfig& config, const std::vector<const Suite*>& suites,
                        const std::set<std::string>& selected) {
    Value suite_parts = json::make_array();
    for (const Suite* suite : suites) suite_parts.items.push_back(suite_part(*suite, selected));
    Value engines = json::make_array();
    for (const EngineConfig& engine : config.engines) engines.items.push_back(engine_part(engine));
    // The seed counts only where something is shuffled.
    const bool shuffled =
        config.order == Order::shuffled ||
        std::any_of(config.engines.begin(), config.engines.end(),
                    [](const EngineConfig& engine) { return engine.order == Order::shuffled; });
    Value out = json::make_object();
    out.set("schema", json::make_string("kilter.plan-digest/1"));
    out.set("suites", std::move(suite_parts));
    out.set("engines", std::move(engines));
    out.set("request", request_to_json(config.request));
    if (config.stop_loops) out.set("stop_loops", json::make_integer(*config.stop_loops));
    if (config.turns) out.set("turns", json::make_boolean(true));
    if (config.isolation) out.set("isolation", isolation_condition_to_json(*config.isolation));
    out.set("runs", json::make_integer(config.runs));
    out.set("order", json::make_string(std::string{to_word(config.order)}));
    out.set("shuffle_seed",
            shuffled ? json::make_number(std::to_string(config.shuffle_seed)) : json::make_null());
    return sha256_hex(json::write_canonical(out));
}

}  // namespace kilter
