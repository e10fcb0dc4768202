#include "reports/diff_report.hpp"
#include "reports/json_numbers.hpp"

namespace kilter {

namespace {

ReportJson verdict_or_null(const std::optional<DiffVerdict>& verdict) {
    return verdict ? ReportJson(std::string{to_word(*verdict)}) : ReportJson(nullptr);
}

ReportJson test_json(const std::optional<PermutationTest>& test) {
    if (!test) return {{"p_value", nullptr}, {"exact", nullptr}};
    return {{"p_value", number_or_null(test->p)}, {"exact", test->exact}};
}

ReportJson parting_json(const std::optional<DiffParting>& parting) {
    if (!parting) return nullptr;
    const Divergence& at = parting->at;
    const bool equal = at.kind == DivergenceKind::equal;
    const auto unless_equal = [equal](const auto& value) {
        return equal ? ReportJson(nullptr) : ReportJson(value);
    };
    return {{"channel", unless_equal(std::string{to_word(at.channel)})},
            {"kind", std::string{to_word(at.kind)}},
            {"code_point", unless_equal(at.code_point)},
            {"byte", unless_equal(at.byte)},
            {"token_index",
             parting->token_index ? ReportJson(*parting->token_index) : ReportJson(nullptr)},
            {"token_source", parting->token_source.empty() ? ReportJson(nullptr)
                                                           : ReportJson(parting->token_source)},
            {"token_estimate", number_or_null(parting->token_estimate)},
            {"at_start", at.at_start()}};
}

ReportJson side_json(const DiffSide& side) {
    return {{"valid", side.valid},         {"failed", side.failed},
            {"missing", side.missing},     {"sizes", side.sizes},
            {"modal_tie", side.modal_tie}, {"points", number_or_null(side.points)}};
}

ReportJson item_json(const ItemComparison& item) {
    return {{"item", item.item},
            {"suite", item.suite},
            {"verdict", verdict_or_null(item.verdict)},
            {"divergence", parting_json(item.parting)},
            {"excess_disagreement", number_or_null(item.excess)},
            {"a", side_json(item.a)},
            {"b", side_json(item.b)},
            {"shared_outputs", item.verdict ? ReportJson(item.shared) : ReportJson(nullptr)},
            {"other_finish", item.other_finish}};
}

ReportJson condition_json(const DiffedCondition& condition) {
    return {{"engine", condition.engine}, {"experiment", condition.experiment}};
}

ReportJson counts_json(const Comparison& all) {
    ReportJson verdicts = ReportJson::object();
    for (const DiffVerdict verdict : k_diff_verdicts) {
        const auto at = all.items_by_verdict.find(verdict);
        verdicts[std::string{to_word(verdict)}] = at == all.items_by_verdict.end() ? 0 : at->second;
    }
    ReportJson levels = ReportJson::object();
    for (const Level level : k_levels)
        levels[std::string{to_word(level)}] = all.identical_at[static_cast<std::size_t>(level)];
    return {{"items", all.items},
            {"compared", all.compared},
            {"verdicts", verdicts},
            {"identical_at", levels},
            {"other_finish", all.other_finish},
            {"incomplete", all.incomplete}};
}

ReportJson excess_json(const Comparison& all) {
    ReportJson out = test_json(all.excess ? std::optional{all.excess->test} : std::nullopt);
    out["items"] = all.excess ? all.excess->items : 0;
    return out;
}

ReportJson points_json(const DiffPoints& points) {
    ReportJson out = {{"a", number_or_null(points.a)}, {"b", number_or_null(points.b)}};
    const ReportJson test = test_json(points.test);
    out.update(test);
    out["difference"] = number_or_null(points.difference);
    out["difference_ci95"] = interval_or_null(points.difference95);
    out["attainable"] = number_or_null(points.attainable);
    out["items"] = points.items;
    return out;
}

ReportJson changes_json(const DiffChanges& changes) {
    ReportJson test = {{"p_value", nullptr}, {"mid_p", nullptr}};
    if (changes.test)
        test = {{"p_value", number_or_null(changes.test->p)},
                {"mid_p", number_or_null(changes.test->mid_p)}};
    return {{"newly_unstable", changes.newly_unstable}, {"fixed", changes.fixed},
            {"regressed", changes.regressed},           {"still_failing", changes.still_failing},
            {"newly_stable", changes.newly_stable},     {"mcnemar", test}};
}

}  // namespace

std::string diff_json(const DiffReport& report) {
    const Comparison& all = report.all;
    ReportJson out = {
        {"schema", "kilter.diff/1"},
        {"a", condition_json(report.a)},
        {"b", condition_json(report.b)},
        {"level", std::string{to_word(report.level)}},
        {"runs", report.runs},
        {"suites", report.suites},
        {"verdict", verdict_or_null(all.verdict)},
        {"excess_disagreement",
         number_or_null(all.excess ? std::optional{all.excess->mean_excess} : std::nullopt)},
        {"excess_test", excess_json(all)},
        {"counts", counts_json(all)}};
    out["items"] = ReportJson::array();
    for (const ItemComparison& item : report.items) out["items"].push_back(item_json(item));
    out["points"] = points_json(all.points);
    out["changes"] = changes_json(all.changes);
    out["settings"] = ReportJson::array();
    for (const SettingDifference& one : report.settings)
        out["settings"].push_back({{"setting", one.name}, {"a", one.a}, {"b", one.b}});
    out["request_bytes"] = {{"same", report.same_bytes}, {"of", report.bytes_known}};
    out["only_a"] = report.only_a;
    out["only_b"] = report.only_b;
    out["warnings"] = report.warnings;
    return dump_report(out);
}

}  // namespace kilter
