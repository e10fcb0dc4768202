#include "cli/analysis/board_builder.hpp"

#include <algorithm>

#include "cli/analysis/evidence_facts.hpp"
#include "cli/analysis/item_walk.hpp"
#include "config/load.hpp"

namespace kilter {

namespace {

Condition condition_of(const ExperimentConfig& plan, const std::string& engine) {
    Condition condition;
    condition.order = to_word(plan.order);
    condition.stream = plan.request.stream;
    condition.max_tokens = plan.request.max_tokens;
    condition.stop_loops = plan.stop_loops;
    for (const EngineConfig& one : plan.engines) {
        if (one.name != engine) continue;
        condition.order = to_word(order_for(plan, one));
        condition.stream = params_for(plan, one).stream;
        condition.max_tokens = params_for(plan, one).max_tokens;
        condition.concurrency = one.concurrency;
        condition.cache = to_word(one.cache);
    }
    return condition;
}

// What was declared of the engine, not measured.
json::Value notes_of(const ExperimentConfig& plan, const std::string& engine) {
    for (const EngineConfig& one : plan.engines)
        if (one.name == engine) return one.notes;
    return {};
}

// By valid run, as the clusters of an item are.
std::vector<ResponseIdentity> identities_of(const WalkedItem& walked) {
    std::vector<ResponseIdentity> out;
    for (const TrialSummary& trial : *walked.trials) {
        if (is_failed(trial.outcome)) continue;
        out.push_back({trial.model, trial.system_fingerprint, trial.server_header});
    }
    return out;
}

void add_engine_facts(const EngineRow& engine, BoardRow& row) {
    row.fingerprints.changes =
        fingerprint_changes(engine.fingerprint_start, engine.fingerprint_end);
    const LoadRow& load = engine.load;
    if (load.samples > 0)
        row.load = SeenLoad{load.samples, load.running_min, load.running_max, load.waiting_max};
}

// An answer that could be put before a judge, and has not been judged.
bool waits_for_judge(const std::vector<FieldResult>& fields) {
    return std::any_of(fields.begin(), fields.end(), [](const FieldResult& field) {
        return field.field_class == FieldClass::unavailable && field.raw;
    });
}

// Runs of an item mostly say the same: equal verdicts one after the other are read once.
class FieldsReader {
  public:
    const std::vector<FieldResult>& read(const std::string& text) {
        if (!fields_ || text != text_) {
            text_ = text;
            fields_ = fields_from_json(text);
        }
        return *fields_;
    }

