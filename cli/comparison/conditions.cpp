#include "cli/comparison/conditions.hpp"

#include <algorithm>

#include "base/json/write.hpp"
#include "config/load.hpp"
#include "config/words.hpp"
#include "harness/wire/request.hpp"

namespace kilter {

namespace {

void set(NamedSettings& settings, const std::string& name,
         const std::optional<std::string>& value) {
    if (value) settings[name] = *value;
}

template <class Number>
std::optional<std::string> text_of(const std::optional<Number>& value) {
    if (!value) return std::nullopt;
    return std::to_string(*value);
}

void add_sampling(const ExperimentConfig& plan, NamedSettings& out) {
    const RequestParams& request = plan.request;
    out["max_tokens"] = std::to_string(request.max_tokens);
    out["temperature"] = request.temperature;
    out["top_p"] = request.top_p;
    set(out, "top_k", request.top_k);
    set(out, "min_p", request.min_p);
    set(out, "presence_penalty", request.presence_penalty);
    set(out, "frequency_penalty", request.frequency_penalty);
    set(out, "repetition_penalty", request.repetition_penalty);
    set(out, "seed", text_of(request.seed));
    set(out, "stop_loops", text_of(plan.stop_loops));
}

void add_engine(const EngineConfig& engine, NamedSettings& out) {
    out["base_url"] = engine.base_url;
    out["model"] = engine.model;
    out["concurrency"] = std::to_string(engine.concurrency);
    out["cache"] = to_word(engine.cache);
    if (!engine.extra_body.is_null()) out["extra_body"] = json::write(engine.extra_body);
    std::string tags;
    for (const std::string& tag : engine.think_tags) tags += (tags.empty() ? "" : ",") + tag;
    out["think_tags"] = tags;
    if (!engine.notes.is_null()) out["notes"] = json::write(engine.notes);
}

std::string shortened(const std::string& digest) {
    return digest.substr(0, 12);
}

}  // namespace

Result<MeasuredCondition> condition_of(const ExperimentRow& experiment, const std::string& engine) {
    MeasuredCondition out;
    out.binding["runs"] = std::to_string(experiment.runs);
    if (experiment.plan_json.empty()) return out;
    const auto plan = plan_from_json(experiment.plan_json);
    if (!plan)
        return fail("experiment " + experiment.id +
                    ": its stored plan cannot be read: " + plan.error().message);
    out.known = true;
    add_sampling(*plan, out.binding);
    out.free["order"] = to_word(plan->order);
    out.free["stream"] = plan->request.stream ? "true" : "false";
    set(out.free, "logprobs", text_of(plan->request.logprobs));
    if (plan->request.token_ids) out.free["token_ids"] = "true";
    const auto config = std::find_if(plan->engines.begin(), plan->engines.end(),
                                     [&](const EngineConfig& one) { return one.name == engine; });
    if (config == plan->engines.end()) return out;
    add_engine(*config, out.free);
    for (const EngineRow& row : experiment.engines) {
        if (row.engine != engine || row.dialect.empty()) continue;
        out.free["dialect"] = row.dialect;
        const auto dialect = dialect_from(row.dialect);
        if (!dialect) continue;
        // The same plan may reach two dialects differently; that is a difference to be named.
        for (const std::string& field : fields_not_sent(plan->request, *dialect))
            out.free["request." + field] = "not sent";
    }
    return out;
}

std::string unlike(const MeasuredCondition& a, const MeasuredCondition& b) {
    if (a.known && b.known) return difference_words(differing_settings(a.binding, b.binding));
    const NamedSettings runs_a{{"runs", a.binding.at("runs")}};
    const NamedSettings runs_b{{"runs", b.binding.at("runs")}};
    return difference_words(differing_settings(runs_a, runs_b));
}

std::string unlike_suites(const SuiteSelection& a, const SuiteSelection& b,
                          const std::string& version_a, const std::string& version_b) {
    NamedSettings of_a{{"version of suite " + a.suite, version_a}};
    NamedSettings of_b{{"version of suite " + b.suite, version_b}};
    of_a["prompts digest of suite " + a.suite] = shortened(a.prompts_digest);
    of_b["prompts digest of suite " + b.suite] = shortened(b.prompts_digest);
    return difference_words(differing_settings(of_a, of_b));
}

}  // namespace kilter
