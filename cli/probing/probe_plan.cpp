#include "cli/probing/probe_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/source_tree.hpp"
#include "config/base_url.hpp"
#include "harness/probe/logprob_limit.hpp"
#include "harness/wire/request.hpp"

namespace kilter {
namespace {

// "org/Model:q4" -> "Model-q4"
std::string engine_name(std::string_view model) {
    std::string out(model.substr(model.find_last_of('/') + 1));
    for (char& c : out) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
        if (!plain) c = '-';
    }
    out = out.substr(0, 64);
    return tree::is_name(out) ? out : "engine";
}

}  // namespace

bool is_url(std::string_view word) {
    return word.find("://") != std::string_view::npos;
}

Result<ExperimentConfig> config_of(const ProbeTarget& target) {
    if (target.model.empty())
        return fail(
            "a URL needs the name of the model: --model M (kilter check shows none for a "
            "URL; GET /v1/models of the engine does)");
    auto url = check_base_url(target.url);
    if (!url) return url.error();
    if (const auto endpoints = endpoints_of(*url); !endpoints) return endpoints.error();
    ExperimentConfig config;
    EngineConfig engine;
    engine.name = engine_name(target.model);
    engine.base_url = *url;
    engine.model = target.model;
    engine.dialect = target.dialect;
    if (!target.api_key_env.empty()) engine.api_key_env = target.api_key_env;
    config.engines.push_back(std::move(engine));
    return config;
}

std::vector<std::string> make_probe_plan(ExperimentConfig& config, int runs, bool cold) {
    std::vector<std::string> said;
    if (config.request.temperature != "0")
        said.push_back(fmt::format("The probe asks with temperature 0; the config says {}.",
                                   config.request.temperature));
    config.runs = runs;
    config.order = Order::item_major;
    config.request.temperature = std::string{"0"};
    config.request.stream = false;
    config.request.max_tokens = 4;  // each item has its own
    config.request.logprobs = k_most_logprobs;
    config.request.token_ids = false;
    config.stop_loops.reset();
    config.judge.reset();
    config.gates = {};
    config.arms.clear();
    config.isolation.reset();
    for (EngineConfig& engine : config.engines) {
        engine.concurrency = 1;
        if (!cold && engine.cache == CacheMode::cold)
            said.push_back(
                fmt::format("{}: probed as it is; the config says cache: cold, which "
                            "--cold does here.",
                            engine.name));
        engine.cache = cold ? CacheMode::cold : CacheMode::as_is;
    }
    return said;
}

void set_limit(EngineConfig& engine, int top) {
    if (top < k_most_logprobs) engine.extra_body.set("top_logprobs", json::make_integer(top));
}

}  // namespace kilter
