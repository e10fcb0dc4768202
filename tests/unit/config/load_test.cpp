#include "config/load.hpp"

#include <map>

#include "base/json/write.hpp"
#include "tests/unit/suites/temp_folder.hpp"

using namespace kilter;
using Catch::Matchers::ContainsSubstring;
using kilter::test::TempFolder;

namespace {

using Variables = std::map<std::string, std::string, std::less<>>;

struct LoadedConfig {
    std::optional<ExperimentConfig> config;
    std::string errors;
};

LoadedConfig load_text(const TempFolder& folder, std::string_view text,
                       const Variables& variables = {}) {
    folder.write("s.yaml", "");
    Diagnostics diagnostics;
    const Environment environment = [&](std::string_view name) -> std::optional<std::string> {
        const auto at = variables.find(name);
        if (at == variables.end()) return std::nullopt;
        return at->second;
    };
    LoadedConfig loaded;
    loaded.config = load_config(folder.write("c.yaml", text), environment, diagnostics);
    loaded.errors = test::text_of(diagnostics, folder);
    CHECK(loaded.config.has_value() != diagnostics.has_errors());
    return loaded;
}

LoadedConfig load_text(std::string_view text, const Variables& variables = {}) {
    const TempFolder folder;
    return load_text(folder, text, variables);
}

const std::string k_engine = "engines: [{name: e, base_url: \"http://h/v1\", model: m}]\n";

std::string with_engine(const std::string& keys) {
    return "suites: [s.yaml]\nengines:\n  - {name: e, base_url: \"http://h/v1\", model: m, " +
           keys + "}\n";
}

std::string error_of(const std::string& text) {
    return load_text(text).errors;
}

}  // namespace

TEST_CASE("A short config has the documented defaults") {
    const TempFolder folder;
    const auto [config, errors] = load_text(folder, "suites: s.yaml\n" + k_engine);
    INFO(errors);
    REQUIRE(config);
    CHECK(config->store == "kilter.db");
    CHECK(config->suites == std::vector<std::filesystem::path>{folder.path() / "s.yaml"});
    CHECK(config->runs == 3);
    CHECK(config->order == Order::run_major);
    CHECK(config->request.temperature == "0");
    CHECK(config->request.stream);
    CHECK_FALSE(config->request.seed);
    REQUIRE(config->engines.size() == 1);
    const EngineConfig& engine = config->engines[0];
    CHECK(engine.concurrency == 1);
    CHECK(engine.dialect == Dialect::automatic);
    CHECK(engine.cache == CacheMode::as_is);
    CHECK(engine.retries == 3);
    CHECK(engine.timeout.connect == std::chrono::seconds{10});
    CHECK(engine.timeout.first_byte == std::chrono::minutes{30});
    CHECK(engine.timeout.idle == std::chrono::minutes{5});
    CHECK_FALSE(engine.timeout.total);
    CHECK_FALSE(engine.api_key_env);
    CHECK(engine.think_tags == std::vector<std::string>{"think"});
    CHECK(engine.extra_body.is_null());
}

TEST_CASE("A full config arrives as it is written, numbers as their literals") {
    const TempFolder folder;
    folder.write("sub/t.yaml", "");
    const std::string text = R"(store: out/my.db
suites: [s.yaml, sub/../sub/t.yaml]
runs: 10
order: shuffled
shuffle_seed: 42
request: {temperature: 0.60, top_p: 0.950, max_tokens: 16384, stream: false, top_k: -1, min_p: 0,
  presence_penalty: -0.5, frequency_penalty: 0.0, repetition_penalty: 1.05, seed: -7}
engines:
  - name: vllm-1
    base_url: https://[::1]:8443/v1//
    model: org/model
    api_key_env: VLLM_API_KEY
    concurrency: 4
    dialect: tensorrt_llm
    cache: cold
    timeout: {connect: 500ms, first_byte: 2h, idle: none, total: 90s}
    retries: 0
    think_tags: []
    extra_body: {b: {on: true}, a: 1.0}
    notes: {launch: "vllm serve", hardware: GB10}
gates: {min_points: 97.5, max_unstable: 0, max_value_flips: 1, max_loops: 2, min_runs: 3}
)";
    const auto [config, errors] = load_text(folder, text);
    INFO(errors);
    REQUIRE(config);
    CHECK(config->store == folder.path() / "out/my.db");
    CHECK(config->suites.at(1) == folder.path() / "sub/t.yaml");
    CHECK(config->runs == 10);
    CHECK(config->order == Order::shuffled);
    CHECK(config->shuffle_seed == 42);
    const RequestParams& request = config->request;
    CHECK(request.temperature == "0.60");
    CHECK(request.top_p == "0.950");
    CHECK(request.max_tokens == 16384);
    CHECK_FALSE(request.stream);
    CHECK(request.top_k == "-1");
    CHECK(request.presence_penalty == "-0.5");
    CHECK(request.frequency_penalty == "0.0");
    CHECK(request.repetition_penalty == "1.05");
    CHECK(request.seed == -7);
    const EngineConfig& engine = config->engines.at(0);
    CHECK(engine.base_url == "https://[::1]:8443/v1");
    CHECK(engine.api_key_env == "VLLM_API_KEY");
    CHECK(engine.concurrency == 4);
    CHECK(engine.dialect == Dialect::tensorrt_llm);
    CHECK(engine.cache == CacheMode::cold);
    CHECK(engine.timeout.connect == std::chrono::milliseconds{500});
    CHECK(engine.timeout.first_byte == std::chrono::hours{2});
    CHECK_FALSE(engine.timeout.idle);
    CHECK(engine.timeout.total == std::chrono::seconds{90});
    CHECK(engine.retries == 0);
    CHECK(engine.think_tags.empty());
    CHECK(json::write(engine.extra_body) == R"({"b":{"on":true},"a":1.0})");
    CHECK(json::write(engine.notes) == R"({"launch":"vllm serve","hardware":"GB10"})");
    CHECK(config->gates.min_points == 97.5);
    CHECK(config->gates.max_loops == 2);
    CHECK(config->gates.min_runs == 3);
    CHECK(config->source_text == text);
}

