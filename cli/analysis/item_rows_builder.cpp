#include "cli/analysis/item_rows_builder.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "suites/load.hpp"

namespace kilter {

namespace {

bool holds(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::string strongest_loop(const std::vector<LoopFinding>& loops) {
    constexpr std::string_view k_by_strength[] = {"loop", "recovered_loop", "repetitive",
                                                  "suspect"};
    for (const std::string_view verdict : k_by_strength)
        if (std::any_of(loops.begin(), loops.end(),
                        [&](const LoopFinding& one) { return one.verdict == verdict; }))
            return std::string{verdict};
    return "";
}

RunRow run_row(const TrialSummary& trial, const RunView& view, const ItemAnalysis& analysis) {
    RunRow run;
    run.k = trial.key.k;
    run.outcome = trial.outcome;
    run.error = trial.error;
    run.finish_reason = trial.finish_reason;
    run.variant = letter_of(analysis, Level::full, run.k);
    run.value_variant = letter_of(analysis, Level::value, run.k);
    run.loop = strongest_loop(view.loops);
    run.content_sha256 = trial.content_sha256;
    run.reasoning_sha256 = trial.reasoning_sha256;
    run.request_sha256 = trial.request_sha256;
    run.body_sha256 = trial.body_sha256;
    run.usage = trial.usage;
    run.timings = trial.timings;
    run.attempts = trial.attempts;
    if (trial.verdict) {
        run.parse_status = trial.verdict->parse_status;
        run.points = trial.verdict->points;
    }
    return run;
}

RowVote vote_of(const ItemAnalysis& analysis, const EngineSummary& sum) {
    if (holds(sum.no_decision, analysis.item)) return RowVote::undecided;
    if (holds(sum.majority_harmful, analysis.item)) return RowVote::harmful;
    if (holds(sum.majority_errors, analysis.item)) return RowVote::wrong;
    return analysis.vote.decided ? RowVote::right : RowVote::none;
}

ItemRow item_row(const WalkedItem& walked, const BoardRow& board_row) {
    const ItemAnalysis& analysis = walked.analysis;
    ItemRow row;
    row.engine = board_row.engine;
    row.experiment = board_row.experiment;
    row.suite = board_row.suite;
    row.item = analysis.item;
    row.planned = analysis.planned;
    row.max_points = analysis.max_points;
    row.attainable = analysis.attainable;
    row.measurable = analysis.measurable();
    row.unstable = analysis.by_level[static_cast<std::size_t>(Level::full)].unstable();
    row.value_flip = analysis.value_flip;
    row.stable_failed = holds(board_row.summary.stable_failed, analysis.item);
    row.vote = vote_of(analysis, board_row.summary);
    row.divergence = analysis.divergence;
    if (analysis.measurable()) row.disagreement = analysis.disagreement;
    row.runs.reserve(walked.trials->size());
    for (std::size_t i = 0; i < walked.trials->size(); ++i)
        row.runs.push_back(run_row((*walked.trials)[i], (*walked.runs)[i], analysis));
    return row;
}

}  // namespace

std::string letter_of(const ItemAnalysis& analysis, Level level, int k) {
    const auto at = std::find(analysis.valid_runs.begin(), analysis.valid_runs.end(), k);
    if (at == analysis.valid_runs.end()) return "";
    const auto index = static_cast<std::size_t>(at - analysis.valid_runs.begin());
    return variant_letter(analysis.by_level[static_cast<std::size_t>(level)].of_run[index]);
}

Result<std::vector<ItemRow>> build_item_rows(StoreReader& reader, const std::string& id,
                                             const Board& board, const OnItemRow& each) {
    const auto experiment = reader.experiment(id);
    if (!experiment) return experiment.error();
    std::vector<ItemRow> rows;
    for (const SuiteSelection& selection : experiment->suites) {
        const auto suite = suite_from_json(selection.suite_json);
        if (!suite) return suite.error();
        for (const EngineRow& engine : experiment->engines) {
            const auto board_row =
                std::find_if(board.rows.begin(), board.rows.end(), [&](const BoardRow& one) {
                    return one.experiment == id && one.engine == engine.engine &&
                           one.suite == selection.suite;
                });
            if (board_row == board.rows.end())
                return fail("the board has no row of " + engine.engine + " / " + selection.suite);
            const auto add = [&](const WalkedItem& walked) -> Result<void> {
                rows.push_back(item_row(walked, *board_row));
                return each ? each(*experiment, engine, walked, rows.back()) : Result<void>{};
            };
            if (const auto walked = walk_items(reader, *experiment, engine.engine, *suite, add);
                !walked)
                return walked.error();
        }
    }
    return rows;
}

}  // namespace kilter
