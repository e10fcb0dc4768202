#include "cli/isolation/switches.hpp"

#include <algorithm>
#include <functional>

#include "harness/wire/dialect.hpp"

namespace kilter {
namespace {

struct Scene {
    const ExperimentConfig& config;
    const EngineConfig& base;
    const RequestParams& params;
    const DialectTraits& traits;
    std::vector<const Item*> items;
    bool interleaved;

    bool any(const std::function<bool(const Item&)>& test) const {
        return std::any_of(items.begin(), items.end(),
                           [&](const Item* item) { return test(*item); });
    }
};

// Fills the change, or returns why the switch is not tried.
using Offer = std::string (*)(const Scene&, ArmOverride&);

std::string offer_cache(const Scene& scene, ArmOverride& changes) {
    if (scene.traits.cold == ColdSupport::none)
        return "the dialect " + std::string{to_word(scene.traits.dialect)} +
               " has no way to ask for a cold cache";
    if (scene.base.extra_body.find(scene.traits.cold_field) != nullptr)
        return "extra_body sets " + std::string{scene.traits.cold_field} + " itself";
    changes.cache = scene.base.cache == CacheMode::cold ? CacheMode::as_is : CacheMode::cold;
    return "";
}

std::string offer_concurrency(const Scene& scene, ArmOverride& changes) {
    if (scene.items.size() == 1 && scene.interleaved)
        return "one item gives turns of one request; --schedule blocked sends its runs together";
    changes.concurrency = scene.base.concurrency == 1 ? k_busy_concurrency : 1;
    return "";
}

std::string offer_stream(const Scene& scene, ArmOverride& changes) {
    if (scene.config.stop_loops) return "stop_loops cuts answers while they stream";
    changes.request.emplace_back("stream", scene.params.stream ? "false" : "true");
    return "";
}

std::string offer_logprobs(const Scene& scene, ArmOverride& changes) {
    const bool tools = scene.any([](const Item& item) { return !item.tools.empty(); });
    if (tools && scene.params.stream && scene.traits.dialect == Dialect::llama_cpp)
        return "llama.cpp refuses logprobs with tools in a stream";
    changes.request.emplace_back("logprobs",
                                 scene.params.logprobs ? "none" : std::to_string(k_tried_logprobs));
    return "";
}

std::string offer_structured(const Scene& scene, ArmOverride& changes) {
    const auto has_schema = [](const Item& item) { return !item.schema.is_null(); };
    const auto is_free = [](const Item& item) {
        return !item.schema.is_null() && !item.structured;
    };
    if (!scene.any(has_schema)) return "no chosen item has a schema";
    changes.structured = scene.any(is_free);
    return "";
}

std::string offer_seed(const Scene& scene, ArmOverride& changes) {
    changes.request.emplace_back("seed", scene.params.seed ? "none" : std::to_string(k_tried_seed));
    return "";
}

std::string offer_order(const Scene& scene, ArmOverride& changes) {
    if (scene.items.size() == 1) return "one item has no order";
    const bool shuffled = order_for(scene.config, scene.base) == Order::shuffled;
    changes.order = shuffled ? Order::run_major : Order::shuffled;
    return "";
}

struct KnownSwitch {
    const char* name;
    Offer offer;
};

constexpr KnownSwitch k_switches[] = {
    {"cache", offer_cache},       {"concurrency", offer_concurrency}, {"stream", offer_stream},
    {"logprobs", offer_logprobs}, {"structured", offer_structured},   {"seed", offer_seed},
    {"order", offer_order},
};

}  // namespace

OfferedSwitches offered_switches(const ExperimentConfig& config, const EngineConfig& base,
                                 Dialect dialect, const std::vector<PlannedSuite>& suites,
                                 bool interleaved) {
    Scene scene{config, base, params_for(config, base), traits_of(dialect), {}, interleaved};
    for (const PlannedSuite& planned : suites)
        scene.items.insert(scene.items.end(), planned.items.begin(), planned.items.end());
    OfferedSwitches out;
    for (const KnownSwitch& known : k_switches) {
        Switch one;
        one.name = known.name;
        std::string reason = known.offer(scene, one.changes);
        if (reason.empty())
            out.offered.push_back(std::move(one));
        else
            out.not_tried.push_back({known.name, std::move(reason)});
    }
    return out;
}

std::vector<Switch> own_switches(const std::vector<ArmConfig>& arms) {
    std::vector<Switch> out;
    for (const ArmConfig& arm : arms) {
        if (arm.name == k_baseline_arm) continue;
        out.push_back({arm.name, arm.changes, arm.engine, arm.before_arm});
    }
    return out;
}

}  // namespace kilter