TEST_CASE("extends copies key by key, through chains and forward references") {
    const auto [config, errors] = load_text(R"(suites: [s.yaml]
engines:
  - {name: c, extends: b, cache: cold, api_key_env: }
  - {name: b, extends: a, model: n, timeout: {idle: 1m}}
  - {name: a, base_url: "http://h/v1", model: m, concurrency: 2, api_key_env: KEY, notes: hand,
     timeout: {total: 1h}, extra_body: {x: 1}}
)");
    INFO(errors);
    REQUIRE(config);
    const EngineConfig& c = config->engines.at(0);
    CHECK(c.name == "c");
    CHECK(c.model == "n");
    CHECK(c.base_url == "http://h/v1");
    CHECK(c.concurrency == 2);
    CHECK(c.cache == CacheMode::cold);
    CHECK_FALSE(c.api_key_env);
    CHECK(config->engines.at(1).api_key_env == "KEY");
    // A key replaces the other as a whole: total is the default again.
    CHECK(c.timeout.idle == std::chrono::minutes{1});
    CHECK_FALSE(c.timeout.total);
    CHECK(json::write(c.extra_body) == R"({"x":1})");
    CHECK(json::write(c.notes) == "\"hand\"");
}

TEST_CASE("extends in a circle, of itself, of nobody") {
    const std::string head = "suites: [s.yaml]\nengines:\n";
    CHECK(error_of(head + "  - {name: a, extends: b}\n  - {name: b, extends: c}\n"
                          "  - {name: c, extends: a}\n") ==
          "c.yaml:3:24: error: engine 'a': extends goes in a circle\n");
    CHECK(error_of(head + "  - {name: a, extends: a}\n") ==
          "c.yaml:3:24: error: engine 'a': extends goes in a circle\n");
    CHECK(error_of(head + "  - {name: vllm, base_url: \"http://h\", model: m}\n"
                          "  - {name: b, extends: vlm}\n") ==
          "c.yaml:4:24: error: engine 'b' extends 'vlm', which is no engine of this file; did you "
          "mean 'vllm'?\n");
}

TEST_CASE("Variables expand in scalars, once, with defaults") {
    const auto [config, errors] = load_text(
        "suites: [s.yaml]\nruns: ${RUNS}\nengines:\n"
        "  - name: e\n    base_url: http://${HOST:-h}:${PORT:-80}/v1\n    model: \"${MODEL}\"\n"
        "    notes: {a: \"$${MODEL} $5 ${EMPTY:-full} ${EMPTY}|\", \"${MODEL}\": key}   # "
        "${COMMENT}\n",
        {{"RUNS", "7"}, {"PORT", "81"}, {"MODEL", "${HOST}"}, {"EMPTY", ""}});
    INFO(errors);
    REQUIRE(config);
    CHECK(config->runs == 7);
    CHECK(config->engines[0].base_url == "http://h:81/v1");
    CHECK(config->engines[0].model == "${HOST}");
    CHECK(json::write(config->engines[0].notes) ==
          R"({"a":"${MODEL} $5 full |","${MODEL}":"key"})");
    CHECK_THAT(config->source_text, ContainsSubstring("runs: ${RUNS}\n"));
}

