#include "reports/board_json.hpp"

#include "reports/board_detail_json.hpp"
#include "reports/board_document.hpp"
#include "reports/evidence_json.hpp"
#include "reports/identity_json.hpp"
#include "reports/json_numbers.hpp"
#include "reports/remedy.hpp"

namespace kilter {

namespace {

template <class T>
ReportJson or_null(bool defined, const T& value) {
    return defined ? ReportJson(value) : ReportJson(nullptr);
}

ReportJson trials(const EngineSummary& sum) {
    ReportJson outcomes = ReportJson::object();
    for (const auto& [word, count] : sum.outcomes) outcomes[word] = count;
    return {{"planned", sum.planned},
            {"stored", sum.stored},
            {"missing", sum.missing},
            {"failed", sum.failed},
            {"outcomes", outcomes}};
}

ReportJson points(const EngineSummary& sum) {
    ReportJson per_run = ReportJson::array();
    for (const auto& run : sum.points_per_run) per_run.push_back(number_or_null(run));
    return {{"mean", number_or_null(sum.points_mean)},
            {"min", number_or_null(sum.points_min)},
            {"max", number_or_null(sum.points_max)},
            {"per_run", per_run},
            {"answered_only", number_or_null(sum.answered_only)},
            {"attainable", rounded(sum.attainable)},
            {"max_points", rounded(sum.max_points)},
            {"ci95", interval_or_null(sum.points_ci95)}};
}

ReportJson unstable(const EngineSummary& sum) {
    const double rate =
        sum.measurable > 0 ? static_cast<double>(sum.unstable) / static_cast<double>(sum.measurable)
                           : 0.0;
    return {{"level", "full"},
            {"items", sum.unstable},
            {"of", sum.measurable},
            {"short", sum.short_items},
            {"unmeasurable", sum.unmeasurable},
            {"rate", or_null(sum.measurable > 0, rounded(rate))},
            {"ci95", interval_or_null(sum.unstable_ci95)},
            {"ids", sum.unstable_items}};
}

ReportJson divergence(const EngineSummary& sum) {
    ReportJson out = ReportJson::object();
    for (const Channel channel : {Channel::reasoning, Channel::content, Channel::tool_calls}) {
        const DivergenceSummary& one = sum.divergence[static_cast<std::size_t>(channel)];
        out[std::string{to_word(channel)}] = {
            {"items", one.items},
            {"at_start", one.at_start},
            {"absent", one.absent},
            {"median_code_point", position_or_null(one.median_code_point)}};
    }
    return out;
}

ReportJson majority(const EngineSummary& sum) {
    return {{"rule", "strict"},
            {"of", sum.majority_of},
            {"decided", sum.majority_decided},
            {"points", number_or_null(sum.vote_points())},
            {"errors", {{"count", sum.majority_errors.size()}, {"items", sum.majority_errors}}},
            {"harmful", sum.majority_harmful},
            {"no_decision", sum.no_decision}};
}

ReportJson accuracy_json(const AccuracySummary& sum) {
    ReportJson fields = ReportJson::array();
    for (const auto& [name, counts] : sum.by_field)
        fields.push_back({{"field", name},
                          {"tp", counts.tp},
                          {"fd", counts.fd},
                          {"fn", counts.fn},
                          {"fa", counts.fa},
                          {"tn", counts.tn},
                          {"unanswered", counts.unanswered},
                          {"unavailable", counts.unavailable},
                          {"f1", number_or_null(field_f1(counts))}});
    return {{"field_f1_micro", number_or_null(sum.f1_micro)},
            {"field_f1_macro", number_or_null(sum.f1_macro)},
            {"doc_exact", rate_json(sum.exact_documents)},
            {"hallucination", rate_json(sum.hallucinated)},
            {"miss", rate_json(sum.missed)},
            {"format_clean", rate_json(sum.clean)},
            {"parse_statuses", sum.parse_statuses},
            {"extra_keys", sum.all.extra},
            {"fields", fields}};
}

ReportJson row_json(const BoardRow& row) {
    const EngineSummary& sum = row.summary;
    ReportJson out = {{"engine", row.engine},
                      {"experiment", row.experiment},
                      {"suite", row.suite},
                      {"prompts_digest", row.prompts_digest},
                      {"scoring_digest", row.scoring_digest},
                      {"scorer_version", row.scorer_version},
                      {"items", sum.items},
                      {"runs", sum.runs}};
    out["condition"] = row.imported ? ReportJson(nullptr)
                                    : ReportJson{{"concurrency", row.condition.concurrency},
                                                 {"order", row.condition.order},
                                                 {"cache", row.condition.cache},
                                                 {"stream", row.condition.stream},
                                                 {"max_tokens", row.condition.max_tokens}};
    if (!row.imported && row.condition.stop_loops)
        out["condition"]["stop_loops"] = *row.condition.stop_loops;
    out["trials"] = trials(sum);
    out["points"] = points(sum);
    out["accuracy"] = accuracy_json(row.accuracy);
    out["unstable"] = unstable(sum);
    ReportJson by_level = ReportJson::object();
    for (const Level level : k_levels)
        by_level[std::string{to_word(level)}] =
            sum.unstable_by_level[static_cast<std::size_t>(level)];
    out["unstable_by_level"] = by_level;
    out["value_flips"] = {{"items", sum.value_flips.count},
                          {"of", sum.value_flips.of},
                          {"ids", sum.value_flip_items}};
    out["disagreement"] = number_or_null(sum.disagreement);
    out["divergence"] = divergence(sum);
    out["majority"] = majority(sum);
    ReportJson partition = ReportJson::object();
    for (std::size_t i = 0; i < sum.partition.size(); ++i)
        partition[std::string{to_word(static_cast<Partition>(i))}] = sum.partition[i];
    out["partition"] = partition;
    out["stable_failed"] = sum.stable_failed;
    out["loops"] = {{"runs", sum.loops.count},
                    {"of", sum.loops.of},
                    {"items", sum.loop_items},
                    {"items_all_runs", sum.loop_items_all_runs},
                    {"recovered_runs", sum.recovered_runs},
                    {"repetitive_runs", sum.repetitive_runs},
                    {"suspect_runs", sum.suspect_runs},
                    {"tokens_wasted", number_or_null(sum.loop_tokens_wasted)},
                    {"tokens_told_runs", sum.loop_runs_told}};
    out["pass_at_k"] = number_or_null(sum.pass_at_k);
    out["pass_hat_k"] = number_or_null(sum.pass_hat_k);
    out["speed"] = {{"output_tok_per_s", number_or_null(sum.output_tok_per_s)},
                    {"first_token_ms_p50", number_or_null(sum.first_token_ms_p50)},
                    {"first_token_runs", sum.first_token_runs},
                    {"cache_affected", sum.cache_affected}};
    add_speed_json(row.evidence.speed, out["speed"]);
    out["detection_power"] = {{"minority_share", sum.power_minority_share},
                              {"power", rounded(sum.detection_power)}};
    out["stability"] = stability_json(sum);
    out["voting"] = voting_json(sum);
    out["evidence"] = evidence_json(row.evidence);
    out["fingerprints"] = fingerprints_json(row.fingerprints);
    out["load"] = row.load ? load_json(*row.load) : ReportJson(nullptr);
    out["notes"] = to_report(row.notes);
    out["warnings"] = sum.warnings;
    return out;
}

}  // namespace

ReportJson board_document(const Board& board) {
    ReportJson out = {{"schema", "kilter.board/1"}, {"partial", board.partial}};
    out["engines"] = ReportJson::array();
    for (const BoardRow& row : board.rows) out["engines"].push_back(row_json(row));
    if (!board.totals.empty()) {
        out["totals"] = ReportJson::array();
        for (const BoardTotal& total : board.totals) {
            out["totals"].push_back(
                {{"engine", total.engine},
                 {"experiment", total.experiment},
                 {"points", number_or_null(total.points)},
                 {"attainable", rounded(total.attainable)},
                 {"max_points", rounded(total.max_points)},
                 {"majority", {{"points", number_or_null(total.majority_points)}}},
                 {"unstable", {{"items", total.unstable}, {"of", total.unstable_of}}}});
        }
    }
    if (!board.gates.empty()) {
        out["gates"] = ReportJson::array();
        for (const GateResult& gate : board.gates)
            out["gates"].push_back({{"engine", gate.engine},
                                    {"suite", gate.suite},
                                    {"gate", gate.gate},
                                    {"state", std::string{to_word(gate.state)}},
                                    {"line", gate.line}});
    }
    if (board.remedy) out["remedy"] = remedy_json(*board.remedy);
    return out;
}

std::string board_json(const Board& board) {
    return dump_report(board_document(board));
}

}  // namespace kilter
