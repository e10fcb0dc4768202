#include "cli/analysis/item_rows_builder.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "cli/analysis/board_builder.hpp"

namespace kilter {

namespace {

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

using Names = std::unordered_set<std::string_view>;

Names names_of(const std::vector<std::string>& names) {
    return {names.begin(), names.end()};
}

// What a row of the board says of single items.
struct NamedItems {
    explicit NamedItems(const EngineSummary& sum)
        : no_decision(names_of(sum.no_decision)),
          harmful(names_of(sum.majority_harmful)),
          errors(names_of(sum.majority_errors)),
          stable_failed(names_of(sum.stable_failed)) {}

    RowVote vote(const std::string& item, bool decided) const {
        if (no_decision.count(item) > 0) return RowVote::undecided;
        if (harmful.count(item) > 0) return RowVote::harmful;
        if (errors.count(item) > 0) return RowVote::wrong;
        return decided ? RowVote::right : RowVote::none;
    }

    Names no_decision, harmful, errors, stable_failed;
};

}  // namespace

std::string letter_of(const ItemAnalysis& analysis, Level level, int k) {
    const auto at = std::find(analysis.valid_runs.begin(), analysis.valid_runs.end(), k);
    if (at == analysis.valid_runs.end()) return "";
    const auto index = static_cast<std::size_t>(at - analysis.valid_runs.begin());
    return variant_letter(analysis.by_level[static_cast<std::size_t>(level)].of_run[index]);
}

void ItemRows::add(const ExperimentRow& experiment, const EngineRow& engine,
                   const std::string& suite, const WalkedItem& walked) {
    const ItemAnalysis& analysis = walked.analysis;
    ItemRow row;
    row.engine = engine.engine;
    row.experiment = experiment.id;
    row.suite = suite;
    row.item = analysis.item;
    row.planned = analysis.planned;
    row.max_points = analysis.max_points;
    row.attainable = analysis.attainable;
    row.measurable = analysis.measurable();
    row.unstable = analysis.by_level[static_cast<std::size_t>(Level::full)].unstable();
    row.value_flip = analysis.value_flip;
    row.divergence = analysis.divergence;
    if (analysis.measurable()) row.disagreement = analysis.disagreement;
    row.runs.reserve(walked.trials->size());
    for (std::size_t i = 0; i < walked.trials->size(); ++i)
        row.runs.push_back(run_row((*walked.trials)[i], (*walked.runs)[i], analysis));
    rows_.push_back(std::move(row));
    decided_.push_back(analysis.vote.decided);
}

Result<BoardWithRows> build_board_with_rows(StoreReader& reader, const std::string& experiment) {
    ItemRows rows;
    const auto gather = [&](const ExperimentRow& of, const EngineRow& engine,
                            const std::string& suite, const WalkedItem& walked) -> Result<void> {
        rows.add(of, engine, suite, walked);
        return {};
    };
    auto board = build_board(reader, {experiment}, gather);
    if (!board) return board.error();
    BoardWithRows out{std::move(*board), {}};
    out.rows = std::move(rows).finish(out.board);
    return out;
}

std::vector<ItemRow> ItemRows::finish(const Board& board) && {
    std::map<std::tuple<std::string_view, std::string_view, std::string_view>, NamedItems> named;
    for (const BoardRow& row : board.rows)
        named.try_emplace({row.experiment, row.suite, row.engine}, row.summary);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        ItemRow& row = rows_[i];
        const auto of = named.find({row.experiment, row.suite, row.engine});
        if (of == named.end()) continue;
        row.vote = of->second.vote(row.item, decided_[i]);
        row.stable_failed = of->second.stable_failed.count(row.item) > 0;
    }
    return std::move(rows_);
}

}  // namespace kilter