TEST_CASE("A variable that is not set is one error with its place") {
    CHECK(error_of("suites: [s.yaml]\nruns: ${K}\n" + k_engine) ==
          "c.yaml:2:7: error: the environment variable K is not set; set it, or write "
          "${K:-default}\n");
    CHECK(error_of("suites: [s.yaml]\nstore: \"${K\"\n" + k_engine) ==
          "c.yaml:2:8: error: '${' without its '}'; write $${ for a plain ${\n");
    CHECK_THAT(error_of("suites: [s.yaml]\nstore: ${1X}\n" + k_engine),
               ContainsSubstring("'${1X}' names no variable"));
}

TEST_CASE("Half-typed configs give one clear line per problem") {
    struct Case {
        std::string_view name;
        std::string text, errors;
    };
    const Case cases[] = {
        {"empty", "", "c.yaml:1:1: error: config must be a mapping; found nothing\n"},
        {"a lone word", "hello\n", "c.yaml:1:1: error: config must be a mapping; found 'hello'\n"},
        {"engines is empty", "suites: [s.yaml]\nengines:\n",
         "c.yaml:2:1: error: engines must be a list of at least one engine, each with name, "
         "base_url "
         "and model\n"},
        {"engines is a word", "suites: [s.yaml]\nengines: all\n",
         "c.yaml:2:10: error: engines must be a list of at least one engine, each with name, "
         "base_url and model\n"},
        {"an engine is a word", "suites: [s.yaml]\nengines:\n  - name\n",
         "c.yaml:3:5: error: engine 1 must be a mapping; found 'name'\n"},
        {"an engine without values",
         "suites: [s.yaml]\nengines:\n  - name: e\n    base_url:\n    model:\n",
         "c.yaml:4:5: error: 'base_url' in engine 'e' must be text; found nothing\n"
         "c.yaml:5:5: error: 'model' in engine 'e' must be text; found nothing\n"},
        {"an engine with a name only", "suites: [s.yaml]\nengines:\n  - name: e\n",
         "c.yaml:3:5: error: engine 'e' has no base_url, as in http://localhost:8000/v1\n"
         "c.yaml:3:5: error: engine 'e' has no model, the name the engine serves\n"},
        {"request is empty", "suites: [s.yaml]\nrequest:\n" + k_engine,
         "c.yaml:2:1: error: request must be a mapping; found nothing\n"},
        {"runs is empty", "suites: [s.yaml]\nruns:\n" + k_engine,
         "c.yaml:2:1: error: 'runs' in config must be a whole number from 1 to 1000; found "
         "nothing\n"},
        {"no suites", k_engine, "c.yaml:1:1: error: missing key 'suites' in config\n"},
        {"suites is empty", "suites:\n" + k_engine,
         "c.yaml:1:1: error: suites must be a list of suite files, as in "
         "[suites/starter/main.yaml]\n"},
        {"duplicate key", "suites: [s.yaml]\nruns: 1\nruns: 2\n" + k_engine,
         "c.yaml:3:1: error: duplicate key 'runs'; it stands already at line 2\n"},
    };
    for (const Case& one : cases) {
        INFO(one.name);
        CHECK(error_of(one.text) == one.errors);
    }
    CHECK_THAT(error_of("suites: [s.yaml]\nstore my.db\nruns: 3\n"), ContainsSubstring("c.yaml:"));
}

TEST_CASE("Unknown keys come with the nearest word, all at once") {
    CHECK(error_of("suites: [s.yaml]\nrunz: 1\nrequest: {temprature: 0}\ngates: {min_point: 1}\n"
                   "engines:\n  - {name: e, base_url: \"http://h\", model: m, concurency: 2}\n") ==
          "c.yaml:2:1: error: unknown key 'runz' in config; did you mean 'runs'?\n"
          "c.yaml:3:11: error: unknown key 'temprature' in request; did you mean 'temperature'?\n"
          "c.yaml:4:9: error: unknown key 'min_point' in gates; did you mean 'min_points'?\n"
          "c.yaml:6:47: error: unknown key 'concurency' in engine 'e'; did you mean "
          "'concurrency'?\n");
}

