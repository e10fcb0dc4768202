#include "cli/isolation/isolate_builder.hpp"

#include <algorithm>
#include <set>

#include "cli/isolation/arm_facts.hpp"
#include "config/load.hpp"
#include "suites/load.hpp"

namespace kilter {
namespace {

struct Scene {
    ExperimentRow row;
    ExperimentConfig plan;
    std::vector<Suite> suites;
    long long trials_of_an_arm = 0;
};

Result<Scene> open_scene(StoreReader& reader, const std::string& id) {
    Scene scene;
    auto row = reader.experiment(id);
    if (!row) return row.error();
    scene.row = std::move(*row);
    if (scene.row.kind != "isolate")
        return fail("experiment " + id + " is no isolation but a " + scene.row.kind +
                    "; kilter isolate CONFIG makes one");
    auto plan = plan_from_json(scene.row.plan_json);
    if (!plan) return fail("experiment " + id + ": " + plan.error().message);
    scene.plan = std::move(*plan);
    if (!scene.plan.isolation || scene.plan.isolation->arms.size() < 2 ||
        scene.plan.isolation->arms.size() != scene.plan.engines.size())
        return fail("experiment " + id + ": its stored plan has no arms");
    for (const SuiteSelection& selection : scene.row.suites) {
        auto suite = suite_from_json(selection.suite_json);
        if (!suite)
            return fail("experiment " + id +
                        ": its stored suite cannot be read: " + suite.error().message);
        scene.suites.push_back(std::move(*suite));
        scene.trials_of_an_arm += static_cast<long long>(selection.items.size()) * scene.row.runs;
    }
    return scene;
}

// Of the chosen items only: what others ask has no part in it.
std::vector<Suite> chosen_only(const Scene& scene) {
    std::vector<Suite> out = scene.suites;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::vector<std::string>& ids = scene.row.suites[i].items;
        std::erase_if(out[i].items, [&](const Item& item) {
            return std::find(ids.begin(), ids.end(), item.id) == ids.end();
        });
    }
    return out;
}

const EngineRow* row_of(const ExperimentRow& experiment, const std::string& arm) {
    const auto found = std::find_if(experiment.engines.begin(), experiment.engines.end(),
                                    [&](const EngineRow& one) { return one.engine == arm; });
    return found == experiment.engines.end() ? nullptr : &*found;
}

void compare_outputs(const ArmFacts& arm, const ArmFacts& aa, IsolateArm& out) {
    for (const auto& [name, facts] : arm.items) {
        const auto other = aa.items.find(name);
        if (other == aa.items.end()) continue;
        const std::vector<std::string>& theirs = other->second.contents;
        if (facts.contents.empty() || theirs.empty()) continue;
        ++out.disjoint_of;
        const bool shared =
            std::any_of(facts.contents.begin(), facts.contents.end(), [&](const std::string& one) {
                return std::find(theirs.begin(), theirs.end(), one) != theirs.end();
            });
        if (!shared) ++out.disjoint;
        if (facts.prompt_tokens && other->second.prompt_tokens &&
            *facts.prompt_tokens != *other->second.prompt_tokens)
            out.other_prompts.push_back(name);
    }
}

IsolateArm arm_of(const Scene& scene, std::size_t index, const ArmFacts& facts) {
    const IsolationArm& planned = scene.plan.isolation->arms[index];
    IsolateArm out;
    out.arm = planned.name;
    out.change = planned.change;
    out.switches = planned.switches;
    out.planned = scene.trials_of_an_arm;
    out.stored = facts.stored;
    out.failed = facts.failed;
    const bool by_kilter = index >= 2 && !scene.plan.isolation->own_arms;
    if (by_kilter && facts.stored > 0 && facts.http_errors == out.planned)
        out.refused = facts.first_error;
    out.unstable = unstable_rate(facts.runs);
    out.value_flips = value_flip_rate(facts.runs);
    out.short_items = facts.short_items;
    for (const ArmItem& item : facts.runs.items)
        if (item.unstable) out.unstable_items.push_back(item.item);
    for (const Launch& launch : facts.launches)
        out.launches.push_back({launch.id, launch.command, launch.started_at, launch.output,
                                launch.seconds, launch.exit_code, launch.cut});
    return out;
}

std::vector<HintItem> hint_items(const std::vector<const ArmFacts*>& arms) {
    std::map<std::string, HintItem> by_name;
    for (const ArmFacts* arm : arms) {
        for (const auto& [name, facts] : arm->items) {
            HintItem& item = by_name[name];
            item.item = name;
            item.runs.insert(item.runs.end(), facts.runs.begin(), facts.runs.end());
            if (facts.prompt_tokens) item.prompt_tokens = facts.prompt_tokens;
        }
    }
    std::vector<HintItem> out;
    for (auto& [name, item] : by_name) out.push_back(std::move(item));
    return out;
}

void add_hints(const Scene& scene, const std::vector<ArmFacts>& facts, IsolateReport& report) {
    std::set<HintShape> told;
    for (std::size_t i = 0; i < 2; ++i) {
        const bool in_order = order_for(scene.plan, scene.plan.engines[i]) != Order::shuffled;
        for (Hint& hint : find_hints(hint_items({&facts[i]}), in_order))
            if (told.insert(hint.shape).second)
                report.hints.push_back({report.arms[i].arm, std::move(hint)});
    }
    if (told.count(HintShape::follows_concurrency) > 0) return;
    std::vector<const ArmFacts*> alike{&facts[0], &facts[1]};
    for (std::size_t i = 2; i < facts.size(); ++i) {
        const std::vector<LiveCheck>& checks = report.arms[i].checks;
        if (checks.size() == 1 && checks.front().what == "concurrency") alike.push_back(&facts[i]);
    }
    if (alike.size() == 2) return;
    for (Hint& hint : find_hints(hint_items(alike), false))
        if (hint.shape == HintShape::follows_concurrency)
            report.hints.push_back({"", std::move(hint)});
}

Result<std::vector<ArmFacts>> read_facts(StoreReader& reader, const Scene& scene,
                                         const std::vector<ArmAsked>& asked) {
    const bool with_shapes = std::any_of(asked.begin(), asked.end(), [&](const ArmAsked& one) {
        return one.structured != asked.front().structured;
    });
    OutputNumbers numbers;
    std::vector<ArmFacts> out;
    for (const IsolationArm& arm : scene.plan.isolation->arms) {
        const EngineRow* row = row_of(scene.row, arm.name);
        if (row == nullptr) return fail("the store has no arm '" + arm.name + "'");
        const int turns = scene.plan.turns ? scene.row.runs : 1;
        auto facts =
            read_arm_facts(reader, {scene.row, *row, with_shapes, turns}, scene.suites, numbers);
        if (!facts) return facts.error();
        out.push_back(std::move(*facts));
    }
    return out;
}

void add_arms(const Scene& scene, const std::vector<ArmFacts>& facts,
              const std::vector<ArmAsked>& asked, IsolateReport& report) {
    std::vector<ArmUnderTest> tested;
    for (std::size_t i = 0; i < facts.size(); ++i) {
        IsolateArm arm = arm_of(scene, i, facts[i]);
        if (i >= 2) {
            arm.checks = check_live(asked[i], facts[i].seen, asked[0], facts[0].seen);
            arm.live = all_live(arm.checks);
        }
        if (i != 1) compare_outputs(facts[i], facts[1], arm);
        tested.push_back({facts[i].runs, arm.live != false && arm.refused.empty()});
        report.arms.push_back(std::move(arm));
    }
    const std::vector<ArmComparison> comparisons = compare_arms(tested);
    for (std::size_t i = 0; i < comparisons.size(); ++i) report.arms[i].versus_aa = comparisons[i];
}

}  // namespace

