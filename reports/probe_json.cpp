#include "reports/json_numbers.hpp"
#include "reports/probe_report.hpp"
#include "reports/probe_words.hpp"
#include "scorers/statistics/intervals.hpp"

namespace kilter {
namespace {

// As it is: a difference in the last bit must not be rounded to none.
ReportJson exact(const std::optional<double>& value) {
    return value ? ReportJson(*value) : ReportJson(nullptr);
}

template <class T>
ReportJson maybe(const std::optional<T>& value) {
    return value ? ReportJson(*value) : ReportJson(nullptr);
}

ReportJson text_or_null(const std::string& text) {
    return text.empty() ? ReportJson(nullptr) : ReportJson(text);
}

std::string word(ProbeClass kind) {
    return std::string(to_word(kind));
}

ReportJson position_json(const ProbeRow& row, const PositionComparison& one) {
    return {{"token", one.position},
            {"class", word(one.kind)},
            {"reason", text_or_null(one.reason)},
            {"n", one.n},
            {"distinct", one.distinct},
            {"distinct_texts", one.distinct_texts},
            {"order_changed", one.order_changed},
            {"set_changed", one.set_changed},
            {"values_changed", one.values_changed},
            {"floor_changed", one.floor_changed},
            {"max_delta_nats", exact(one.max_delta_nats)},
            {"top1_flips", one.top1_flips},
            {"token_flips", one.token_flips},
            {"gap_nats", {{"min", exact(one.gap_min)}, {"median", exact(one.gap_median)}}},
            {"first_differs", maybe(one.first_differs)},
            {"floors", one.floors},
            {"listed", {{"min", one.listed_min}, {"max", one.listed_max}}},
            {"parted", one.parted},
            {"ended", one.ended},
            {"unlisted", one.unlisted},
            {"variants", variants_by_request(row, one.variants)}};
}

ReportJson requests_json(const ProbeRow& row) {
    ReportJson out = ReportJson::array();
    for (const ProbeRequest& one : row.requests)
        out.push_back({{"k", one.k},
                       {"outcome", std::string(to_word(one.outcome))},
                       {"variant", one.variant},
                       {"error", text_or_null(one.error)},
                       {"attempts", one.attempts},
                       {"prompt_tokens", maybe(one.prompt_tokens)},
                       {"cached_tokens", maybe(one.cached_tokens)}});
    return out;
}

ReportJson suite_json(const std::optional<ProbeSuiteResult>& suite) {
    if (!suite) return nullptr;
    return {{"experiment", suite->experiment},
            {"suite", suite->suite},
            {"item", suite->item},
            {"runs", suite->runs},
            {"distinct", suite->distinct},
            {"stable", suite->runs < 2 ? ReportJson(nullptr) : ReportJson(suite->distinct == 1)}};
}

ReportJson row_json(const ProbedEngine& engine, const ProbeRow& row) {
    const ProbedLength& length = row.length;
    ReportJson out = {{"engine", engine.engine},
                      {"id", length.prompt},
                      {"tokens", length.tokens},
                      {"n", length.n},
                      {"of", row.planned},
                      {"failed", row.failed},
                      {"distinct", length.distinct},
                      {"distinct_texts", length.distinct_texts},
                      {"class", word(length.kind)},
                      {"reason", text_or_null(length.reason)},
                      {"max_delta_nats", exact(length.max_delta_nats)},
                      {"top1_flips", length.top1_flips},
                      {"first_differs", maybe(length.first_differs)},
                      {"suite_result", suite_json(row.suite)}};
    out["positions"] = ReportJson::array();
    for (const PositionComparison& one : length.positions)
        out["positions"].push_back(position_json(row, one));
    out["requests"] = requests_json(row);
    return out;
}

ReportJson stage_json(const StageVerdict& stage) {
    return {{"class", word(stage.kind)},
            {"reason", text_or_null(stage.reason)},
            {"prompts", stage.prompts},
            {"changed", stage.changed},
            {"max_delta_nats", exact(stage.max_delta_nats)},
            {"first_token", maybe(stage.first_position)}};
}

ReportJson prefill_json(const ProbedPrefill& prefill) {
    const PositionComparison& one = prefill.first;
    const auto zero = wilson95(0, one.n);
    const bool same = one.kind == ProbeClass::identical;
    const bool all_own = one.n >= 2 && one.distinct == one.n;
    return {
        {"id", prefill.prompt},
        {"n", one.n},
        {"distinct", one.distinct},
        {"class", word(one.kind)},
        {"max_delta_nats", exact(one.max_delta_nats)},
        {"first_differs", maybe(one.first_differs)},
        {"differing_upper95", same && zero ? ReportJson(rounded(zero->high)) : ReportJson(nullptr)},
        {"fewest_states95", all_own ? ReportJson(fewest_states(one.n)) : ReportJson(nullptr)}};
}

ReportJson engine_json(const ProbedEngine& engine) {
    ReportJson out = {{"engine", engine.engine},
                      {"model", engine.model},
                      {"dialect", text_or_null(engine.dialect)},
                      {"cache", engine.cache},
                      {"top_logprobs", maybe(engine.top_logprobs)},
                      {"limit", text_or_null(engine.limit_reason)},
                      {"problem", text_or_null(engine.problem)},
                      {"trials",
                       {{"planned", engine.planned},
                        {"stored", engine.stored},
                        {"missing", engine.planned - engine.stored},
                        {"failed", engine.failed}}},
                      {"prefill", stage_json(engine.verdict.prefill)},
                      {"decode", stage_json(engine.verdict.decode)}};
    out["first_tokens"] = ReportJson::array();
    for (const ProbedPrefill& one : engine.verdict.prefills)
        out["first_tokens"].push_back(prefill_json(one));
    return out;
}

}  // namespace

std::string probe_json(const ProbeReport& report) {
    ProbeClass prefill = ProbeClass::unsupported, decode = ProbeClass::unsupported;
    for (const ProbedEngine& one : report.engines) {
        prefill = graver(prefill, one.verdict.prefill.kind);
        decode = graver(decode, one.verdict.decode.kind);
    }
    const bool one = report.engines.size() == 1;
    ReportJson out = {
        {"schema", "kilter.probe/1"},
        {"engine", one ? ReportJson(report.engines.front().engine) : ReportJson(nullptr)},
        {"experiment", text_or_null(report.experiment)},
        {"runs", report.runs},
        {"inconclusive", is_inconclusive(report)},
        {"verdict", {{"prefill", word(prefill)}, {"decode", word(decode)}}}};
    out["prompts"] = ReportJson::array();
    out["engines"] = ReportJson::array();
    for (const ProbedEngine& engine : report.engines) {
        for (const ProbeRow& row : engine.rows) out["prompts"].push_back(row_json(engine, row));
        out["engines"].push_back(engine_json(engine));
    }
    return dump_report(out);
}

}  // namespace kilter