TEST_CASE("Values out of their range are refused") {
    struct Case {
        std::string request, error;
    };
    const Case cases[] = {
        {"temperature: 2.1", "'temperature' takes a number from 0 to 2; found '2.1'"},
        {"temperature: -0.1", "takes a number from 0 to 2"},
        {"temperature: .5", "takes a number from 0 to 2"},
        {"temperature: \"0\"", "takes a number from 0 to 2, without quotes"},
        {"temperature: ", "takes a number from 0 to 2"},
        {"temperature: [0]", "takes a number from 0 to 2"},
        {"temperature: none", "takes a number from 0 to 2"},
        {"top_p: 0", "takes a number above 0, at most 1"},
        {"top_p: 1.0001", "takes a number above 0, at most 1"},
        {"top_k: 1.5", "takes a whole number from -1"},
        {"top_k: -2", "takes a whole number from -1"},
        {"min_p: 1.1", "takes a number from 0 to 1"},
        {"presence_penalty: 2.5", "takes a number from -2 to 2"},
        {"repetition_penalty: 0", "takes a number above 0"},
        {"max_tokens: 0", "takes a whole number from 1"},
        {"max_tokens: 1e3", "takes a whole number from 1"},
        {"seed: 9223372036854775808", "takes a whole number of 64 bits"},
        {"stream: yes", "takes true or false"},
        {"logprobs: 21", "'logprobs' takes a whole number from 0 to 20; found '21'"},
        {"logprobs: true", "'logprobs' takes a whole number from 0 to 20"},
        {"token_ids: 1", "'token_ids' takes true or false"},
    };
    for (const Case& one : cases) {
        INFO(one.request);
        const std::string errors =
            error_of("suites: [s.yaml]\nrequest: {" + one.request + "}\n" + k_engine);
        CHECK_THAT(errors, ContainsSubstring(one.error));
        CHECK(std::count(errors.begin(), errors.end(), '\n') == 1);
    }
    CHECK_THAT(error_of("suites: [s.yaml]\nruns: 1001\n" + k_engine),
               ContainsSubstring("1 to 1000"));
    CHECK_THAT(error_of(with_engine("concurrency: 0")), ContainsSubstring("from 1 to 4096"));
    CHECK_THAT(error_of(with_engine("retries: -1")), ContainsSubstring("from 0 to 100"));
    CHECK_THAT(error_of("suites: [s.yaml]\ngates: {min_points: -1}\n" + k_engine),
               ContainsSubstring("min_points must be at least 0"));
}

TEST_CASE("Engines: names, durations, words, tags") {
    CHECK_THAT(
        error_of(with_engine("timeout: {idle: 5}")),
        ContainsSubstring("timeout idle must be a duration, as in 500ms, 10s, 30m, 2h, or none"));
    CHECK_THAT(error_of(with_engine("timeout: {ilde: 5s}")),
               ContainsSubstring("did you mean 'idle'?"));
    CHECK_THAT(error_of(with_engine("dialect: lama_cpp")),
               ContainsSubstring("did you mean 'llama_cpp'?"));
    CHECK_THAT(error_of(with_engine("think_tags: [<think>]")), ContainsSubstring("bare tag names"));
    CHECK_THAT(error_of(with_engine("extra_body: [1]")), ContainsSubstring("must be a mapping"));
    CHECK_THAT(error_of("suites: [s.yaml]\nengines:\n"
                        "  - {name: e, base_url: \"http://h\", model: m}\n"
                        "  - {name: e, base_url: \"http://h\", model: m}\n"),
               ContainsSubstring("c.yaml:4:12: error: engine 'e' stands already at line 3"));
}

TEST_CASE("A key never stands in a config, and no message repeats one") {
    const std::string key = "sk-abcdef0123456789";
    const std::string errors[] = {
        error_of(with_engine("api_key_env: " + key)),
        error_of(with_engine("api_key: " + key)),
        error_of(with_engine("api_key_env: gsk_" + std::string(40, 'x'))),
        load_text(with_engine("api_key_env: \"${OPENAI_API_KEY}\""), {{"OPENAI_API_KEY", key}})
            .errors,
    };
    CHECK_THAT(errors[0], ContainsSubstring("takes the NAME of an environment variable, and this "
                                            "looks like the key itself"));
    CHECK_THAT(errors[1], ContainsSubstring("give the variable's NAME as api_key_env"));
    CHECK_THAT(errors[2], ContainsSubstring("looks like the key itself"));
    CHECK_THAT(errors[3], ContainsSubstring("takes the NAME of an environment variable"));
    for (const std::string& text : errors) {
        CHECK(text.find(key) == std::string::npos);
        CHECK(text.find("xxxx") == std::string::npos);
    }
}

