// Any text as a config file, read in memory with a small environment: it loads or it does not,
// every error has its place, and the plan that is kept of it reads back as the same plan. The text
// may name folder/*.yaml as suites; of those it is only looked whether they are there.
#include <optional>
#include <string>

#include "base/json/read.hpp"
#include "config/judge_digest.hpp"
#include "config/load.hpp"
#include "config/plan_digest.hpp"
#include "tests/fuzz/fuzz_input.hpp"

namespace {

using namespace kilter;
using fuzz::require;
using fuzz::require_equal;

std::optional<std::string> variable(std::string_view name) {
    if (name == "URL") return "http://localhost:8000/v1";
    if (name == "NAME") return "from-the-environment";
    if (name == "NUMBER") return "7";
    if (name == "NESTED") return "${URL}: [";
    if (name == "EMPTY") return "";
    return std::nullopt;
}

void check_stored(const ExperimentConfig& config) {
    const std::string stored = plan_to_json(config);
    require(json::read(stored).ok, "a stored plan is JSON", stored);
    const Result<ExperimentConfig> again = plan_from_json(stored);
    require(again.has_value(), "a stored plan reads back",
            again.has_value() ? stored : stored + "\n" + again.error().message);
    require_equal(plan_to_json(*again), stored, "a stored plan is a fixed point");
    require_equal(plan_digest(*again, {}), plan_digest(config, {}), "the plan is the same");
    require(again->judge.has_value() == config.judge.has_value(), "the judge is kept", stored);
    if (!config.judge) return;
    const std::string judge = judge_text(*config.judge);
    const Result<JudgeConfig> same = judge_from_text(judge);
    require(same.has_value(), "a stored judge reads back", judge);
    require_equal(judge_text(*same), judge, "a stored judge is a fixed point");
    require_equal(judge_digest(*same), judge_digest(*config.judge), "the judge is the same");
}

void check_settings(ExperimentConfig config, std::string_view text) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const Result<void> set = apply_setting(config, line);
    require(set.has_value() || !set.error().message.empty(), "an error says why", line);
    if (set.has_value() && !config.engines.empty()) check_stored(config);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::as_text(data, size);
    Diagnostics diagnostics;
    const auto config = parse_config(text, KILTER_FUZZ_DIR "/config.yaml", variable, diagnostics);
    require(config.has_value() != diagnostics.has_errors(), "a config, or errors",
            to_text(diagnostics));
    for (const Diagnostic& one : diagnostics.all()) {
        require(!one.file.empty() && one.at.line > 0 && one.at.column > 0, "a mistake has a place",
                to_line(one));
    }
    if (config) {
        require_equal(config->source_text, text, "the text is kept as it was");
        check_stored(*config);
    }
    check_settings(config.value_or(ExperimentConfig{}), text);
    return 0;
}
