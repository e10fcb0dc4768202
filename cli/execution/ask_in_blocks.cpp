#include "cli/execution/ask_in_blocks.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/text/terminal.hpp"
#include "cli/isolation/hook.hpp"
#include "cli/terminal.hpp"

namespace kilter {

namespace {

// Of all arms, so that launches are numbered through.
std::size_t count_launches(const ExperimentRow& row) {
    std::size_t count = 0;
    for (const EngineRow& engine : row.engines)
        count += launches_from_json(engine.settings_json).size();
    return count;
}

Result<void> keep_launch(StoreWriter& writer, const ExperimentRow& row, const std::string& arm,
                         Launch launch) {
    EngineRow kept;
    kept.engine = arm;
    std::vector<Launch> launches;
    for (const EngineRow& engine : row.engines) {
        if (engine.engine != arm) continue;
        launches = launches_from_json(engine.settings_json);
        kept.position = engine.position;
    }
    launch.id = std::to_string(count_launches(row) + 1);
    launches.push_back(std::move(launch));
    kept.settings_json = launches_to_json(launches);
    return writer.set_engine(row.id, kept);
}

Result<long long> missing_of(StoreReader& reader, const ExperimentRequest& request,
                             const std::string& experiment) {
    const RunPlan plan{experiment, request.config, request.suites, false};
    const auto remaining = remaining_of(reader, plan);
    if (!remaining) return remaining.error();
    const CellSequence cells(plan, request.config.engines.front().name, remaining->stored);
    return static_cast<long long>(cells.remaining());
}

HookTask hook_of(const IsolationArm& arm, const EngineConfig& engine, const OpenExperiment& opened,
                 const std::filesystem::path& folder) {
    HookTask task;
    task.command = *arm.before_arm;
    task.folder = folder;
    task.environment = {{"KILTER_ARM", arm.name}, {"KILTER_BASE_URL", engine.base_url}};
    for (const auto& [name, key] : opened.api_keys) task.secrets.push_back(key);
    return task;
}

// Empty: the arm may be sent; otherwise why not.
Result<std::string> launch_for(OpenExperiment& opened, const IsolationArm& arm,
                               const EngineConfig& engine, const std::filesystem::path& folder,
                               const Clock& clock) {
    if (!arm.before_arm) return std::string{};
    print_line(fmt::format("arm {}: running {}", visible(arm.name), visible(*arm.before_arm)));
    auto launch = run_hook(hook_of(arm, engine, opened, folder), clock);
    if (!launch) return launch.error().message;
    const int code = launch->exit_code;
    const std::string said = launch->output;
    const auto row = opened.reader->experiment(opened.choice.id);
    if (!row) return row.error();
    const auto kept = keep_launch(*opened.writer, *row, arm.name, std::move(*launch));
    if (!kept) return kept.error();
    if (code == 0) return std::string{};
    if (!said.empty()) print_line(visible(said));
    return fmt::format("its command ended with exit code {}", code);
}

void add_report(RunReport& all, RunReport one) {
    for (EngineReport& engine : one.engines) all.engines.push_back(std::move(engine));
    all.interrupted = all.interrupted || one.interrupted;
    if (all.store_error.empty()) all.store_error = std::move(one.store_error);
}

}  // namespace

Result<Asked> ask_in_blocks(const ExperimentRequest& request, const std::filesystem::path& folder,
                            const Clock& clock) {
    auto opened = open_experiment(request, clock);
    if (!opened) return opened.error();
    const auto keys = opened->api_keys;
    Asked asked{opened->choice.id, {}};
    for (std::size_t i = 0; i < request.config.engines.size(); ++i) {
        ExperimentRequest block = request;
        block.config.engines = {request.config.engines[i]};
        const auto missing = missing_of(*opened->reader, block, asked.experiment);
        if (!missing) return missing.error();
        if (*missing == 0) continue;
        auto writer = StoreWriter::open(request.config.store);
        if (!writer) return writer.error();
        opened->writer = std::move(*writer);
        opened->api_keys = keys;
        const auto why = launch_for(*opened, request.config.isolation->arms[i],
                                    block.config.engines.front(), folder, clock);
        if (!why) return why.error();
        if (!why->empty()) {
            EngineReport stopped;
            stopped.engine = block.config.engines.front().name;
            stopped.stopped_reason = *why;
            stopped.missing = *missing;
            add_report(asked.report, {{stopped}, false, ""});
            continue;
        }
        auto report = send_missing(*opened, block, clock);
        if (!report) return report.error();
        add_report(asked.report, std::move(*report));
        if (asked.report.interrupted || !asked.report.store_error.empty()) break;
    }
    return asked;
}

}  // namespace kilter
