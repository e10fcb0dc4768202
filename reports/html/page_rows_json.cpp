#include "reports/html/page_rows_json.hpp"

#include <string>

namespace kilter {

namespace {

ReportJson text_or_null(std::string_view text) {
    return text.empty() ? ReportJson(nullptr) : ReportJson(std::string{text});
}

ReportJson runs_json(const ItemRow& row) {
    ReportJson out = ReportJson::array();
    for (int k = 0; k < row.planned; ++k) out.push_back(nullptr);
    for (const RunRow& run : row.runs) {
        if (run.k < 0 || run.k >= row.planned) continue;
        out[static_cast<std::size_t>(run.k)] = {{"outcome", std::string{to_word(run.outcome)}},
                                                {"failed", run.failed()},
                                                {"variant", text_or_null(run.variant)},
                                                {"points", number_or_null(run.points)},
                                                {"loop", text_or_null(run.loop)}};
    }
    return out;
}

ReportJson parting_json(const ItemRow& row) {
    const Divergence& at = row.divergence;
    if (!row.unstable || at.kind == DivergenceKind::equal) return nullptr;
    return {{"channel", std::string{to_word(at.channel)}},
            {"kind", std::string{to_word(at.kind)}},
            {"code_point", at.code_point},
            {"at_start", at.at_start()}};
}

ReportJson prompt_tokens(const ItemRow& row) {
    for (const RunRow& run : row.runs)
        if (run.usage.prompt_tokens) return *run.usage.prompt_tokens;
    return nullptr;
}

}  // namespace

ReportJson page_rows_json(const std::vector<ItemRow>& rows) {
    ReportJson out = ReportJson::array();
    for (const ItemRow& row : rows)
        out.push_back({{"engine", row.engine},
                       {"suite", row.suite},
                       {"item", row.item},
                       {"attainable", rounded(row.attainable)},
                       {"measurable", row.measurable},
                       {"unstable", row.unstable},
                       {"value_flip", row.value_flip},
                       {"stable_failed", row.stable_failed},
                       {"vote", text_or_null(to_word(row.vote))},
                       {"prompt_tokens", prompt_tokens(row)},
                       {"parting", parting_json(row)},
                       {"runs", runs_json(row)},
                       {"block", row.block ? ReportJson(*row.block) : ReportJson(nullptr)}});
    return out;
}

}  // namespace kilter
