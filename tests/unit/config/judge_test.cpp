#include <catch2/catch_all.hpp>
#include <fstream>
#include <map>

#include "config/judge_digest.hpp"
#include "config/load.hpp"
#include "config/plan_digest.hpp"
#include "tests/support/result_printing.hpp"
#include "tests/support/temp_folder.hpp"

using namespace kilter;
using Catch::Matchers::ContainsSubstring;

namespace {

struct Loaded {
    std::optional<ExperimentConfig> config;
    std::string errors;
};

Loaded load(const std::string& judge) {
    const test::TempFolder folder;
    std::ofstream(folder / "s.yaml") << "";
    std::ofstream(folder / "k.yaml")
        << "suites: [s.yaml]\nengines: [{name: e, base_url: 'http://h:1/v1', model: m}]\n"
        << judge;
    Diagnostics diagnostics;
    const Environment none = [](std::string_view) { return std::nullopt; };
    Loaded loaded;
    loaded.config = load_config(folder / "k.yaml", none, diagnostics);
    loaded.errors = to_text(diagnostics);
    return loaded;
}

ExperimentConfig good(const std::string& judge) {
    Loaded loaded = load(judge);
    INFO(loaded.errors);
    REQUIRE(loaded.config);
    return std::move(*loaded.config);
}

constexpr const char* k_all =
    "judge:\n  base_url: http://j:2/v1\n  model: big\n  api_key_env: J_KEY\n  concurrency: 4\n"
    "  dialect: vllm\n  timeout: {total: 2m}\n  retries: 1\n  think_tags: [thought]\n"
    "  extra_body: {b: 1, a: 2}\n  request: {temperature: 0.2, max_tokens: 99, stream: false}\n";

constexpr const char* k_short = "judge: {base_url: 'http://j:2/v1', model: big}\n";

}  // namespace

TEST_CASE("judge: none, the short form with its defaults, all keys") {
    CHECK_FALSE(good("").judge);
    const auto brief = good(k_short).judge;
    REQUIRE(brief);
    CHECK(brief->engine.name == "judge");
    CHECK(brief->engine.base_url == "http://j:2/v1");
    CHECK(brief->engine.model == "big");
    CHECK_FALSE(brief->engine.api_key_env);
    CHECK(brief->engine.concurrency == 1);
    CHECK(brief->engine.retries == 3);
    CHECK(brief->request.temperature == "0");
    CHECK(brief->request.max_tokens == 4096);
    const auto all = good(k_all).judge;
    REQUIRE(all);
    CHECK(all->engine.api_key_env == "J_KEY");
    CHECK(all->engine.concurrency == 4);
    CHECK(all->engine.dialect == Dialect::vllm);
    CHECK(all->engine.timeout.total == std::chrono::minutes{2});
    CHECK(all->engine.retries == 1);
    CHECK(all->engine.think_tags == std::vector<std::string>{"thought"});
    CHECK(all->request.temperature == "0.2");
    CHECK(all->request.max_tokens == 99);
    CHECK_FALSE(all->request.stream);
}

TEST_CASE("judge: mistakes are found with the rules of engines") {
    const std::string begin = "judge: {base_url: 'http://j:2/v1', model: big, ";
    CHECK_THAT(load("judge: {model: big}\n").errors, ContainsSubstring("judge has no base_url"));
    CHECK_THAT(load("judge: {base_url: 'http://j:2/v1'}\n").errors,
               ContainsSubstring("judge has no model"));
    CHECK_THAT(load("judge: yes please\n").errors, ContainsSubstring("k.yaml:3:8: error: judge"));
    for (const char* key : {"name: j", "extends: e", "cache: cold", "notes: {}", "runs: 3"}) {
        INFO(key);
        CHECK_THAT(load(begin + key + "}\n").errors, ContainsSubstring("judge"));
    }
    CHECK_THAT(load(begin + "api_key: x}\n").errors,
               ContainsSubstring("a key has no place in a config"));
    CHECK_THAT(load(begin + "api_key_env: sk-abcdefghijkl}\n").errors,
               ContainsSubstring("judge: api_key_env takes the NAME"));
    CHECK_THAT(load("judge: {base_url: 'http://u:p@j:2/v1', model: big}\n").errors,
               ContainsSubstring("k.yaml:3:"));
    CHECK_THAT(load(begin + "request: {temperature: hot}}\n").errors,
               ContainsSubstring("judge, request: "));
    CHECK_THAT(load(begin + "extra_body: {api_key: abc}}\n").errors,
               ContainsSubstring("seems to hold a key"));
}

TEST_CASE("judge: it is kept with the plan and changes no plan digest") {
    const ExperimentConfig with = good(k_all);
    const auto back = plan_from_json(plan_to_json(with));
    REQUIRE(back);
    REQUIRE(back->judge);
    CHECK(judge_text(*back->judge) == judge_text(*with.judge));
    CHECK(judge_digest(*back->judge) == judge_digest(*with.judge));
    CHECK(back->judge->engine.api_key_env == "J_KEY");
    const auto again = judge_from_text(judge_text(*with.judge));
    REQUIRE(again);
    CHECK(judge_text(*again) == judge_text(*with.judge));
    CHECK_FALSE(judge_from_text("{}"));
    CHECK_FALSE(judge_from_text("no JSON"));
    CHECK(plan_digest(with, {}) == plan_digest(good(""), {}));
    CHECK_FALSE(plan_from_json(plan_to_json(good("")))->judge);
}

TEST_CASE("judge: its digest follows what can change a judgement, and nothing else") {
    const std::string base = judge_digest(*good(k_all).judge);
    const auto with = [](std::string from, const std::string& to) {
        std::string text = k_all;
        text.replace(text.find(from), from.size(), to);
        return judge_digest(*good(text).judge);
    };
    CHECK(with("model: big", "model: small") != base);
    CHECK(with("http://j:2", "http://j:3") != base);
    CHECK(with("dialect: vllm", "dialect: openai") != base);
    CHECK(with("{b: 1, a: 2}", "{a: 2, b: 1}") != base);
    CHECK(with("temperature: 0.2", "temperature: 0.3") != base);
    CHECK(with("max_tokens: 99", "max_tokens: 98") != base);
    CHECK(with("[thought]", "[think]") != base);
    CHECK(with("J_KEY", "K_KEY") == base);
    CHECK(with("concurrency: 4", "concurrency: 1") == base);
    CHECK(with("retries: 1", "retries: 2") == base);
    CHECK(with("total: 2m", "total: 3m") == base);
}
