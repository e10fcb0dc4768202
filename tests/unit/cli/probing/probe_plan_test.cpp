#include "cli/probing/probe_plan.hpp"

#include <catch2/catch_all.hpp>

#include "tests/support/result_printing.hpp"

using namespace kilter;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("a URL and a model are a config of one engine") {
    CHECK(is_url("http://h:8000/v1"));
    CHECK_FALSE(is_url("kilter.yaml"));
    const auto config = config_of({"http://h:8000/v1/", "org/Some Model:q4", "KEY", Dialect::vllm});
    REQUIRE(config);
    REQUIRE(config->engines.size() == 1);
    const EngineConfig& engine = config->engines.front();
    CHECK(engine.name == "Some-Model-q4");
    CHECK(engine.model == "org/Some Model:q4");
    CHECK(engine.base_url == "http://h:8000/v1");
    CHECK(engine.api_key_env == "KEY");
    CHECK(engine.dialect == Dialect::vllm);
    CHECK(config_of({"http://h/v1", "-", "", Dialect::automatic})->engines[0].name == "engine");
    CHECK_THAT(config_of({"http://h/v1", "", "", {}}).error().message,
               ContainsSubstring("--model"));
    CHECK_FALSE(config_of({"ftp://h/v1", "m", "", {}}));
    CHECK_FALSE(config_of({"http://user:pw@h/v1", "m", "", {}}));
}

TEST_CASE(
    "a probe's plan: one at a time, prompt by prompt, no stream, and it says what it changed") {
    ExperimentConfig config;
    config.request.temperature = "0.6";
    config.request.stream = true;
    config.runs = 3;
    config.stop_loops = 4;
    EngineConfig engine;
    engine.name = "e";
    engine.concurrency = 8;
    engine.cache = CacheMode::cold;
    config.engines = {engine};
    ExperimentConfig cold = config;
    const auto said = make_probe_plan(config, 10, false);
    CHECK(config.runs == 10);
    CHECK(config.order == Order::item_major);
    CHECK(config.request.temperature == "0");
    CHECK_FALSE(config.request.stream);
    CHECK(config.request.logprobs == 20);
    CHECK_FALSE(config.stop_loops);
    CHECK(config.engines[0].concurrency == 1);
    CHECK(config.engines[0].cache == CacheMode::as_is);
    REQUIRE(said.size() == 2);
    CHECK_THAT(said[0], ContainsSubstring("0.6"));
    CHECK_THAT(said[1], ContainsSubstring("--cold"));
    CHECK(make_probe_plan(cold, 10, true).size() == 1);
    CHECK(cold.engines[0].cache == CacheMode::cold);
}

TEST_CASE("a limit below 20 goes into the engine's own request") {
    EngineConfig engine;
    set_limit(engine, 20);
    CHECK(engine.extra_body.is_null());
    set_limit(engine, 5);
    REQUIRE(engine.extra_body.find("top_logprobs") != nullptr);
    CHECK(engine.extra_body.find("top_logprobs")->text == "5");
}
