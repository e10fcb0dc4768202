#include "config/isolation_json.hpp"

#include <algorithm>

#include "config/as_json.hpp"
#include "config/request_keys.hpp"
#include "config/words.hpp"

namespace kilter {
namespace {

using json::Value;
using tree::MappingReader;
using tree::Node;

Value text(std::string_view word) {
    return json::make_string(std::string{word});
}

Value arm_to_json(const IsolationArm& arm) {
    Value switches = json::make_array();
    for (const std::string& one : arm.switches) switches.items.push_back(text(one));
    Value out = json::make_object();
    out.set("name", text(arm.name));
    out.set("change", text(arm.change));
    out.set("switches", std::move(switches));
    if (arm.before_arm) out.set("before_arm", text(*arm.before_arm));
    return out;
}

void read_own_asking(MappingReader& reader, const std::string& file, EngineConfig& engine,
                     Diagnostics& diagnostics) {
    if (const Node* request = reader.optional("request")) {
        engine.request.emplace();
        read_request(*request, file, "arm '" + engine.name + "', request", *engine.request,
                     diagnostics);
    }
    if (const auto word = reader.one_of("order", {"run_major", "item_major", "shuffled"}))
        engine.order = order_from(*word);
    engine.structured = reader.boolean("structured");
    engine.own_cache = reader.boolean("own_cache").value_or(false);
}

void read_arm(const Node& node, const std::string& file, ExperimentConfig& config,
              Diagnostics& diagnostics) {
    MappingReader reader{node, file, "arm", diagnostics};
    if (!reader.is_mapping()) return;
    IsolationArm arm;
    arm.name = reader.required_string("name");
    arm.change = reader.required_string("change");
    arm.switches = reader.strings("switches");
    arm.before_arm = reader.string("before_arm");
    const auto engine = std::find_if(config.engines.begin(), config.engines.end(),
                                     [&](const EngineConfig& one) { return one.name == arm.name; });
    if (engine == config.engines.end()) {
        diagnostics.error(file, node.at, "the arm '" + arm.name + "' has no engine");
    } else {
        read_own_asking(reader, file, *engine, diagnostics);
    }
    reader.finish();
    config.isolation->arms.push_back(std::move(arm));
}

void read_not_tried(const Node& node, const std::string& file, Isolation& isolation,
                    Diagnostics& diagnostics) {
    for (const Node& one : node.items) {
        MappingReader reader{one, file, "not_tried", diagnostics};
        if (!reader.is_mapping()) continue;
        SwitchNotTried left;
        left.name = reader.required_string("switch");
        left.reason = reader.required_string("reason");
        reader.finish();
        isolation.not_tried.push_back(std::move(left));
    }
}

}  // namespace

Value own_asking_to_json(const EngineConfig& engine) {
    Value out = json::make_object();
    if (engine.request) out.set("request", request_to_json(*engine.request));
    if (engine.order) out.set("order", text(to_word(*engine.order)));
    if (engine.structured) out.set("structured", json::make_boolean(*engine.structured));
    if (engine.own_cache) out.set("own_cache", json::make_boolean(true));
    return out;
}

Value isolation_to_json(const ExperimentConfig& config) {
    const Isolation& isolation = *config.isolation;
    Value arms = json::make_array();
    for (const IsolationArm& arm : isolation.arms) {
        Value one = arm_to_json(arm);
        for (const EngineConfig& engine : config.engines) {
            if (engine.name != arm.name) continue;
            Value own = own_asking_to_json(engine);
            for (json::Member& member : own.members) one.members.push_back(std::move(member));
        }
        arms.items.push_back(std::move(one));
    }
    Value not_tried = json::make_array();
    for (const SwitchNotTried& left : isolation.not_tried) {
        Value one = json::make_object();
        one.set("switch", text(left.name));
        one.set("reason", text(left.reason));
        not_tried.items.push_back(std::move(one));
    }
    Value out = json::make_object();
    out.set("engine", text(isolation.engine));
    out.set("design", text(isolation.design));
    out.set("schedule", text(isolation.schedule));
    out.set("own_arms", json::make_boolean(isolation.own_arms));
    out.set("arms", std::move(arms));
    out.set("not_tried", std::move(not_tried));
    return out;
}

Value isolation_condition_to_json(const Isolation& isolation) {
    Value arms = json::make_array();
    for (const IsolationArm& arm : isolation.arms) arms.items.push_back(arm_to_json(arm));
    Value out = json::make_object();
    out.set("design", text(isolation.design));
    out.set("schedule", text(isolation.schedule));
    out.set("arms", std::move(arms));
    return out;
}

void read_isolation(const Node& node, const std::string& file, ExperimentConfig& config,
                    Diagnostics& diagnostics) {
    MappingReader reader{node, file, "isolation", diagnostics};
    if (!reader.is_mapping()) return;
    Isolation& isolation = config.isolation.emplace();
    isolation.engine = reader.required_string("engine");
    isolation.design = reader.required_string("design");
    isolation.schedule = reader.required_string("schedule");
    isolation.own_arms = reader.boolean("own_arms").value_or(false);
    if (const Node* arms = reader.required("arms")) {
        for (const Node& arm : arms->items) read_arm(arm, file, config, diagnostics);
    }
    if (const Node* left = reader.optional("not_tried"))
        read_not_tried(*left, file, isolation, diagnostics);
    reader.finish();
}

}  // namespace kilter
