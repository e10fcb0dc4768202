// The stored plan, its digest, and settings on top of it.
#include <catch2/catch_all.hpp>
#include <functional>

#include "config/load.hpp"
#include "config/plan_digest.hpp"

using namespace kilter;
using Catch::Matchers::ContainsSubstring;

namespace {

ExperimentConfig rich_config() {
    ExperimentConfig config;
    config.runs = 5;
    config.order = Order::shuffled;
    config.shuffle_seed = 9;
    config.request.temperature = "0.60";
    config.request.top_k = "20";
    config.request.repetition_penalty = "1.0";
    config.request.seed = -1;
    config.gates.min_points = 97.1;
    config.gates.min_runs = 3;
    EngineConfig engine;
    engine.name = "a";
    engine.base_url = "http://h/v1";
    engine.model = "m";
    engine.api_key_env = "KEY";
    engine.timeout.total = std::chrono::milliseconds{1500};
    engine.timeout.idle = std::nullopt;
    engine.extra_body.set("z", json::make_number("1.0"));
    engine.extra_body.set("a", json::make_string("ő"));
    engine.notes = json::make_string("by hand");
    config.engines.push_back(engine);
    engine.name = "b";
    engine.cache = CacheMode::cold;
    engine.think_tags = {};
    engine.dialect = Dialect::llama_cpp;
    engine.api_key_env = std::nullopt;
    config.engines.push_back(engine);
    return config;
}

Suite small_suite(const std::string& name) {
    Suite suite;
    suite.name = name;
    suite.prompts_digest = "p-" + name;
    for (const std::string id : {"x", "y", "z"}) {
        Item item;
        item.id = id;
        suite.items.push_back(item);
    }
    return suite;
}

}  // namespace

TEST_CASE("A plan goes through its stored form without loss") {
    const ExperimentConfig config = rich_config();
    const std::string text = plan_to_json(config);
    const auto back = plan_from_json(text);
    REQUIRE(back.has_value());
    CHECK(plan_to_json(*back) == text);
    CHECK(back->runs == 5);
    CHECK(back->order == Order::shuffled);
    CHECK(back->shuffle_seed == 9);
    CHECK(back->request.temperature == "0.60");
    CHECK(back->request.seed == -1);
    CHECK(back->gates.min_points == 97.1);
    REQUIRE(back->engines.size() == 2);
    CHECK(back->engines[0].api_key_env == "KEY");
    CHECK(back->engines[0].timeout.total == std::chrono::milliseconds{1500});
    CHECK_FALSE(back->engines[0].timeout.idle);
    CHECK(back->engines[1].think_tags.empty());
    CHECK(back->engines[1].cache == CacheMode::cold);
    CHECK(json::identical(back->engines[1].extra_body, config.engines[1].extra_body));
    const Suite suite = small_suite("s");
    CHECK(plan_digest(*back, {&suite}) == plan_digest(config, {&suite}));
    CHECK_THAT(text, ContainsSubstring("\"temperature\":0.60"));
}

TEST_CASE("A stored plan that is damaged or of another format is refused") {
    for (const std::string text :
         {"", "[]", "{}", "{\"schema\":\"kilter.plan/2\"}", "{\"schema\":\"kilter.plan/1\"}",
          "{\"schema\":\"kilter.plan/1\",\"engines\":[],\"runs\":1}"}) {
        INFO(text);
        CHECK(plan_from_json(text).has_error());
    }
}

