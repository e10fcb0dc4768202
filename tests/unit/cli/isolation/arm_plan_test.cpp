#include "cli/isolation/arm_plan.hpp"

#include <catch2/catch_all.hpp>

#include "config/plan_digest.hpp"
#include "tests/support/result_printing.hpp"

namespace kilter {
namespace {

std::shared_ptr<const Suite> suite_of(int items, bool with_schema, bool structured = false) {
    auto suite = std::make_shared<Suite>();
    suite->name = "s";
    suite->prompts_digest = "d";
    for (int i = 0; i < items; ++i) {
        Item item;
        item.id = "i" + std::to_string(i);
        if (with_schema) item.schema.set("type", json::make_string("object"));
        item.structured = structured;
        suite->items.push_back(item);
    }
    return suite;
}

std::vector<PlannedSuite> planned(const std::shared_ptr<const Suite>& suite) {
    PlannedSuite one{suite, {}};
    for (const Item& item : suite->items) one.items.push_back(&item);
    return {one};
}

ExperimentConfig config_of() {
    ExperimentConfig config;
    EngineConfig engine;
    engine.name = "e";
    engine.base_url = "http://h:1/v1";
    engine.model = "m";
    config.engines.push_back(engine);
    engine.name = "f";
    engine.base_url = "http://h:2/v1";
    config.engines.push_back(engine);
    return config;
}

std::vector<std::string> names_of(const Result<ExperimentConfig>& plan) {
    std::vector<std::string> names;
    for (const EngineConfig& engine : plan->engines) names.push_back(engine.name);
    return names;
}

const EngineConfig& engine_of(const ExperimentConfig& plan, const std::string& name) {
    for (const EngineConfig& one : plan.engines)
        if (one.name == name) return one;
    FAIL("no arm " << name);
    return plan.engines.front();
}

ArmConfig own(const std::string& name, const std::string& key, const std::string& literal) {
    ArmConfig arm;
    arm.name = name;
    arm.changes.request.emplace_back(key, literal);
    return arm;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("without arms every switch that the dialect offers is an arm of its own") {
    const auto suites = planned(suite_of(3, true));
    const auto plan =
        plan_isolation(config_of(), suites, {"e", "one-switch", "", Dialect::llama_cpp});
    REQUIRE(plan);
    CHECK(names_of(plan) == Names{"baseline", "aa", "cache", "concurrency", "stream", "logprobs",
                                  "structured", "seed", "order"});
    CHECK(plan->turns);
    CHECK(plan->isolation->not_tried.empty());
    CHECK(plan->isolation->arms[1].change == "as configured, again");
    CHECK(plan->isolation->arms[2].change == "cache: cold");
    const EngineConfig& baseline = engine_of(*plan, "baseline");
    const EngineConfig& aa = engine_of(*plan, "aa");
    CHECK(baseline.base_url == aa.base_url);
    CHECK_FALSE(aa.request);
    CHECK(baseline.own_cache);
    CHECK(engine_of(*plan, "cache").cache == CacheMode::cold);
    CHECK_FALSE(engine_of(*plan, "cache").own_cache);
    CHECK(engine_of(*plan, "concurrency").concurrency == 4);
    CHECK_FALSE(params_for(*plan, engine_of(*plan, "stream")).stream);
    CHECK(params_for(*plan, engine_of(*plan, "logprobs")).logprobs == 5);
    CHECK(engine_of(*plan, "structured").structured == true);
    CHECK(params_for(*plan, engine_of(*plan, "seed")).seed == 1);
    CHECK(engine_of(*plan, "order").order == Order::shuffled);
    // Each changes one thing only.
    CHECK(engine_of(*plan, "order").concurrency == 1);
    CHECK(params_for(*plan, engine_of(*plan, "seed")).stream);
}

TEST_CASE("what is on already is switched off") {
    ExperimentConfig config = config_of();
    config.engines[0].cache = CacheMode::cold;
    config.engines[0].concurrency = 8;
    config.request.stream = false;
    config.request.logprobs = 0;
    config.request.seed = 7;
    config.order = Order::shuffled;
    const auto plan = plan_isolation(config, planned(suite_of(3, true, true)),
                                     {"e", "one-switch", "", Dialect::vllm});
    REQUIRE(plan);
    CHECK(engine_of(*plan, "cache").cache == CacheMode::as_is);
    CHECK(engine_of(*plan, "concurrency").concurrency == 1);
    CHECK(params_for(*plan, engine_of(*plan, "stream")).stream);
    CHECK_FALSE(params_for(*plan, engine_of(*plan, "logprobs")).logprobs);
    CHECK_FALSE(params_for(*plan, engine_of(*plan, "seed")).seed);
    CHECK(engine_of(*plan, "structured").structured == false);
    CHECK(engine_of(*plan, "order").order == Order::run_major);
}

TEST_CASE("switches that are not offered are listed with their reason") {
    ExperimentConfig config = config_of();
    config.stop_loops = 8;
    const auto plan = plan_isolation(config, planned(suite_of(1, false)),
                                     {"e", "one-switch", "", Dialect::openai});
    REQUIRE(plan);
    CHECK(names_of(plan) == Names{"baseline", "aa", "logprobs", "seed"});
    std::map<std::string, std::string> reasons;
    for (const SwitchNotTried& one : plan->isolation->not_tried) reasons[one.name] = one.reason;
    CHECK(reasons["cache"] == "the dialect openai has no way to ask for a cold cache");
    CHECK(reasons["stream"] == "stop_loops cuts answers while they stream");
    CHECK(reasons["structured"] == "no chosen item has a schema");
    CHECK(reasons["order"] == "one item has no order");
    CHECK(reasons["concurrency"].find("--schedule blocked") != std::string::npos);
    config.engines[0].extra_body.set("cache_prompt", json::make_boolean(false));
    const auto own_field = plan_isolation(config, planned(suite_of(2, false)),
                                          {"e", "one-switch", "blocked", Dialect::llama_cpp});
    REQUIRE(own_field);
    CHECK_FALSE(own_field->turns);
    CHECK(own_field->isolation->not_tried.front().reason == "extra_body sets cache_prompt itself");
}

TEST_CASE("leave-one-out and cumulative designs add the switches up") {
    ExperimentConfig config = config_of();
    config.arms = {own("seed", "seed", "7"), own("hot", "temperature", "1")};
    const auto suites = planned(suite_of(2, false));
    const auto one_out =
        plan_isolation(config, suites, {"e", "leave-one-out", "", Dialect::openai});
    REQUIRE(one_out);
    CHECK(names_of(one_out) == Names{"baseline", "aa", "all", "all-but-seed", "all-but-hot"});
    CHECK(params_for(*one_out, engine_of(*one_out, "all")).seed == 7);
    CHECK(params_for(*one_out, engine_of(*one_out, "all")).temperature == "1");
    CHECK_FALSE(params_for(*one_out, engine_of(*one_out, "all-but-seed")).seed);
    CHECK(one_out->isolation->arms[3].change == "all but seed: 7");
    CHECK(one_out->isolation->arms[3].switches == Names{"hot"});
    const auto cumulative =
        plan_isolation(config, suites, {"e", "cumulative", "", Dialect::openai});
    REQUIRE(cumulative);
    CHECK(names_of(cumulative) == Names{"baseline", "aa", "up-to-seed", "up-to-hot"});
    CHECK(params_for(*cumulative, engine_of(*cumulative, "up-to-seed")).temperature == "0");
    CHECK(params_for(*cumulative, engine_of(*cumulative, "up-to-hot")).seed == 7);
    // What cannot be added up says so.
    const auto error = [&](const std::vector<ArmConfig>& arms) {
        config.arms = arms;
        return plan_isolation(config, suites, {"e", "cumulative", "", Dialect::openai})
            .error()
            .message;
    };
    CHECK(error({own("a", "seed", "1")}).find("needs two switches") != std::string::npos);
    CHECK(error({own("a", "seed", "1"), own("b", "seed", "2")}).find("both set 'request.seed'") !=
          std::string::npos);
    ArmConfig engine;
    engine.name = "x";
    engine.engine = "f";
    CHECK(error({own("a", "seed", "1"), engine}).find("asks an engine of its own") !=
          std::string::npos);
}

TEST_CASE("an arm may be another engine, by its own name") {
    ExperimentConfig config = config_of();
    ArmConfig arm;
    arm.name = "other";
    arm.engine = "f";
    config.arms = {arm};
    const auto plan = plan_isolation(config, planned(suite_of(2, false)),
                                     {"e", "one-switch", "", Dialect::openai});
    REQUIRE(plan);
    CHECK(engine_of(*plan, "other").base_url == "http://h:2/v1");
    CHECK(plan->isolation->arms[2].change == "engine: f");
    CHECK(plan->isolation->own_arms);
}

TEST_CASE("arms that cannot be compared are refused by the names of the fields") {
    ExperimentConfig config = config_of();
    const auto suites = planned(suite_of(2, false));
    const auto error = [&](const ArmConfig& arm) {
        config.arms = {arm};
        const auto plan = plan_isolation(config, suites, {"e", "one-switch", "", Dialect::vllm});
        return plan ? std::string{"planned"} : plan.error().message;
    };
    CHECK(error(own("long", "max_tokens", "2048"))
              .find("arm 'long' cannot be compared with the A/A arm: max_tokens differ") == 0);
    ArmConfig thinking;
    thinking.name = "thinking";
    thinking.changes.extra_body.set("chat_template_kwargs", json::make_object());
    CHECK(error(thinking).find("prompts differ") != std::string::npos);
    ArmConfig length;
    length.name = "length";
    length.changes.extra_body.set("max_completion_tokens", json::make_integer(5));
    CHECK(error(length).find("max_tokens differ") != std::string::npos);
    CHECK(error(own("hot", "temperature", "1")) == "planned");
    config.stop_loops = 4;
    CHECK(error(own("whole", "stream", "false")).find("stop_loops") != std::string::npos);
}

TEST_CASE("arms with a command come last, one block each") {
    ExperimentConfig config = config_of();
    ArmConfig hooked = own("hooked", "seed", "1");
    hooked.before_arm = "./x";
    config.arms = {hooked, own("plain", "seed", "2")};
    const auto suites = planned(suite_of(2, false));
    const auto plan = plan_isolation(config, suites, {"e", "one-switch", "", Dialect::openai});
    REQUIRE(plan);
    CHECK(names_of(plan) == Names{"baseline", "aa", "plain", "hooked"});
    CHECK(plan->isolation->schedule == "blocked");
    CHECK_FALSE(plan->turns);
    CHECK_FALSE(plan->isolation->arms[0].before_arm);
    CHECK(plan_isolation(config, suites, {"e", "one-switch", "interleaved", Dialect::openai})
              .error()
              .message.find("--schedule blocked") != std::string::npos);
    // The baseline's command runs before its copy, too.
    ArmConfig baseline;
    baseline.name = "baseline";
    baseline.before_arm = "./plain";
    config.arms = {baseline, hooked};
    const auto both = plan_isolation(config, suites, {"e", "one-switch", "", Dialect::openai});
    REQUIRE(both);
    CHECK(both->isolation->arms[0].before_arm == "./plain");
    CHECK(both->isolation->arms[1].before_arm == "./plain");
    CHECK(plan_digest(*both, {}) != plan_digest(*plan, {}));
}

}  // namespace kilter
