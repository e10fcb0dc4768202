#include "cli/analysis/settings_sent.hpp"

#include <catch2/catch_all.hpp>

#include "config/load.hpp"

using namespace kilter;
using Catch::Matchers::ContainsSubstring;

namespace {

using Words = std::vector<std::string>;

EngineConfig engine(const std::string& name, Dialect dialect) {
    EngineConfig one;
    one.name = name;
    one.dialect = dialect;
    return one;
}

ExperimentConfig with(const Words& settings, std::vector<EngineConfig> engines) {
    ExperimentConfig config;
    config.engines = std::move(engines);
    for (const std::string& one : settings) REQUIRE(apply_setting(config, one).has_value());
    return config;
}

}  // namespace

TEST_CASE("settings: one that every engine is sent stands as it was written") {
    const Words settings{"request.temperature=0.6", "concurrency=2", "request.top_k=none"};
    const auto config = with(settings, {engine("a", Dialect::openai)});
    CHECK(settings_as_sent(config, {}, settings).value() == settings);
}

TEST_CASE("settings: one that no engine is sent is refused, with the dialects that have a word") {
    const Words settings{"request.repetition_penalty=1.05"};
    const auto config =
        with(settings, {engine("a", Dialect::openai), engine("b", Dialect::automatic)});
    const auto words = settings_as_sent(config, {}, settings);
    REQUIRE(words.has_error());
    CHECK_THAT(words.error().message, ContainsSubstring("request.repetition_penalty"));
    CHECK_THAT(words.error().message, ContainsSubstring("vllm, sglang"));
    CHECK_THAT(words.error().message, !ContainsSubstring("openai"));
}

TEST_CASE("settings: engines that are not sent one are named") {
    const Words settings{"request.repetition_penalty=1.05"};
    const auto config = with(settings, {engine("a", Dialect::openai), engine("b", Dialect::vllm)});
    CHECK(settings_as_sent(config, {}, settings).value() ==
          Words{"request.repetition_penalty=1.05 (not sent to a)"});
}

TEST_CASE("settings: an automatic dialect is the one that the engine turned out to speak") {
    const Words settings{"request.top_k=5"};
    const auto config = with(settings, {engine("a", Dialect::automatic)});
    EngineRow row;
    row.engine = "a";
    row.dialect = "sglang";
    CHECK(settings_as_sent(config, {row}, settings).value() == settings);
    CHECK(settings_as_sent(config, {}, settings).has_error());
}

TEST_CASE("settings: a key stands once") {
    const Words settings{"request.temperature=0.6", "request.temperature=0.7"};
    const auto words = settings_as_sent(with(settings, {engine("a", Dialect::vllm)}), {}, settings);
    REQUIRE(words.has_error());
    CHECK_THAT(words.error().message, ContainsSubstring("request.temperature is given twice"));
}
