#include "reports/runs_csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "base/text/terminal.hpp"
#include "reports/json_numbers.hpp"

namespace kilter {

namespace {

constexpr std::string_view k_header =
    "experiment,suite,engine,item,k,outcome,finish_reason,variant,value_variant,item_unstable,"
    "item_value_flip,item_vote,points,attainable,max_points,parse_status,loop,parting_channel,"
    "parting_code_point,prompt_tokens,completion_tokens,cached_tokens,first_token_ms,total_ms,"
    "attempts,content_sha256,reasoning_sha256,request_sha256,body_sha256,error\r\n";

template <class T>
std::string number(const std::optional<T>& value) {
    if (!value) return "";
    if constexpr (std::is_floating_point_v<T>)
        return number_or_null(*value).dump();
    else
        return std::to_string(*value);
}

std::string yes_no(bool value) {
    return value ? "1" : "0";
}

class Line {
  public:
    void text(std::string_view value) { cell(csv_text(value)); }
    void cell(std::string_view value) {
        if (!out_.empty()) out_ += ',';
        out_ += value;
    }
    std::string end() { return out_ + "\r\n"; }

  private:
    std::string out_;
};

std::string line(const ItemRow& row, int k, const RunRow* run) {
    const RunRow missing;
    const RunRow& of = run != nullptr ? *run : missing;
    const bool parted = row.unstable && row.divergence.kind != DivergenceKind::equal;
    Line out;
    out.text(row.experiment);
    out.text(row.suite);
    out.text(row.engine);
    out.text(row.item);
    out.cell(std::to_string(k));
    out.text(run != nullptr ? to_word(of.outcome) : "missing");
    out.text(of.finish_reason);
    out.text(of.variant);
    out.text(of.value_variant);
    out.cell(yes_no(row.unstable));
    out.cell(yes_no(row.value_flip));
    out.text(to_word(row.vote));
    out.cell(number(of.points));
    out.cell(number(std::optional(row.attainable)));
    out.cell(number(std::optional(row.max_points)));
    out.text(of.parse_status);
    out.text(of.loop);
    out.text(parted ? to_word(row.divergence.channel) : "");
    out.cell(parted ? std::to_string(row.divergence.code_point) : "");
    out.cell(number(of.usage.prompt_tokens));
    out.cell(number(of.usage.completion_tokens));
    out.cell(number(of.usage.cached_tokens));
    out.cell(number(of.timings.first_token_ms));
    out.cell(number(of.timings.total_ms));
    out.cell(std::to_string(of.attempts));
    out.text(of.content_sha256);
    out.text(of.reasoning_sha256);
    out.text(of.request_sha256);
    out.text(of.body_sha256);
    out.text(of.error);
    return out.end();
}

}  // namespace

std::string csv_text(std::string_view text) {
    // The wide forms too: some spreadsheets take them for the narrow ones.
    constexpr std::string_view k_formula[] = {"=",      "+",      "-",      "@",
                                              "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"};
    std::string out = visible(text);
    // visible() made a tab or a line end at the front a backslash, which is no formula.
    if (std::any_of(std::begin(k_formula), std::end(k_formula),
                    [&out](std::string_view sign) { return out.starts_with(sign); }))
        out.insert(out.begin(), '\'');
    if (out.find_first_of(",\"\r\n") == std::string::npos) return out;
    std::string quoted = "\"";
    for (const char c : out) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

std::string runs_csv(const std::vector<ItemRow>& rows) {
    std::string out{k_header};
    for (const ItemRow& row : rows) {
        for (int k = 0; k < row.planned; ++k) {
            const auto run = std::find_if(row.runs.begin(), row.runs.end(),
                                          [k](const RunRow& one) { return one.k == k; });
            out += line(row, k, run == row.runs.end() ? nullptr : &*run);
        }
    }
    return out;
}

}  // namespace kilter
