#include <algorithm>

#include "reports/board_detail_json.hpp"
#include "reports/hint_json.hpp"
#include "reports/json_numbers.hpp"
#include "reports/show_json.hpp"
#include "reports/show_report.hpp"

namespace kilter {

namespace {

ReportJson text_or_null(const std::string& text) {
    return text.empty() ? ReportJson(nullptr) : ReportJson(text);
}

ReportJson text_or_null(const std::optional<std::string>& text) {
    return text ? ReportJson(*text) : ReportJson(nullptr);
}

template <class T>
ReportJson value_if(bool defined, const T& value) {
    return defined ? ReportJson(value) : ReportJson(nullptr);
}

ReportJson fields_json(const std::vector<FieldResult>& fields) {
    ReportJson out = ReportJson::array();
    for (const FieldResult& field : fields) {
        ReportJson one = {{"field", field.field},
                          {"raw", text_or_null(field.raw)},
                          {"canonical", text_or_null(field.canonical)},
                          {"gold", to_report(field.gold)},
                          {"class", std::string{to_word(field.field_class)}},
                          {"score", rounded(field.score)}};
        if (!field.flags.empty()) one["flags"] = field.flags;
        if (!field.reason.empty()) one["reason"] = field.reason;
        out.push_back(one);
    }
    return out;
}

ReportJson loops_json(const std::vector<LoopFinding>& loops) {
    ReportJson out = ReportJson::array();
    for (const LoopFinding& loop : loops)
        out.push_back({{"channel", loop.channel},
                       {"view", loop.view},
                       {"verdict", loop.verdict},
                       {"start", loop.start},
                       {"period", loop.period},
                       {"repeats", rounded(loop.repeats)},
                       {"length", loop.length},
                       {"share", rounded(loop.share)},
                       {"tokens_wasted", number_or_null(loop.tokens_wasted)},
                       {"sample", text_or_null(loop.sample)},
                       {"counter", loop.counter},
                       {"novelty", number_or_null(loop.novelty)}});
    return out;
}

ReportJson count_or_null(const std::optional<long long>& count) {
    return count ? ReportJson(*count) : ReportJson(nullptr);
}

ReportJson tool_calls_json(const std::vector<ToolCall>& calls) {
    ReportJson out = ReportJson::array();
    for (const ToolCall& call : calls)
        out.push_back({{"name", call.name}, {"arguments", call.arguments}});
    return out;
}

// From the reference run.
ReportJson parting_json(const std::optional<RunParting>& parting) {
    if (!parting) return nullptr;
    return {{"channel", std::string{to_word(parting->at.channel)}},
            {"kind", std::string{to_word(parting->at.kind)}},
            {"code_point", parting->at.code_point},
            {"byte", parting->at.byte},
            {"relative", relative_json(parting->relative)}};
}

// Without a vote only what the runs say is left: how many values, and their mean score.
ReportJson field_votes_json(const FieldVotes& votes, bool voted) {
    const auto of_vote = [voted](const auto& value) { return value_if(voted, value); };
    ReportJson fields = ReportJson::array();
    for (const FieldVote& vote : votes.fields)
        fields.push_back({{"field", vote.field},
                          {"values", vote.values},
                          {"value", voted ? text_or_null(vote.value) : ReportJson(nullptr)},
                          {"unparsed", of_vote(vote.unparsed)},
                          {"votes", of_vote(vote.votes)},
                          {"decided", of_vote(vote.decided)},
                          {"plurality", of_vote(vote.plurality)},
                          {"score", of_vote(rounded(vote.score))},
                          {"score_mean", rounded(vote.score_mean)}});
    return {{"undecided", of_vote(votes.undecided)},
            {"composite_unseen", of_vote(votes.composite_unseen)},
            {"fields", fields}};
}

ReportJson majority_json(const ShownEngine& engine) {
    const Vote& vote = engine.analysis.vote;
    return {{"decision", text_or_null(engine.decision)},
            {"votes", value_if(engine.analysis.has_vote(), vote.votes)},
            {"of", engine.planned},
            {"right", value_if(vote.decided, vote.right)}};
}

ReportJson plurality_json(const ItemAnalysis& item) {
    if (!item.has_vote()) return {{"decided", nullptr}, {"votes", nullptr}};
    return {{"decided", item.plurality.decided}, {"votes", item.plurality.votes}};
}

// Why a number of this item is null.
std::vector<std::string> warnings_of(const ItemAnalysis& item) {
    std::vector<std::string> out;
    if (!item.measurable())
        out.emplace_back(
            "pattern, measures, divergence, parting: fewer than two valid runs; nothing was "
            "compared");
    if (!item.has_vote())
        out.push_back("majority, plurality, field_votes: " + std::string{k_no_vote});
    return out;
}

ReportJson run_json(const ShownRun& run) {
    ReportJson out = {{"k", run.k},
                      {"outcome", std::string{to_word(run.outcome)}},
                      {"finish_reason", text_or_null(run.finish_reason)},
                      {"variant",
                       {{"full", text_or_null(run.variant_full)},
                        {"content", text_or_null(run.variant_content)},
                        {"value", text_or_null(run.variant_value)}}},
                      {"content_sha256", text_or_null(run.content_sha256)},
                      {"reasoning_sha256", text_or_null(run.reasoning_sha256)},
                      {"parse_status", text_or_null(run.parse_status)},
                      {"points", number_or_null(run.points)},
                      {"fields", fields_json(run.fields)},
                      {"loops", loops_json(run.loops)},
                      {"tool_calls", tool_calls_json(run.calls)},
                      {"prompt_tokens", count_or_null(run.prompt_tokens)},
                      {"completion_tokens", count_or_null(run.completion_tokens)},
                      {"cached_tokens", count_or_null(run.cached_tokens)},
                      {"parting", parting_json(run.parting)},
                      {"flags", run.flags}};
    if (!run.error.empty()) out["error"] = run.error;
    return out;
}

ReportJson divergence_json(const ShownEngine& engine) {
    const Divergence& divergence = engine.analysis.divergence;
    if (!engine.analysis.measurable())  // nothing was compared
        return {{"channel", nullptr}, {"kind", nullptr},        {"code_point", nullptr},
                {"byte", nullptr},    {"token_index", nullptr}, {"at_start", nullptr}};
    const bool equal = divergence.kind == DivergenceKind::equal;
    return {
        {"channel",
         equal ? ReportJson(nullptr) : ReportJson(std::string{to_word(divergence.channel)})},
        {"kind", std::string{to_word(divergence.kind)}},
        {"code_point", equal ? ReportJson(nullptr) : ReportJson(divergence.code_point)},
        {"byte", equal ? ReportJson(nullptr) : ReportJson(divergence.byte)},
        {"token_index", engine.token_index ? ReportJson(*engine.token_index) : ReportJson(nullptr)},
        {"at_start", divergence.at_start()}};
}

void add_detail(ReportJson& out, const ShownEngine& engine) {
    const ItemAnalysis& item = engine.analysis;
    out["variants"] = engine.variants;
    const bool compared = item.measurable();
    out["pattern"] = value_if(compared, std::string{to_word(item.pattern)});
    out["measures"] = item.measures ? cluster_measures_json(*item.measures) : ReportJson(nullptr);
    out["parting"] = {{"reference_k", value_if(compared, item.partings.reference_k)},
                      {"modal_tie", value_if(compared, item.partings.modal_tie)},
                      {"relative", relative_json(item.partings.relative)},
                      {"token_source", text_or_null(engine.token_source)}};
    out["plurality"] = plurality_json(item);
    out["field_votes"] = field_votes_json(item.field_votes, item.has_vote());
    out["stable_failed"] = is_stable_failed(engine);
    out["equal_censored"] = item.equal_censored;
    out["other_finish"] = item.other_finish;
    out["hints"] = ReportJson::array();
    for (const Hint& hint : engine.hints) out["hints"].push_back(hint_json(hint));
    out["warnings"] = warnings_of(item);
}

}  // namespace

ReportJson shown_engine_json(const ShownEngine& engine) {
    ReportJson out = {{"engine", engine.engine}, {"experiment", engine.experiment}};
    out["runs"] = ReportJson::array();
    for (const ShownRun& run : engine.runs) out["runs"].push_back(run_json(run));
    out["divergence"] = divergence_json(engine);
    out["majority"] = majority_json(engine);
    add_detail(out, engine);
    return out;
}

namespace {

ReportJson item_json(const ShownItem& item) {
    ReportJson out = {{"schema", "kilter.show/1"},
                      {"item", item.item},
                      {"suite", item.suite},
                      {"max_points", rounded(item.max_points)},
                      {"attainable", rounded(item.attainable)}};
    out["engines"] = ReportJson::array();
    for (const ShownEngine& engine : item.engines)
        out["engines"].push_back(shown_engine_json(engine));
    return out;
}

}  // namespace

bool is_stable_failed(const ShownEngine& engine) {
    const ItemAnalysis& item = engine.analysis;
    const Clusters& full = item.by_level[static_cast<std::size_t>(Level::full)];
    if (engine.planned < 2 || item.valid != engine.planned || full.distinct() != 1 ||
        item.attainable <= 0)
        return false;
    return std::all_of(engine.runs.begin(), engine.runs.end(),
                       [](const ShownRun& run) { return run.points && *run.points <= 1e-9; });
}

std::string show_json(const std::vector<ShownItem>& items) {
    if (items.size() == 1) return dump_report(item_json(items.front()));
    ReportJson out = {{"schema", "kilter.show-list/1"}};
    out["items"] = ReportJson::array();
    for (const ShownItem& item : items) out["items"].push_back(item_json(item));
    return dump_report(out);
}

}  // namespace kilter