TEST_CASE("What is kept with the results holds no key") {
    for (const char* keys :
         {"extra_body: {api_key: abc}", "extra_body: {x: {Authorization: \"Bearer abc\"}}",
          "notes: {launch: \"vllm serve m --api-key abc\"}",
          "notes: {launch: \"serve --api-key=abc\"}", "notes: [\"sk-0123456789abcdef\"]"}) {
        INFO(keys);
        CHECK_THAT(error_of(with_engine(keys)), ContainsSubstring("seems to hold a key"));
        CHECK_THAT(error_of(with_engine(keys)), !ContainsSubstring("abc"));
    }
    for (const char* keys :
         {"notes: {launch: \"serve m --task generate\", tokens: 4096}",
          "notes: {launch: \"serve m --api-key $VLLM_API_KEY\"}",
          "extra_body: {max_completion_tokens: 5, logit_bias: {token: {a: 1}}}"}) {
        INFO(keys);
        CHECK(error_of(with_engine(keys)).empty());
    }
}

TEST_CASE("extra_body sets nothing over that kilter writes and reports itself") {
    CHECK(
        error_of(
            "suites: [s.yaml]\nengines:\n  - name: e\n    base_url: http://h/v1\n    model: m\n"
            "    extra_body:\n      temperature: 1.7\n      model: z\n") ==
        "c.yaml:7:7: error: extra_body must not set 'temperature', which kilter writes into every "
        "request and reports: write it under 'request'\n"
        "c.yaml:8:7: error: extra_body must not set 'model', which kilter writes into every "
        "request and reports: write it as 'model', beside base_url\n");
    for (const char* key : {"model",
                            "messages",
                            "stream",
                            "stream_options",
                            "n",
                            "temperature",
                            "top_p",
                            "max_tokens",
                            "presence_penalty",
                            "frequency_penalty",
                            "seed",
                            "tools",
                            "response_format",
                            "top_k",
                            "min_p",
                            "repetition_penalty",
                            "repeat_penalty",
                            "logprobs",
                            "top_logprobs",
                            "return_token_ids"}) {
        INFO(key);
        const std::string extra = std::string("extra_body: {a: 1, ") + key + ": 1}";
        const std::string name = std::string("must not set '") + key + "'";
        CHECK_THAT(error_of(with_engine(extra)), ContainsSubstring(name));
        CHECK_THAT(error_of("suites: [s.yaml]\n" + k_engine +
                            "judge: {base_url: \"http://j/v1\", model: j, " + extra + "}\n"),
                   ContainsSubstring(name));
    }
    CHECK(error_of(with_engine("dialect: openai, extra_body: {top_k: 20, min_p: 0.1}")).empty());
    CHECK_THAT(error_of(with_engine("dialect: openai, extra_body: {top_p: 0.5}")),
               ContainsSubstring("must not set 'top_p'"));
    CHECK(
        error_of(with_engine("extra_body: {chat_template_kwargs: {enable_thinking: true, model: "
                             "x}, reasoning_effort: low, max_completion_tokens: 9, cache_salt: "
                             "a, cache_prompt: false, provider: {order: [x]}, options: {seed: 1}}"))
            .empty());
}

TEST_CASE("Suites are found beside the config; what is missing is named with its place") {
    const TempFolder folder;
    std::filesystem::create_directory(folder.path() / "dir");
    CHECK(
        load_text(folder, "suites: [s.yaml, none.yaml, dir, s.yaml, [x]]\n" + k_engine).errors ==
        "c.yaml:1:18: error: there is no suite file 'none.yaml'; paths are relative to this file\n"
        "c.yaml:1:29: error: 'dir' is a folder; name the suite's YAML file in it\n"
        "c.yaml:1:34: error: the suite 's.yaml' stands twice in the list\n"
        "c.yaml:1:42: error: suites must hold the paths of suite files\n");
}

TEST_CASE("A config that cannot be read is one error without a place") {
    const TempFolder folder;
    Diagnostics diagnostics;
    CHECK_FALSE(load_config(folder.path() / "none.yaml", process_environment(), diagnostics));
    CHECK(diagnostics.all().size() == 1);
    CHECK_THAT(load_text("suites: \xE1\n").errors, ContainsSubstring("not UTF-8 at byte 8 (0xE1)"));
}

TEST_CASE("The example config loads") {
    const std::filesystem::path root =
        std::filesystem::path{__FILE__}.parent_path().parent_path().parent_path().parent_path();
    Diagnostics diagnostics;
    const Environment nothing_set = [](std::string_view) { return std::nullopt; };
    const auto config = load_config(root / "config/example.yaml", nothing_set, diagnostics);
    INFO(to_text(diagnostics));
    REQUIRE(config);
    CHECK(config->suites.at(0) == root / "suites/starter/main.yaml");
    CHECK(config->engines.at(1).cache == CacheMode::cold);
}
