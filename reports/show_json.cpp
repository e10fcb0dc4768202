#include "reports/json_numbers.hpp"
#include "reports/show_report.hpp"

namespace kilter {

namespace {

ReportJson text_or_null(const std::string& text) {
    return text.empty() ? ReportJson(nullptr) : ReportJson(text);
}

ReportJson text_or_null(const std::optional<std::string>& text) {
    return text ? ReportJson(*text) : ReportJson(nullptr);
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
                       {"repeats", rounded(loop.repeats)}});
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
                      {"loops", loops_json(run.loops)}};
    if (!run.error.empty()) out["error"] = run.error;
    return out;
}

ReportJson divergence_json(const Divergence& divergence) {
    const bool equal = divergence.kind == DivergenceKind::equal;
    return {{"channel",
             equal ? ReportJson(nullptr) : ReportJson(std::string{to_word(divergence.channel)})},
            {"kind", std::string{to_word(divergence.kind)}},
            {"code_point", equal ? ReportJson(nullptr) : ReportJson(divergence.code_point)},
            {"byte", equal ? ReportJson(nullptr) : ReportJson(divergence.byte)},
            {"token_index", nullptr},
            {"at_start", divergence.at_start()}};
}

ReportJson engine_json(const ShownEngine& engine) {
    ReportJson out = {{"engine", engine.engine}, {"experiment", engine.experiment}};
    out["runs"] = ReportJson::array();
    for (const ShownRun& run : engine.runs) out["runs"].push_back(run_json(run));
    out["divergence"] = divergence_json(engine.analysis.divergence);
    const Vote& vote = engine.analysis.vote;
    out["majority"] = {{"decision", text_or_null(engine.decision)},
                       {"votes", vote.votes},
                       {"of", engine.planned},
                       {"right", vote.decided ? ReportJson(vote.right) : ReportJson(nullptr)}};
    return out;
}

ReportJson item_json(const ShownItem& item) {
    ReportJson out = {{"schema", "kilter.show/1"},
                      {"item", item.item},
                      {"suite", item.suite},
                      {"max_points", rounded(item.max_points)},
                      {"attainable", rounded(item.attainable)}};
    out["engines"] = ReportJson::array();
    for (const ShownEngine& engine : item.engines) out["engines"].push_back(engine_json(engine));
    return out;
}

}  // namespace

std::string show_json(const std::vector<ShownItem>& items) {
    if (items.size() == 1) return dump_report(item_json(items.front()));
    ReportJson out = {{"schema", "kilter.show-list/1"}};
    out["items"] = ReportJson::array();
    for (const ShownItem& item : items) out["items"].push_back(item_json(item));
    return dump_report(out);
}

}  // namespace kilter
