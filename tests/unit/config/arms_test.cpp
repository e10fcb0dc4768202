#include <catch2/catch_all.hpp>

#include "base/files.hpp"
#include "config/arm_override.hpp"
#include "config/load.hpp"
#include "config/plan_digest.hpp"
#include "tests/support/result_printing.hpp"
#include "tests/support/temp_folder.hpp"

namespace kilter {
namespace {

constexpr const char* k_head =
    "suites: [s.yaml]\n"
    "engines:\n"
    "  - {name: e, base_url: \"http://h:1/v1\", model: m}\n"
    "  - {name: f, base_url: \"http://h:2/v1\", model: m}\n";  // 4 lines

struct Read {
    std::optional<ExperimentConfig> config;
    std::string problems;
};

Read read_with(const std::string& arms) {
    const test::TempFolder folder;
    REQUIRE(write_file_atomically(folder / "s.yaml", "suite: s\n"));
    REQUIRE(write_file_atomically(folder / "c.yaml", k_head + arms));
    Diagnostics diagnostics;
    Read out;
    out.config = load_config(
        folder / "c.yaml", [](std::string_view) { return std::nullopt; }, diagnostics);
    for (const Diagnostic& one : diagnostics.all())
        out.problems += std::to_string(one.at.line) + ":" + std::to_string(one.at.column) + ": " +
                        one.message + "\n";
    return out;
}

ArmOverride seed_override() {
    ArmOverride changes;
    changes.request.emplace_back("seed", "7");
    return changes;
}

ExperimentConfig planned() {
    ExperimentConfig config;
    config.engines.resize(2);
    config.engines[0].name = "baseline";
    config.engines[1].name = "aa";
    for (EngineConfig& engine : config.engines) engine.base_url = engine.model = "http://h/v1";
    config.isolation.emplace();
    config.isolation->engine = "e";
    config.isolation->arms = {{"baseline", "", {}, std::nullopt}, {"aa", "", {}, std::nullopt}};
    return config;
}

}  // namespace

TEST_CASE("arms of a config are read with all that they change") {
    const Read read = read_with(
        "arms:\n"
        "  - {name: baseline, before_arm: ./plain.sh}\n"
        "  - {name: other, engine: f}\n"
        "  - name: calm\n"
        "    before_arm: ./calm.sh --all\n"
        "    override: {request: {temperature: 0.5, seed: 7}, cache: cold, concurrency: 4,\n"
        "               order: shuffled, structured: true, extra_body: {id_slot: 0}}\n");
    INFO(read.problems);
    REQUIRE(read.config);
    const auto& arms = read.config->arms;
    REQUIRE(arms.size() == 3);
    CHECK(arms[0].before_arm == "./plain.sh");
    CHECK(arms[0].changes.empty());
    CHECK(arms[1].engine == "f");
    const ArmOverride& changes = arms[2].changes;
    CHECK(changes.request ==
          std::vector<std::pair<std::string, std::string>>{{"temperature", "0.5"}, {"seed", "7"}});
    CHECK(changes.cache == CacheMode::cold);
    CHECK(changes.concurrency == 4);
    CHECK(changes.order == Order::shuffled);
    CHECK(changes.structured == true);
    CHECK(override_words(changes) ==
          "cache: cold, concurrency: 4, temperature: 0.5, seed: 7, structured: true, "
          "order: shuffled, id_slot: 0");
    CHECK(arms[2].before_arm == "./calm.sh --all");
}

TEST_CASE("each mistake in arms is one line with its place") {
    struct Case {
        const char* name;
        const char* arms;  // from line 5 on
        const char* problem;
    };
    const Case cases[] = {
        {"no list", "arms: {}\n", "5:7: arms must be a list of 1 to 100 arms"},
        {"unknown key", "arms:\n  - {name: a, override: {cash: cold}}\n",
         "6:26: unknown key 'cash' in arm 'a', override"},
        {"unknown key of an arm", "arms:\n  - {name: a, engin: f}\n", "6:15: unknown key 'engin'"},
        {"no such engine", "arms:\n  - {name: a, engine: g}\n",
         "6:23: arm 'a': 'g' is no engine of this file"},
        {"both", "arms:\n  - {name: a, engine: f, override: {cache: cold}}\n",
         "6:5: arm 'a': give engine or override, not both"},
        {"nothing", "arms:\n  - {name: a}\n", "6:5: arm 'a': nothing differs from the baseline"},
        {"no name", "arms:\n  - {engine: f}\n", "6:5: missing key 'name' in arm 1"},
        {"bad name", "arms:\n  - {name: \"a b\", engine: f}\n", "6:12: arm 1: the name must be"},
        {"reserved name", "arms:\n  - {name: aa, engine: f}\n",
         "6:12: arm 'aa': this name is taken"},
        {"baseline with an engine", "arms:\n  - {name: baseline, engine: f}\n",
         "6:5: arm 'baseline': the baseline is the engine as configured"},
        {"twice", "arms:\n  - {name: a, engine: f}\n  - {name: a, engine: e}\n",
         "7:12: arm 'a': this name stands already at line 6"},
        {"wrong literal", "arms:\n  - {name: a, override: {request: {temperature: hot}}}\n",
         "6:49: arm 'a', override, request: "},
        {"unknown request key", "arms:\n  - {name: a, override: {request: {temprature: 0}}}\n",
         "6:36: unknown key 'temprature' in arm 'a', override, request; did you mean"},
        {"concurrency", "arms:\n  - {name: a, override: {concurrency: 0}}\n",
         "6:39: 'concurrency' in arm 'a', override must be a whole number from 1"},
        {"own field", "arms:\n  - {name: a, override: {extra_body: {stream: false}}}\n",
         "6:39: extra_body must not set 'stream'"},
        {"a key in a hook", "arms:\n  - {name: a, before_arm: \"./x --api-key secret\"}\n",
         "6:27: arm 'a': before_arm seems to hold a key"},
        {"a hook that is none", "arms:\n  - {name: a, before_arm: [x]}\n",
         "6:27: arm 'a': before_arm takes a command"},
    };
    for (const Case& one : cases) {
        INFO(one.name);
        const Read read = read_with(one.arms);
        INFO(read.problems);
        CHECK_FALSE(read.config);
        CHECK(read.problems.find(one.problem) != std::string::npos);
    }
}

TEST_CASE("an override merges into the engine and leaves the plan alone") {
    ExperimentConfig config;
    config.request.max_tokens = 64;
    EngineConfig base;
    base.name = "e";
    base.extra_body = json::make_object();
    base.extra_body.set("a", json::make_integer(1));
    ArmOverride changes = seed_override();
    changes.extra_body = json::make_object();
    changes.extra_body.set("b", json::make_integer(2));
    const auto engine = with_override(config, base, changes);
    REQUIRE(engine);
    REQUIRE(engine->request);
    CHECK(engine->request->seed == 7);
    CHECK(engine->request->max_tokens == 64);
    CHECK(engine->extra_body.find("a") != nullptr);
    CHECK(engine->extra_body.find("b") != nullptr);
    CHECK_FALSE(config.request.seed);
    CHECK(params_for(config, *engine).seed == 7);
    CHECK_FALSE(params_for(config, base).seed);
    ArmOverride none;
    CHECK_FALSE(with_override(config, base, none)->request);
}

TEST_CASE("overrides join unless both set the same") {
    ArmOverride cache;
    cache.cache = CacheMode::cold;
    const auto both = joined(seed_override(), cache);
    REQUIRE(both);
    CHECK(override_words(*both) == "cache: cold, seed: 7");
    CHECK(joined(seed_override(), seed_override()).error().message == "both set 'request.seed'");
    CHECK(joined(cache, cache).error().message == "both set 'cache'");
}

TEST_CASE("a stored plan keeps its arms and what they ask") {
    ExperimentConfig config = planned();
    config.isolation->arms[1].change = "seed: 7";
    config.isolation->arms[1].switches = {"seed"};
    config.isolation->arms[1].before_arm = "./x";
    config.isolation->not_tried = {{"cache", "no way"}};
    config.engines[1] = *with_override(config, config.engines[1], seed_override());
    config.engines[1].order = Order::shuffled;
    config.engines[1].structured = true;
    const auto read = plan_from_json(plan_to_json(config));
    REQUIRE(read);
    REQUIRE(read->isolation);
    CHECK(read->isolation->engine == "e");
    CHECK(read->isolation->design == "one-switch");
    REQUIRE(read->isolation->arms.size() == 2);
    CHECK(read->isolation->arms[1].switches == std::vector<std::string>{"seed"});
    CHECK(read->isolation->arms[1].before_arm == "./x");
    CHECK(read->isolation->not_tried.at(0).reason == "no way");
    CHECK_FALSE(read->engines[0].request);
    CHECK(read->engines[1].request->seed == 7);
    CHECK(read->engines[1].order == Order::shuffled);
    CHECK(read->engines[1].structured == true);
}

TEST_CASE("the plan's digest covers arms, their requests, hooks and schedule") {
    const ExperimentConfig config = planned();
    const std::string digest = plan_digest(config, {});
    ExperimentConfig other = config;
    CHECK(plan_digest(other, {}) == digest);
    other.engines[1] = *with_override(other, other.engines[1], seed_override());
    CHECK(plan_digest(other, {}) != digest);
    other = config;
    other.engines[1].structured = true;
    CHECK(plan_digest(other, {}) != digest);
    other = config;
    other.engines[1].order = Order::item_major;
    CHECK(plan_digest(other, {}) != digest);
    other = config;
    other.isolation->arms[1].before_arm = "./x";
    CHECK(plan_digest(other, {}) != digest);
    other = config;
    other.isolation->schedule = "blocked";
    CHECK(plan_digest(other, {}) != digest);
    other = config;
    other.isolation->not_tried = {{"cache", "no way"}};  // changes nothing that is sent
    CHECK(plan_digest(other, {}) == digest);
    // An arm's own order makes the seed of shuffling count.
    other = config;
    other.engines[1].order = Order::shuffled;
    const std::string shuffled = plan_digest(other, {});
    other.shuffle_seed = 2;
    CHECK(plan_digest(other, {}) != shuffled);
}

}  // namespace kilter
