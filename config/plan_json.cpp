// The stored plan is written in the words of the config file, so that the same reader checks both.
#include "base/json/real.hpp"
#include "base/json/write.hpp"
#include "base/source_tree.hpp"
#include "config/as_json.hpp"
#include "config/duration.hpp"
#include "config/isolation_json.hpp"
#include "config/load.hpp"
#include "config/plan_reader.hpp"

namespace kilter {
namespace {

using json::Value;

constexpr std::string_view k_schema = "kilter.plan/1";

Value text(std::string_view word) {
    return json::make_string(std::string{word});
}

void set_literal(Value& object, std::string key, const std::optional<std::string>& literal) {
    if (literal) object.set(std::move(key), json::make_number(*literal));
}

void set_integer(Value& object, std::string key, const std::optional<long long>& value) {
    if (value) object.set(std::move(key), json::make_integer(*value));
}

Value think_tags_to_json(const EngineConfig& engine) {
    Value out = json::make_array();
    for (const std::string& tag : engine.think_tags) out.items.push_back(text(tag));
    return out;
}

Value gates_to_json(const Gates& gates) {
    Value out = json::make_object();
    if (gates.min_points) out.set("min_points", json::make_real(*gates.min_points));
    set_integer(out, "max_unstable", gates.max_unstable);
    set_integer(out, "max_value_flips", gates.max_value_flips);
    set_integer(out, "max_loops", gates.max_loops);
    set_integer(out, "min_runs", gates.min_runs);
    return out;
}

}  // namespace

Value request_to_json(const RequestParams& params) {
    Value out = json::make_object();
    out.set("temperature", json::make_number(params.temperature));
    out.set("top_p", json::make_number(params.top_p));
    out.set("max_tokens", json::make_integer(params.max_tokens));
    out.set("stream", json::make_boolean(params.stream));
    set_literal(out, "top_k", params.top_k);
    set_literal(out, "min_p", params.min_p);
    set_literal(out, "presence_penalty", params.presence_penalty);
    set_literal(out, "frequency_penalty", params.frequency_penalty);
    set_literal(out, "repetition_penalty", params.repetition_penalty);
    set_integer(out, "seed", params.seed);
    if (params.logprobs) out.set("logprobs", json::make_integer(*params.logprobs));
    if (params.token_ids) out.set("token_ids", json::make_boolean(true));
    return out;
}

Value engine_condition_to_json(const EngineConfig& engine) {
    Value out = json::make_object();
    out.set("name", json::make_string(engine.name));
    out.set("base_url", json::make_string(engine.base_url));
    out.set("model", json::make_string(engine.model));
    out.set("concurrency", json::make_integer(engine.concurrency));
    out.set("dialect", text(to_word(engine.dialect)));
    out.set("cache", text(to_word(engine.cache)));
    out.set("think_tags", think_tags_to_json(engine));
    out.set("extra_body", engine.extra_body);
    return out;
}

Value engine_to_json(const EngineConfig& engine) {
    Value timeout = json::make_object();
    timeout.set("connect", json::make_string(to_text(engine.timeout.connect)));
    timeout.set("first_byte", json::make_string(to_text(engine.timeout.first_byte)));
    timeout.set("idle", json::make_string(to_text(engine.timeout.idle)));
    timeout.set("total", json::make_string(to_text(engine.timeout.total)));
    Value out = engine_condition_to_json(engine);
    if (engine.api_key_env) out.set("api_key_env", json::make_string(*engine.api_key_env));
    out.set("timeout", std::move(timeout));
    out.set("retries", json::make_integer(engine.retries));
    out.set("notes", engine.notes);
    return out;
}

Value judge_to_json(const JudgeConfig& judge) {
    const Value engine = engine_to_json(judge.engine);
    Value out = json::make_object();
    for (const json::Member& member : engine.members) {
        const bool of_measured_engines =
            member.key == "name" || member.key == "cache" || member.key == "notes";
        if (!of_measured_engines) out.set(member.key, member.value);
    }
    out.set("request", request_to_json(judge.request));
    return out;
}

std::string plan_to_json(const ExperimentConfig& config) {
    Value engines = json::make_array();
    for (const EngineConfig& engine : config.engines) {
        engines.items.push_back(engine_to_json(engine));
    }
    Value out = json::make_object();
    out.set("schema", text(k_schema));
    out.set("runs", json::make_integer(config.runs));
    out.set("order", text(to_word(config.order)));
    out.set("shuffle_seed", json::make_number(std::to_string(config.shuffle_seed)));
    out.set("request", request_to_json(config.request));
    if (config.turns) out.set("turns", json::make_boolean(true));
    if (config.stop_loops) out.set("stop_loops", json::make_integer(*config.stop_loops));
    out.set("engines", std::move(engines));
    if (config.isolation) out.set("isolation", isolation_to_json(config));
    if (config.judge) out.set("judge", judge_to_json(*config.judge));
    out.set("gates", gates_to_json(config.gates));
    return json::write(out);
}

Result<ExperimentConfig> plan_from_json(std::string_view stored) {
    constexpr const char* file = "stored plan";
    Diagnostics diagnostics;
    ExperimentConfig config;
    if (const auto root = tree::read_json(stored, file, 1, diagnostics)) {
        tree::MappingReader reader{*root, file, "plan", diagnostics};
        const auto schema = reader.string("schema");
        if (schema != k_schema) {
            return fail("the stored plan is not of the format " + std::string{k_schema});
        }
        read_plan(reader, file, config, diagnostics);
        if (const tree::Node* isolation = reader.optional("isolation"))
            read_isolation(*isolation, file, config, diagnostics);
        reader.finish();
    }
    if (diagnostics.has_errors()) {
        return fail("the stored plan cannot be used: " + diagnostics.all().front().message);
    }
    return config;
}

}  // namespace kilter
