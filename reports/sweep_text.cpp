#include <fmt/format.h>

#include <algorithm>

#include "base/text/terminal.hpp"
#include "reports/sentences.hpp"
#include "reports/sweep_report.hpp"
#include "scorers/statistics/detection.hpp"

namespace kilter {

namespace {

bool by_length(const SweepReport& report) {
    return report.axis == SweepAxis::prompt_tokens;
}

std::string sizes_cell(const SweepCell& cell) {
    constexpr std::size_t k_shown = 6;
    std::string out;
    for (std::size_t i = 0; i < std::min(cell.sizes.size(), k_shown); ++i)
        out += (i > 0 ? "+" : "") + std::to_string(cell.sizes[i]);
    return cell.sizes.size() > k_shown ? out + "+.." : out;
}

std::string outputs_cell(const SweepCell& cell) {
    return cell.distinct ? fmt::format("{} of {}", *cell.distinct, cell.n) : "-";
}

std::string number_list(const std::vector<long long>& numbers) {
    std::vector<std::string> words;
    for (const long long number : numbers) words.push_back(std::to_string(number));
    return name_list(words);
}

std::string unit_of(const SweepReport& report) {
    return by_length(report) ? "prompt tokens" : "at a time";
}

std::string threshold_sentence(const SweepReport& report, const Threshold& one) {
    const std::string unit = unit_of(report);
    switch (one.finding) {
        case ThresholdFinding::bracket: {
            std::string out = fmt::format(
                "begins to waver in ({}, {}]: one output of {} at {} {}, several at {}.", *one.low,
                *one.high, report.runs, *one.low, unit, *one.high);
            if (!one.undecided.empty())
                out += fmt::format(" Between them {} decided nothing.", number_list(one.undecided));
            return out;
        }
        case ThresholdFinding::all_steady:
            return "one output in every cell that was measured whole. A threshold may lie above, "
                   "or be too rare for so few runs.";
        case ThresholdFinding::all_wavering:
            return fmt::format(
                "wavers at {} {}, and no cell below is steady: there is no bracket. Sweep lower "
                "values to find one.",
                *one.first_wavering, unit);
        case ThresholdFinding::not_monotone:
            return fmt::format(
                "wavers at {} {}, and gave one output at {} above it: no one threshold fits, so no "
                "bracket is given.",
                *one.first_wavering, unit, number_list(one.steady_above));
        case ThresholdFinding::unmeasured:
            return "no cell was measured whole: nothing can be said.";
    }
    return "";
}

std::string_view end_words(BisectionEnd end) {
    switch (end) {
        case BisectionEnd::open:
            return "Bisection was cut short; the same command goes on with it.";
        case BisectionEnd::undecided:
            return "Bisection ended at a cell that was not measured whole and agreed as far as it "
                   "went.";
        case BisectionEnd::stuck:
            return "Bisection ended: the engine counts no prompt strictly inside the bracket.";
        case BisectionEnd::narrow:
        case BisectionEnd::no_bracket:
            return "";
    }
    return "";
}

std::string gaps_sentence(const SweepReport& report) {
    int partial = 0, missing = 0;
    for (const SweepCell& cell : report.cells) {
        if (cell.n == 0)
            ++missing;
        else if (cell.n < cell.of)
            ++partial;
    }
    if (partial + missing == 0) return "";
    return fmt::format(
        "Not measured whole: {} partial, {} missing. A partial cell that agrees is no evidence of "
        "steadiness; a missing one says nothing.",
        plural(partial, "cell", "cells"), missing);
}

}  // namespace

Table sweep_table(const SweepReport& report) {
    Table table;
    table.columns = {{"engine", Align::left},
                     {by_length(report) ? "tokens" : "at a time", Align::right}};
    if (by_length(report))
        table.columns.push_back({"asked", Align::right, 2});
    else
        table.columns.push_back({"tokens", Align::right, 2});
    table.columns.push_back({"runs", Align::right});
    table.columns.push_back({"outputs", Align::right});
    table.columns.push_back({"sizes", Align::left, 1});
    table.columns.push_back({"cached", Align::right, 3});
    table.columns.push_back({"reading", Align::left});
    for (const SweepCell& cell : report.cells) {
        const std::string counted = cell.prompt_tokens ? std::to_string(*cell.prompt_tokens) : "-";
        table.rows.push_back(
            {visible(cell.engine), by_length(report) ? counted : std::to_string(cell.value),
             by_length(report) ? std::to_string(cell.target.value_or(cell.value)) : counted,
             fmt::format("{}/{}", cell.n, cell.of), outputs_cell(cell), sizes_cell(cell),
             std::to_string(cell.cached), std::string{to_word(reading_of(cell))}});
    }
    return table;
}

std::string sweep_text(const SweepReport& report, const TextStyle& style) {
    constexpr double k_share = 0.1;
    const std::string title = fmt::format(
        "{}: {} a cell, level {}, up to {} tokens an answer",
        by_length(report) ? "Prompt length" : "Requests at a time",
        plural(report.runs, "request", "requests"), to_word(report.level), report.max_tokens);
    std::string out = paint(wrap(title, 2, style), Paint::strong, style) + "\n";
    out += terminal_table(sweep_table(report), style.columns) + "\n";
    for (const Threshold& one : report.thresholds) {
        const bool wavers = one.first_wavering.has_value();
        std::string line = visible(one.engine) + ": " + threshold_sentence(report, one);
        if (const auto end = report.bisections.find(one.engine); end != report.bisections.end()) {
            const std::string_view words = end_words(end->second);
            if (!words.empty()) line += " " + std::string{words};
        }
        out += paint(wrap(line, 2, style), wavers ? Paint::bad : Paint::plain, style);
    }
    if (const std::string gaps = gaps_sentence(report); !gaps.empty())
        out += paint(wrap(gaps, 0, style), Paint::warn, style);
    out += wrap(fmt::format("{} see a second output that takes one run in ten with probability {}.",
                            plural(report.runs, "run", "runs"),
                            percent(detection_power(k_share, report.runs))),
                0, style);
    for (const std::string& warning : report.warnings)
        out += wrap("Note: " + visible(warning), 2, style);
    return out;
}

}  // namespace kilter
