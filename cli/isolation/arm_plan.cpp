#include "cli/isolation/arm_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/json/write.hpp"
#include "base/sha256.hpp"
#include "base/source_tree.hpp"
#include "config/arm_override.hpp"
#include "config/load.hpp"

namespace kilter {
namespace {

struct PlannedArm {
    IsolationArm arm;
    EngineConfig engine;
};

const EngineConfig* find_engine(const ExperimentConfig& config, const std::string& name) {
    const auto found = std::find_if(config.engines.begin(), config.engines.end(),
                                    [&](const EngineConfig& one) { return one.name == name; });
    return found == config.engines.end() ? nullptr : &*found;
}

std::string change_words(const Switch& one) {
    if (one.engine) return "engine: " + *one.engine;
    if (one.changes.empty() && one.before_arm) return "before_arm: " + *one.before_arm;
    return override_words(one.changes);
}

Result<PlannedArm> arm_of(const ExperimentConfig& config, const EngineConfig& base,
                          const Switch& one) {
    PlannedArm out;
    out.arm = {one.name, change_words(one), {one.name}, one.before_arm};
    if (one.engine) {
        out.engine = *find_engine(config, *one.engine);
    } else {
        auto engine = with_override(config, base, one.changes);
        if (!engine) return fail("arm '" + one.name + "': " + engine.error().message);
        out.engine = std::move(*engine);
    }
    out.engine.name = one.name;
    return out;
}

// Several switches at once, under one name. Engines and commands cannot be added up.
Result<Switch> combined(const std::string& name, const std::vector<Switch>& switches) {
    Switch out;
    out.name = name;
    for (const Switch& one : switches) {
        const char* what = one.engine       ? "asks an engine of its own"
                           : one.before_arm ? "runs a command"
                                            : nullptr;
        if (what != nullptr)
            return fail(
                fmt::format("arm '{}' {} and cannot be combined with others; use --design "
                            "one-switch and give combinations as arms of their own",
                            one.name, what));
        auto both = joined(out.changes, one.changes);
        if (!both)
            return fail(fmt::format("the arms cannot be combined: '{}' and one before it {}",
                                    one.name, both.error().message));
        out.changes = std::move(*both);
    }
    if (!tree::is_name(name))
        return fail("the name '" + name + "' is too long; give the arms shorter names");
    return out;
}

std::vector<std::string> names_of(const std::vector<Switch>& switches) {
    std::vector<std::string> names;
    for (const Switch& one : switches) names.push_back(one.name);
    return names;
}

Result<void> add_combined(const ExperimentConfig& config, const EngineConfig& base,
                          const std::string& name, const std::string& change,
                          const std::vector<Switch>& switches, std::vector<PlannedArm>& arms) {
    const auto one = combined(name, switches);
    if (!one) return one.error();
    auto arm = arm_of(config, base, *one);
    if (!arm) return arm.error();
    if (!change.empty()) arm->arm.change = change;
    arm->arm.switches = names_of(switches);
    arms.push_back(std::move(*arm));
    return {};
}

Result<void> add_leave_one_out(const ExperimentConfig& config, const EngineConfig& base,
                               const std::vector<Switch>& switches, std::vector<PlannedArm>& arms) {
    if (const auto all = add_combined(config, base, "all", "", switches, arms); !all)
        return all.error();
    for (const Switch& left : switches) {
        std::vector<Switch> others;
        for (const Switch& one : switches)
            if (one.name != left.name) others.push_back(one);
        const auto added = add_combined(config, base, "all-but-" + left.name,
                                        "all but " + change_words(left), others, arms);
        if (!added) return added.error();
    }
    return {};
}

Result<void> add_cumulative(const ExperimentConfig& config, const EngineConfig& base,
                            const std::vector<Switch>& switches, std::vector<PlannedArm>& arms) {
    std::vector<Switch> so_far;
    for (const Switch& one : switches) {
        so_far.push_back(one);
        const std::string change = so_far.size() == 1 ? "" : "and " + change_words(one);
        const auto added = add_combined(config, base, "up-to-" + one.name, change, so_far, arms);
        if (!added) return added.error();
    }
    return {};
}

Result<void> add_switches(const ExperimentConfig& config, const EngineConfig& base,
                          const std::string& design, const std::vector<Switch>& switches,
                          std::vector<PlannedArm>& arms) {
    if (design != "one-switch") {
        if (switches.size() < 2)
            return fail("the design " + design + " needs two switches or more; there is " +
                        std::to_string(switches.size()));
        return design == "cumulative" ? add_cumulative(config, base, switches, arms)
                                      : add_leave_one_out(config, base, switches, arms);
    }
    for (const Switch& one : switches) {
        auto arm = arm_of(config, base, one);
        if (!arm) return arm.error();
        arms.push_back(std::move(*arm));
    }
    return {};
}

// Members of extra_body that reach into the prompt or into the length of answers.
std::string members_of(const json::Value& extra, const std::vector<std::string_view>& keys) {
    std::string out;
    for (const json::Member& member : extra.members) {
        if (std::find(keys.begin(), keys.end(), member.key) == keys.end()) continue;
        out += member.key + "=" + json::write(member.value) + ";";
    }
    return out;
}

std::string length_of(const EngineConfig& arm) {
    return members_of(arm.extra_body, {"max_completion_tokens", "n_predict", "num_predict",
                                       "max_new_tokens", "min_tokens", "ignore_eos"});
}

Result<void> refuse_unlike(const ExperimentConfig& plan, const std::vector<PlannedSuite>& suites) {
    const EngineConfig& aa = plan.engines[1];
    for (const EngineConfig& arm : plan.engines) {
        auto fields = unlike_fields(scope_of(plan, arm, suites), scope_of(plan, aa, suites));
        if (length_of(arm) != length_of(aa) &&
            std::find(fields.begin(), fields.end(), "max_tokens") == fields.end())
            fields.emplace_back("max_tokens");
        if (fields.empty()) {
            if (plan.stop_loops && !params_for(plan, arm).stream)
                return fail("arm '" + arm.name +
                            "' does not stream, and stop_loops cuts answers while they stream; "
                            "leave one of both out");
            continue;
        }
        std::string names;
        for (const std::string& field : fields) names += (names.empty() ? "" : ", ") + field;
        return fail(fmt::format(
            "arm '{}' cannot be compared with the A/A arm: {} differ{}; such arms are measured "
            "apart, by kilter run and kilter diff",
            arm.name, names, fields.size() == 1 && names != "prompts" ? "s" : ""));
    }
    return {};
}

}  // namespace

ArmScope scope_of(const ExperimentConfig& plan, const EngineConfig& arm,
                  const std::vector<PlannedSuite>& suites) {
    ArmScope scope;
    scope.level = "full";
    scope.runs = plan.runs;
    scope.max_tokens = params_for(plan, arm).max_tokens;
    Sha256 prompts;
    for (const PlannedSuite& planned : suites) {
        prompts.update_framed(planned.suite->prompts_digest);
        for (const Item* item : planned.items) prompts.update_framed(item->id);
    }
    // What a template makes of the messages is the prompt.
    prompts.update_framed(members_of(
        arm.extra_body, {"chat_template_kwargs", "chat_template", "add_generation_prompt",
                         "continue_final_message", "documents", "prompt", "mm_processor_kwargs"}));
    scope.prompts = prompts.hex();
    return scope;
}

Result<ExperimentConfig> plan_isolation(const ExperimentConfig& config,
                                        const std::vector<PlannedSuite>& suites,
                                        const IsolationChoice& choice) {
    const EngineConfig* base = find_engine(config, choice.engine);
    if (base == nullptr) return fail("there is no engine '" + choice.engine + "'");
    Isolation isolation;
    isolation.engine = choice.engine;
    isolation.design = choice.design;
    isolation.own_arms = !config.arms.empty();
    std::optional<std::string> hook;
    bool hooks = false;
    for (const ArmConfig& arm : config.arms) {
        hooks = hooks || arm.before_arm;
        if (arm.name == k_baseline_arm) hook = arm.before_arm;
    }
    isolation.schedule = choice.schedule;
    if (isolation.schedule.empty()) isolation.schedule = hooks ? "blocked" : "interleaved";
    if (hooks && isolation.schedule == "interleaved")
        return fail(
            "an arm with before_arm changes the engine for all that is sent after it; use "
            "--schedule blocked");

    std::vector<Switch> switches = own_switches(config.arms);
    if (!isolation.own_arms) {
        OfferedSwitches found = offered_switches(config, *base, choice.dialect, suites,
                                                 isolation.schedule == "interleaved");
        switches = std::move(found.offered);
        isolation.not_tried = std::move(found.not_tried);
    }
    const auto has_hook = [](const Switch& one) { return one.before_arm.has_value(); };
    std::stable_partition(switches.begin(), switches.end(), std::not_fn(has_hook));

    std::vector<PlannedArm> arms;
    for (const auto& [name, change] : {std::pair{k_baseline_arm, "as configured"},
                                       std::pair{k_aa_arm, "as configured, again"}}) {
        PlannedArm arm{{std::string{name}, change, {}, hook}, *base};
        arm.engine.name = name;
        arms.push_back(std::move(arm));
    }
    if (const auto added = add_switches(config, *base, choice.design, switches, arms); !added)
        return added.error();

    ExperimentConfig plan = config;
    plan.arms.clear();
    plan.engines.clear();
    plan.judge.reset();
    plan.gates = Gates{};
    plan.turns = isolation.schedule == "interleaved";
    for (PlannedArm& arm : arms) {
        arm.engine.own_cache = arm.engine.cache == CacheMode::as_is;
        isolation.arms.push_back(std::move(arm.arm));
        plan.engines.push_back(std::move(arm.engine));
    }
    plan.isolation = std::move(isolation);
    if (const auto alike = refuse_unlike(plan, suites); !alike) return alike.error();
    return plan;
}

}  // namespace kilter