  private:
    std::string text_;
    std::optional<std::vector<FieldResult>> fields_;
};

Result<BoardRow> build_row(StoreReader& reader, const ExperimentRow& experiment,
                           const EngineRow& engine, const SuiteSelection& selection,
                           const Suite& suite, bool in_order, bool cold_asked,
                           const OnBoardItem& each) {
    BoardRow row;
    row.engine = engine.engine;
    row.experiment = experiment.id;
    row.suite = selection.suite;
    row.prompts_digest = selection.prompts_digest;
    row.scoring_digest = selection.scoring_digest;
    SummaryBuilder builder(experiment.runs, in_order);
    AccuracyBuilder accuracy;
    EvidenceBuilder evidence(cold_asked);
    FingerprintBuilder fingerprints;
    FieldsReader verdicts;
    const auto add = [&](const WalkedItem& walked) -> Result<void> {
        std::vector<SpeedFacts> speeds;
        for (const TrialSummary& trial : *walked.trials) {
            speeds.push_back({trial.usage, trial.timings});
            if (!trial.verdict) continue;
            if (row.scorer_version.empty()) row.scorer_version = trial.verdict->scorer_version;
            const auto& fields = verdicts.read(trial.verdict->fields_json);
            accuracy.add(trial.verdict->parse_status, fields);
            row.waits_for_judge = row.waits_for_judge || waits_for_judge(fields);
        }
        builder.add(walked.analysis, *walked.runs, speeds);
        const auto facts = item_facts(reader, walked);
        if (!facts) return facts.error();
        evidence.add(*facts);
        fingerprints.add(walked.analysis, identities_of(walked));
        return each ? each(experiment, engine, selection.suite, walked) : Result<void>{};
    };
    if (const auto walked = walk_items(reader, experiment, engine.engine, suite, add); !walked)
        return walked.error();
    row.summary = builder.finish();
    row.accuracy = accuracy.finish();
    row.evidence = evidence.finish();
    row.fingerprints = fingerprints.finish();
    if (!row.accuracy.f1_micro)
        row.summary.warnings.emplace_back(
            "field_f1_micro, field_f1_macro: no field has anything to count but values that are "
            "rightly absent");
    if (!row.evidence.speed.prefill_tok_per_s)
        row.summary.warnings.emplace_back(
            "prefill_tok_per_s: no valid streamed trial tells its prompt tokens");
    return row;
}

void add_totals(Board& board, const ExperimentRow& experiment) {
    for (const EngineRow& engine : experiment.engines) {
        BoardTotal total;
        total.engine = engine.engine;
        total.experiment = experiment.id;
        total.points = 0;
        total.majority_points = 0;
        for (const BoardRow& row : board.rows) {
            if (row.experiment != experiment.id || row.engine != engine.engine) continue;
            const EngineSummary& sum = row.summary;
            if (sum.points_mean && total.points)
                *total.points += *sum.points_mean;
            else
                total.points = std::nullopt;
            total.attainable += sum.attainable;
            total.max_points += sum.max_points;
            if (sum.vote_points() && total.majority_points)
                *total.majority_points += *sum.vote_points();
            else
                total.majority_points = std::nullopt;
            total.unstable += sum.unstable;
            total.unstable_of += sum.measurable;
        }
        board.totals.push_back(total);
    }
}

GateScope gate_scope(const Suite& suite, const EngineSummary& summary, bool has_judge) {
    GateScope scope;
    scope.suite_items = static_cast<long long>(suite.items.size());
    if (has_judge) scope.points_waiting = summary.max_points - summary.attainable;
    return scope;
}

Result<void> add_experiment(Board& board, StoreReader& reader, const std::string& id,
                            const OnBoardItem& each, const SuitesAtHand& suites) {
    const auto experiment = reader.outline(id);
    if (!experiment) return experiment.error();
    ExperimentConfig plan;
    const bool imported = experiment->plan_json.empty();
    if (!imported) {
        auto read = plan_from_json(experiment->plan_json);
        if (!read)
            return fail("experiment " + id +
                        ": its stored plan cannot be read: " + read.error().message);
        plan = std::move(*read);
    }
    // Shuffled cells and answers made elsewhere do not tell which run of an item came first.
    const bool in_order = !imported && plan.order != Order::shuffled;
    const auto judge = reader.judge_of(id);
    if (!judge) return judge.error();
    const bool has_judge = plan.judge || *judge;
    for (const SuiteSelection& selection : experiment->suites) {
        const auto held = suites.get(reader, selection);
        if (!held)
            return fail("experiment " + id +
                        ": its stored suite cannot be read: " + held.error().message);
        const Suite& suite = **held;
        for (const EngineRow& engine : experiment->engines) {
            Condition condition;
            if (!imported) condition = condition_of(plan, engine.engine);
            auto row = build_row(reader, *experiment, engine, selection, suite, in_order,
                                 condition.cache == to_word(CacheMode::cold), each);
            if (!row) return row.error();
            row->imported = imported;
            add_engine_facts(engine, *row);
            row->notes = notes_of(plan, engine.engine);
            row->condition = condition;
            row->has_judge = has_judge;
            if (row->summary.missing > 0) board.partial = true;
            const GateScope scope = gate_scope(suite, row->summary, has_judge);
            for (GateResult& gate :
                 check_gates(plan.gates, row->engine, row->suite, row->summary, scope))
                board.gates.push_back(std::move(gate));
            board.rows.push_back(std::move(*row));
        }
    }
    if (experiment->suites.size() > 1) add_totals(board, *experiment);
    return {};
}

}  // namespace

Result<Board> build_board(StoreReader& reader, const std::vector<std::string>& experiments,
                          const OnBoardItem& each, const SuitesAtHand& suites) {
    Board board;
    for (const std::string& id : experiments)
        if (const auto added = add_experiment(board, reader, id, each, suites); !added)
            return added.error();
    sort_board(board, BoardSort::points);
    return board;
}

int board_exit_code(const Board& board) {
    std::vector<const EngineSummary*> rows;
    for (const BoardRow& row : board.rows) rows.push_back(&row.summary);
    return exit_code(board.gates, rows);
}

}  // namespace kilter
