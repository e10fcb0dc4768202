#include "reports/sentences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/text/terminal.hpp"
#include "reports/detail_sentences.hpp"
#include "reports/evidence_sentences.hpp"
#include "reports/identity_sentences.hpp"

namespace kilter {

namespace {

std::string stability_sentence(const EngineSummary& sum) {
    if (sum.measurable == 0)
        return fmt::format("No item has two valid runs (K = {}): stability was not measured.",
                           sum.runs);
    const auto bound = sum.unstable_ci95;
    if (sum.unstable == 0) {
        return fmt::format(
            "0 of {} items differed in {} runs; up to {} of such items may (95%). K = {} shows a "
            "{} "
            "minority answer {} of the time.",
            sum.measurable, sum.runs, bound ? percent(bound->high) : "100%", sum.runs,
            percent(sum.power_minority_share), percent(sum.detection_power));
    }
    std::string text = fmt::format("{} of {} items gave different output in {} runs", sum.unstable,
                                   sum.measurable, sum.runs);
    if (bound) text += fmt::format(" (95%: {} to {})", percent(bound->low), percent(bound->high));
    if (sum.disagreement)
        text += fmt::format("; two fresh runs of an item differ {} of the time",
                            percent(*sum.disagreement));
    return text + ".";
}

// An interval without width says only that the items do not vary: it is left out.
std::string points_sentence(const BoardRow& row) {
    const EngineSummary& sum = row.summary;
    const auto& ci = sum.points_ci95;
    const std::string interval =
        ci && ci->low < ci->high ? fmt::format(" (95%: {:.2f} to {:.2f})", ci->low, ci->high) : "";
    std::string judge;
    if (sum.attainable < sum.max_points) {
        judge = "; " + number_text(sum.max_points - sum.attainable) + " more ";
        judge += row.has_judge && !row.waits_for_judge
                     ? "could not be judged: no answer could be put before the judge"
                     : "need a judge";
    }
    return fmt::format("{:.2f} points{} of {} attainable{}.", *sum.points_mean, interval,
                       number_text(sum.attainable), judge);
}

std::string share_text(const Rate& rate) {
    return fmt::format("{} of {}", rate.count, rate.of);
}

// Only what went wrong is told of invented and missed values.
std::string accuracy_sentence(const AccuracySummary& sum) {
    std::string text = fmt::format("Field F1 {:.3f}; {} answers exact", *sum.f1_micro,
                                   share_text(sum.exact_documents));
    if (sum.hallucinated.count > 0)
        text += fmt::format("; {} absent values invented", share_text(sum.hallucinated));
    if (sum.missed.count > 0) text += fmt::format("; {} values missed", share_text(sum.missed));
    if (sum.all.extra > 0)
        text += fmt::format("; {} that nobody asked for", plural(sum.all.extra, "key", "keys"));
    return text + fmt::format("; {} were clean JSON.", share_text(sum.clean));
}

bool gains(const EngineSummary& sum) {
    return sum.voting.gain && std::abs(*sum.voting.gain) >= 0.005;
}

// Harmful errors first: those are the ones that a single run may have spared.
std::string vote_sentence(const EngineSummary& sum) {
    std::string text = fmt::format("The majority vote earns {:.2f}", sum.majority_points);
    if (gains(sum))
        text += fmt::format(", {:.2f} {} than its runs on average", std::abs(*sum.voting.gain),
                            *sum.voting.gain > 0 ? "more" : "less");
    if (!sum.majority_harmful.empty())
        text += fmt::format("; it is wrong where some run was right on {} of {} decided items ({})",
                            sum.majority_harmful.size(), sum.majority_decided,
                            name_list(sum.majority_harmful));
    if (sum.majority_errors.size() > sum.majority_harmful.size() || sum.majority_harmful.empty()) {
        text += fmt::format("; it is wrong on {} of {} decided items", sum.majority_errors.size(),
                            sum.majority_decided);
        if (sum.majority_harmful.empty() && !sum.majority_errors.empty())
            text += " (" + name_list(sum.majority_errors) + ")";
        else if (!sum.majority_harmful.empty())
            text += " in all";
    }
    return text + ".";
}

void add_divergence(const EngineSummary& sum, std::vector<std::string>& out) {
    for (const Channel channel : {Channel::reasoning, Channel::content, Channel::tool_calls}) {
        const DivergenceSummary& one = sum.divergence[static_cast<std::size_t>(channel)];
        if (one.items == 0) continue;
        std::string where;
        if (one.median_code_point)
            where = fmt::format("; median position: code point {}",
                                number_text(*one.median_code_point));
        if (one.median_relative && *one.median_relative > 0)
            where += fmt::format(", {} into the text", percent(*one.median_relative));
        const std::string absent =
            one.absent > 0 ? fmt::format(", {} where one run has no such text", one.absent) : "";
        out.push_back(fmt::format("{} {} first in the {}: {} within the first 8 code points{}{}.",
                                  plural(one.items, "item", "items"),
                                  one.items == 1 ? "parts" : "part", to_word(channel), one.at_start,
                                  absent, where));
    }
}

// An estimate: tokens are told per answer, and the loop's share of it is taken by its length.
std::string burned(const EngineSummary& sum) {
    if (!sum.loop_tokens_wasted) return "; the tokens they burned were not told";
    const std::string tokens = fmt::format("; about {:.0f} tokens burned", *sum.loop_tokens_wasted);
    if (sum.loop_runs_told == sum.loops.count) return tokens;
    return tokens + fmt::format(" in the {} that tell", sum.loop_runs_told);
}

// Who fails the same way in every run is named last, and whether it ran in circles.
void add_loops(const EngineSummary& sum, std::vector<std::string>& out) {
    if (sum.loops.count > 0)
        out.push_back(fmt::format("{} of {} runs ended in a repetition loop: {}{}.",
                                  sum.loops.count, sum.loops.of, name_list(sum.loop_items),
                                  burned(sum)));
    if (!sum.loop_items_all_runs.empty())
        out.push_back("In every run: " + name_list(sum.loop_items_all_runs) + ".");
    if (sum.recovered_runs > 0)
        out.push_back(fmt::format("{} of {} runs left a loop in the reasoning again.",
                                  sum.recovered_runs, sum.loops.of));
    if (sum.suspect_runs > 0)
        out.push_back(
            fmt::format("{} of {} runs were cut with hardly anything new at their end; no loop.",
                        sum.suspect_runs, sum.loops.of));
    if (sum.stable_failed.empty()) return;
    std::vector<std::string> names;
    for (const std::string& item : sum.stable_failed) {
        const auto& looped = sum.loop_items_all_runs;
        const bool loops = std::find(looped.begin(), looped.end(), item) != looped.end();
        names.push_back(loops ? item + " (a loop)" : item);
    }
    out.push_back(
        "Stable and failed, the same output in every run and no points: " + name_list(names) + ".");
}

}  // namespace

std::string plural(long long count, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string percent(double share) {
    const double value = share * 100;
    if (value > 0 && value < 0.05) return "<0.1%";
    if (share < 1 && value >= 99.95) return ">99.9%";
    const bool nearly_all = share < 1 && value >= 99.5;
    return fmt::format("{:.{}f}%", value, (value < 10 && value > 0) || nearly_all ? 1 : 0);
}

std::string_view gate_mark(GateState state) {
    if (state == GateState::holds) return "\u2713";
    return state == GateState::fails ? "\u2717" : "\u2013";
}

std::string gate_word(GateState state) {
    return state == GateState::left_out ? "left out" : std::string{to_word(state)};
}

std::string number_text(double value) {
    if (value == std::floor(value)) return fmt::format("{:.0f}", value);
    return std::abs(value) < 1e5 ? fmt::format("{:g}", value) : fmt::format("{:.1f}", value);
}

std::string name_list(const std::vector<std::string>& names) {
    constexpr std::size_t k_shown = 5;
    std::string out;
    for (std::size_t i = 0; i < std::min(names.size(), k_shown); ++i)
        out += (i ? ", " : "") + visible(names[i]);
    if (names.size() > k_shown) out += fmt::format(" and {} more", names.size() - k_shown);
    return out;
}

std::string points_cell(const EngineSummary& sum) {
    return sum.points_mean ? fmt::format("{:.2f}", *sum.points_mean) : "n/a";
}

std::string points_error_cell(const EngineSummary& sum) {
    if (!sum.points_ci95 || sum.points_ci95->low >= sum.points_ci95->high) return "n/a";
    return fmt::format("{:.2f}-{:.2f}", sum.points_ci95->low, sum.points_ci95->high);
}

std::string unstable_cell(const EngineSummary& sum) {
    return sum.measurable > 0 ? fmt::format("{}/{}", sum.unstable, sum.measurable) : "n/a";
}

std::string unstable_bound_cell(const EngineSummary& sum) {
    if (!sum.unstable_ci95) return "n/a";
    if (sum.unstable == 0) return "<=" + percent(sum.unstable_ci95->high);
    const double low = sum.unstable_ci95->low * 100;
    return fmt::format("{:.{}f}-{}", low, low >= 99.5 ? 1 : 0, percent(sum.unstable_ci95->high));
}

std::string ratio_cell(const Rate& rate) {
    return rate.of > 0 ? fmt::format("{}/{}", rate.count, rate.of) : "n/a";
}

Rate cut_runs(const EngineSummary& sum) {
    Rate rate{0, sum.stored - sum.failed};
    for (const Outcome outcome : {Outcome::truncated_in_reasoning, Outcome::truncated_in_answer})
        if (const auto at = sum.outcomes.find(std::string{to_word(outcome)});
            at != sum.outcomes.end())
            rate.count += at->second;
    return rate;
}

std::string share_cell(const Rate& rate) {
    if (rate.of == 0) return "n/a";
    if (rate.count == rate.of) return "100%";
    if (rate.count == 0) return "0%";
    // Tenths of a percent, rounded down, so that nothing but all is 100 %.
    const long long tenths = rate.count * 1000 / rate.of;
    return tenths == 0 ? "<0.1%" : fmt::format("{}.{}%", tenths / 10, tenths % 10);
}

std::string majority_cell(const EngineSummary& sum) {
    const auto points = sum.vote_points();
    return points ? fmt::format("{:.2f}", *points) : "n/a";
}

std::string speed_cell(const EngineSummary& sum) {
    if (!sum.output_tok_per_s) return "n/a";
    return fmt::format("{:.{}f}", *sum.output_tok_per_s, *sum.output_tok_per_s < 1000 ? 1 : 0);
}

std::vector<std::string> row_sentences(const BoardRow& row) {
    const EngineSummary& sum = row.summary;
    std::vector<std::string> out = fingerprint_sentences(row.fingerprints);
    if (sum.missing > 0)
        out.push_back(fmt::format("{} of {} trials are missing.", sum.missing, sum.planned));
    if (sum.failed > 0)
        out.push_back(fmt::format(
            "{} of {} trials failed: 0 points each, and unseen by the stability columns.",
            sum.failed, sum.stored));
    Rate cut = cut_runs(sum);
    cut.count += row.evidence.blank_at_limit;
    if (cut.count > 0) out.push_back(cut_sentence(cut, row.evidence.never_answered));
    if (sum.points_mean) out.push_back(points_sentence(row));
    if (row.accuracy.f1_micro) out.push_back(accuracy_sentence(row.accuracy));
    out.push_back(stability_sentence(sum));
    add_divergence(sum, out);
    if (sum.value_flips.count > 0)
        out.push_back(fmt::format("{} changed an extracted value: {}.",
                                  plural(sum.value_flips.count, "item", "items"),
                                  name_list(sum.value_flip_items)));
    const bool contested = !sum.majority_errors.empty() || !sum.no_decision.empty() || gains(sum);
    if (sum.vote_points() && contested) out.push_back(vote_sentence(sum));
    if (!sum.no_decision.empty())
        out.push_back("No majority on " + name_list(sum.no_decision) + ".");
    add_loops(sum, out);
    const auto details = detail_sentences(sum);
    out.insert(out.end(), details.begin(), details.end());
    const auto evidence = evidence_sentences(row.evidence);
    out.insert(out.end(), evidence.begin(), evidence.end());
    if (row.load) out.push_back(load_sentence(*row.load, row.condition.concurrency));
    return out;
}

std::vector<std::string> row_notes(const EngineSummary& sum) {
    // Told by a sentence, or about a number that only JSON has.
    constexpr std::string_view k_told[] = {
        "trials.failed: ",       "first_token_ms_p50: ", "prefill_tok_per_s: ",
        "loops.tokens_wasted: ", "voting.gain: ",        "field_f1_micro, field_f1_macro: "};
    constexpr std::string_view k_missing = "points.per_run: ";
    std::vector<std::string> out;
    for (const std::string& warning : sum.warnings) {
        const auto opens = [&](std::string_view key) { return warning.rfind(key, 0) == 0; };
        if (std::any_of(std::begin(k_told), std::end(k_told), opens)) continue;
        if (opens(k_missing) && sum.missing > 0) continue;
        out.push_back(visible(warning));
    }
    return out;
}

}  // namespace kilter
