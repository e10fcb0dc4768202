#include "reports/hint_json.hpp"
#include "reports/isolate_report.hpp"
#include "reports/json_numbers.hpp"

namespace kilter {

namespace {

ReportJson bool_or_null(const std::optional<bool>& value) {
    return value ? ReportJson(*value) : ReportJson(nullptr);
}

ReportJson rate_json(const ArmRate& rate) {
    ReportJson out = {{"items", rate.count}, {"of", rate.of}};
    out["rate"] =
        rate.of > 0
            ? ReportJson(rounded(static_cast<double>(rate.count) / static_cast<double>(rate.of)))
            : ReportJson(nullptr);
    out["ci95"] = interval_or_null(rate.ci95);
    return out;
}

ReportJson comparison_json(const ArmComparison& one) {
    return {{"test", std::string{to_word(one.test)}},
            {"p_value", number_or_null(one.p)},
            {"p_adjusted", number_or_null(one.p_adjusted)},
            {"paired", one.paired},
            {"left_out", one.left_out},
            {"only_arm", one.only_arm},
            {"only_aa", one.only_aa},
            {"difference",
             one.test == ArmTest::none ? ReportJson(nullptr) : ReportJson(rounded(one.difference))},
            {"within_spread", one.within_spread},
            {"too_few_to_tell", one.too_few_to_tell}};
}

ReportJson arm_json(const IsolateReport& report, const IsolateArm& arm, bool is_aa) {
    ReportJson out = {{"arm", arm.arm}, {"change", arm.change}, {"switches", arm.switches}};
    out["live"] = bool_or_null(arm.live);
    out["evidence"] = ReportJson::array();
    for (const LiveCheck& check : arm.checks)
        out["evidence"].push_back({{"switch", check.what},
                                   {"live", bool_or_null(check.live)},
                                   {"evidence", check.evidence}});
    out["trials"] = {{"planned", arm.planned},
                     {"stored", arm.stored},
                     {"missing", arm.missing()},
                     {"failed", arm.failed}};
    out["refused"] = arm.refused.empty() ? ReportJson(nullptr) : ReportJson(arm.refused);
    out["unstable"] = rate_json(arm.unstable);
    out["unstable"]["level"] = report.level;
    out["unstable"]["short"] = arm.short_items;
    out["unstable"]["names"] = arm.unstable_items;
    out["value_flips"] = rate_json(arm.value_flips);
    out["versus_aa"] = is_aa ? ReportJson(nullptr) : comparison_json(arm.versus_aa);
    out["outputs_versus_aa"] =
        is_aa
            ? ReportJson(nullptr)
            : ReportJson{{"level", "content"}, {"disjoint", arm.disjoint}, {"of", arm.disjoint_of}};
    out["other_prompt_tokens"] = arm.other_prompts;
    out["launches"] = ReportJson::array();
    for (const IsolateLaunch& launch : arm.launches)
        out["launches"].push_back({{"launch", launch.id},
                                   {"command", launch.command},
                                   {"started_at", launch.started_at},
                                   {"seconds", rounded(launch.seconds)},
                                   {"exit_code", launch.exit_code},
                                   {"output", launch.output},
                                   {"output_cut", launch.cut}});
    return out;
}

}  // namespace

bool IsolateReport::partial() const {
    for (const IsolateArm& arm : arms)
        if (arm.refused.empty() && (arm.missing() > 0 || arm.failed > 0)) return true;
    return false;
}

std::string isolate_json(const IsolateReport& report) {
    ReportJson out = {{"schema", "kilter.isolate/1"},
                      {"experiment", report.experiment},
                      {"partial", report.partial()},
                      {"engine", report.engine},
                      {"dialect", report.dialect},
                      {"design", report.design},
                      {"schedule", report.schedule},
                      {"level", report.level},
                      {"items", report.items.size()},
                      {"item_names", report.items},
                      {"items_from", report.items_from.empty() ? ReportJson(nullptr)
                                                               : ReportJson(report.items_from)},
                      {"runs", report.runs}};
    out["arms"] = ReportJson::array();
    for (std::size_t i = 0; i < report.arms.size(); ++i)
        out["arms"].push_back(arm_json(report, report.arms[i], i == 1));
    out["not_tried"] = ReportJson::array();
    for (const auto& [name, reason] : report.not_tried)
        out["not_tried"].push_back({{"switch", name}, {"reason", reason}});
    out["hints"] = ReportJson::array();
    for (const IsolateHint& one : report.hints) {
        ReportJson hint = hint_json(one.hint);
        hint["arm"] = one.arm.empty() ? ReportJson(nullptr) : ReportJson(one.arm);
        out["hints"].push_back(std::move(hint));
    }
    return dump_report(out);
}

}  // namespace kilter