TEST_CASE("The plan digest changes with what can change an output, and with nothing else") {
    struct Case {
        std::string_view name;
        std::function<void(ExperimentConfig&)> change;
        bool differs;
    };
    const Case cases[] = {
        {"nothing", [](ExperimentConfig&) {}, false},
        {"timeouts, retries, notes, key name, gates, store",
         [](ExperimentConfig& c) {
             c.engines[0].timeout.total.reset();
             c.engines[0].retries = 9;
             c.engines[0].notes = json::make_null();
             c.engines[0].api_key_env = "OTHER";
             c.gates = {};
             c.store = "x.db";
             c.source_text = "x";
             c.suites = {"moved.yaml"};
         },
         false},
        {"temperature", [](ExperimentConfig& c) { c.request.temperature = "0.6"; }, true},
        {"top_k", [](ExperimentConfig& c) { c.request.top_k.reset(); }, true},
        {"max_tokens", [](ExperimentConfig& c) { c.request.max_tokens = 1; }, true},
        {"stream", [](ExperimentConfig& c) { c.request.stream = false; }, true},
        {"runs", [](ExperimentConfig& c) { c.runs = 6; }, true},
        {"order", [](ExperimentConfig& c) { c.order = Order::item_major; }, true},
        {"turns", [](ExperimentConfig& c) { c.turns = true; }, true},
        {"stop_loops", [](ExperimentConfig& c) { c.stop_loops = 8; }, true},
        {"shuffle seed", [](ExperimentConfig& c) { c.shuffle_seed = 10; }, true},
        {"engine name", [](ExperimentConfig& c) { c.engines[0].name = "c"; }, true},
        {"base_url", [](ExperimentConfig& c) { c.engines[0].base_url += "x"; }, true},
        {"model", [](ExperimentConfig& c) { c.engines[0].model = "n"; }, true},
        {"concurrency", [](ExperimentConfig& c) { c.engines[0].concurrency = 2; }, true},
        {"cache", [](ExperimentConfig& c) { c.engines[0].cache = CacheMode::cold; }, true},
        {"dialect", [](ExperimentConfig& c) { c.engines[0].dialect = Dialect::vllm; }, true},
        {"think tags", [](ExperimentConfig& c) { c.engines[0].think_tags.clear(); }, true},
        {"B04: extra_body",
         [](ExperimentConfig& c) {
             c.engines[0].extra_body.set("reasoning_effort", json::make_string("low"));
         },
         true},
        {"order in extra_body",
         [](ExperimentConfig& c) {
             std::swap(c.engines[0].extra_body.members[0], c.engines[0].extra_body.members[1]);
         },
         true},
        {"order of engines", [](ExperimentConfig& c) { std::swap(c.engines[0], c.engines[1]); },
         true},
    };
    const ExperimentConfig config = rich_config();
    const Suite suite = small_suite("s");
    const std::string before = plan_digest(config, {&suite});
    CHECK(before.size() == 64);
    for (const Case& one : cases) {
        INFO(one.name);
        ExperimentConfig changed = config;
        one.change(changed);
        CHECK((plan_digest(changed, {&suite}) != before) == one.differs);
    }
    ExperimentConfig steady = config;
    steady.order = Order::run_major;
    ExperimentConfig reseeded = steady;
    reseeded.shuffle_seed = 77;
    CHECK(plan_digest(steady, {&suite}) == plan_digest(reseeded, {&suite}));
}

TEST_CASE("The plan digest covers prompts and chosen items") {
    const ExperimentConfig config = rich_config();
    const Suite first = small_suite("s");
    const Suite second = small_suite("t");
    const std::string all = plan_digest(config, {&first, &second});
    CHECK(plan_digest(config, {&first, &second}, {"s/x", "s/y", "s/z", "t/x", "t/y", "t/z"}) ==
          all);
    const std::string some = plan_digest(config, {&first, &second}, {"s/x", "t/y"});
    CHECK(some != all);
    CHECK(plan_digest(config, {&first, &second}, {"t/y", "s/x"}) == some);
    CHECK(plan_digest(config, {&first, &second}, {"s/y", "t/x"}) != some);
    CHECK(plan_digest(config, {&second, &first}) != all);
    Suite changed = first;
    changed.prompts_digest = "other";
    CHECK(plan_digest(config, {&changed, &second}) != all);
    changed = first;
    changed.scoring_digest = "other";
    CHECK(plan_digest(config, {&changed, &second}) == all);
}

TEST_CASE("Settings change request and all engines") {
    ExperimentConfig config = rich_config();
    CHECK(apply_setting(config, "request.temperature=0.7").has_value());
    CHECK(apply_setting(config, "request.max_tokens=64").has_value());
    CHECK(apply_setting(config, "request.stream=false").has_value());
    CHECK(apply_setting(config, "request.seed=5").has_value());
    CHECK(apply_setting(config, "request.top_k=none").has_value());
    CHECK(apply_setting(config, "concurrency=3").has_value());
    CHECK(apply_setting(config, "cache=cold").has_value());
    CHECK(config.request.temperature == "0.7");
    CHECK(config.request.max_tokens == 64);
    CHECK_FALSE(config.request.stream);
    CHECK(config.request.seed == 5);
    CHECK_FALSE(config.request.top_k);
    for (const EngineConfig& engine : config.engines) {
        CHECK(engine.concurrency == 3);
        CHECK(engine.cache == CacheMode::cold);
    }
}