Result<IsolateReport> build_isolate(StoreReader& reader, const std::string& experiment) {
    const auto scene = open_scene(reader, experiment);
    if (!scene) return scene.error();
    const Isolation& isolation = *scene->plan.isolation;
    IsolateReport report;
    report.experiment = scene->row.id;
    report.items_from = scene->row.parent;
    report.engine = isolation.engine;
    report.design = isolation.design;
    report.schedule = isolation.schedule;
    report.own_arms = isolation.own_arms;
    report.runs = scene->row.runs;
    if (const EngineRow* row = row_of(scene->row, isolation.arms.front().name))
        report.dialect = row->dialect;
    for (const SuiteSelection& selection : scene->row.suites)
        for (const std::string& id : selection.items)
            report.items.push_back(selection.suite + "/" + id);
    for (const SwitchNotTried& left : isolation.not_tried)
        report.not_tried.emplace_back(left.name, left.reason);

    const std::vector<Suite> chosen = chosen_only(*scene);
    std::vector<ArmAsked> asked;
    for (std::size_t i = 0; i < isolation.arms.size(); ++i)
        asked.push_back(asked_of(scene->plan, scene->plan.engines[i],
                                 isolation.arms[i].before_arm.has_value(), chosen));
    const auto facts = read_facts(reader, *scene, asked);
    if (!facts) return facts.error();
    add_arms(*scene, *facts, asked, report);
    add_hints(*scene, *facts, report);
    return report;
}

}  // namespace kilter
