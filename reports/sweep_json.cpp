#include <algorithm>

#include "reports/json_numbers.hpp"
#include "reports/sweep_report.hpp"

namespace kilter {

namespace {

template <class T>
ReportJson number(const std::optional<T>& value) {
    return value ? ReportJson(*value) : ReportJson(nullptr);
}

ReportJson cell_json(const SweepCell& cell) {
    return {{"engine", cell.engine},
            {"value", cell.value},
            {"n", cell.n},
            {"of", cell.of},
            {"distinct", number(cell.distinct)},
            {"sizes", cell.sizes},
            {"reading", std::string{to_word(reading_of(cell))}},
            {"target", number(cell.target)},
            {"prompt_tokens", number(cell.prompt_tokens)},
            {"failed", cell.failed},
            {"missing", cell.missing},
            {"cached", cell.cached},
            {"experiment", cell.experiment}};
}

ReportJson threshold_json(const SweepReport& report, const Threshold& one) {
    const auto end = report.bisections.find(one.engine);
    return {{"engine", one.engine},
            {"finding", std::string{to_word(one.finding)}},
            {"low", number(one.low)},
            {"high", number(one.high)},
            {"undecided", one.undecided},
            {"first_wavering", number(one.first_wavering)},
            {"steady_above", one.steady_above},
            {"bisection", end == report.bisections.end() ? ReportJson(nullptr)
                                                         : ReportJson(to_word(end->second))}};
}

}  // namespace

bool SweepReport::whole() const {
    return std::all_of(cells.begin(), cells.end(),
                       [](const SweepCell& cell) { return cell.n == cell.of; });
}

std::string sweep_json(const SweepReport& report) {
    ReportJson out = {{"schema", "kilter.sweep/1"},
                      {"axis", std::string{to_word(report.axis)}},
                      {"level", std::string{to_word(report.level)}},
                      {"runs", report.runs},
                      {"max_tokens", report.max_tokens},
                      {"experiment", report.experiment}};
    out["cells"] = ReportJson::array();
    for (const SweepCell& cell : report.cells) out["cells"].push_back(cell_json(cell));
    out["bracket"] = nullptr;
    out["thresholds"] = ReportJson::array();
    for (const Threshold& one : report.thresholds) {
        if (one.finding == ThresholdFinding::bracket && out["bracket"].is_null())
            out["bracket"] = {{"engine", one.engine}, {"low", *one.low}, {"high", *one.high}};
        out["thresholds"].push_back(threshold_json(report, one));
    }
    out["steps"] = report.steps;
    out["warnings"] = report.warnings;
    return dump_report(out);
}

}  // namespace kilter