TEST_CASE("turns are kept with the plan") {
    ExperimentConfig config = rich_config();
    CHECK_FALSE(plan_from_json(plan_to_json(config))->turns);
    config.turns = true;
    CHECK(plan_from_json(plan_to_json(config))->turns);
}

TEST_CASE("stop_loops is kept with the plan, has a digest of its own, and needs streams") {
    ExperimentConfig config = rich_config();
    CHECK_FALSE(plan_from_json(plan_to_json(config))->stop_loops);
    const Suite suite = small_suite("s");
    const std::string off = plan_digest(config, {&suite});
    REQUIRE(apply_setting(config, "stop_loops=8").has_value());
    CHECK(config.stop_loops == 8);
    CHECK(plan_from_json(plan_to_json(config))->stop_loops == 8);
    const std::string eight = plan_digest(config, {&suite});
    config.stop_loops = 9;
    CHECK(plan_digest(config, {&suite}) != eight);
    CHECK(check_stop_loops(config).has_value());
    config.request.stream = false;
    REQUIRE(check_stop_loops(config).has_error());
    CHECK_THAT(check_stop_loops(config).error().message, ContainsSubstring("request.stream"));
    CHECK(plan_from_json(plan_to_json(config)).has_error());
    config.request.stream = true;
    REQUIRE(apply_setting(config, "stop_loops=none").has_value());
    CHECK(plan_digest(config, {&suite}) == off);
}

TEST_CASE("Token fields are part of the plan and of its digest only where they are asked for") {
    ExperimentConfig config = rich_config();
    const Suite suite = small_suite("a");
    const std::string off = plan_digest(config, {&suite});
    CHECK(plan_to_json(config).find("logprobs") == std::string::npos);
    CHECK(plan_to_json(config).find("token_ids") == std::string::npos);
    REQUIRE(apply_setting(config, "request.logprobs=0").has_value());
    const std::string zero = plan_digest(config, {&suite});
    CHECK(zero != off);
    REQUIRE(apply_setting(config, "request.token_ids=true").has_value());
    CHECK(plan_digest(config, {&suite}) != zero);
    const auto again = plan_from_json(plan_to_json(config));
    REQUIRE(again.has_value());
    CHECK(again->request.logprobs == 0);
    CHECK(again->request.token_ids);
    REQUIRE(apply_setting(config, "request.logprobs=none").has_value());
    REQUIRE(apply_setting(config, "request.token_ids=false").has_value());
    CHECK(plan_digest(config, {&suite}) == off);
}

TEST_CASE("A wrong setting changes nothing and says what is taken") {
    struct Case {
        std::string_view setting, error;
    };
    const Case cases[] = {
        {"request.temperature", "write KEY=VALUE"},
        {"", "write KEY=VALUE"},
        {"=1", "cannot be set"},
        {"request.temperature=", "'temperature' takes a number from 0 to 2"},
        {"request.temperature=hot", "'temperature' takes a number from 0 to 2"},
        {"request.temprature=1", "did you mean 'request.temperature'?"},
        {"temperature=1", "it is one of cache concurrency request.max_tokens"},
        {"concurrency=0", "from 1 to 4096"},
        {"concurrency=2x", "from 1 to 4096"},
        {"cache=warm", "takes as_is or cold"},
        {"stop_loops=1", "takes none or a whole number from 2 to 1000000"},
        {"stop_loops=8x", "takes none or a whole number"},
        {"runs=3", "cannot be set"},
    };
    ExperimentConfig config = rich_config();
    const std::string before = plan_to_json(config);
    for (const Case& one : cases) {
        INFO(one.setting);
        const auto result = apply_setting(config, one.setting);
        REQUIRE(result.has_error());
        CHECK_THAT(result.error().message, ContainsSubstring(std::string{one.error}));
        CHECK(plan_to_json(config) == before);
    }
}
