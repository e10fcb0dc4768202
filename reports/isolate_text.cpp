#include <fmt/format.h>

#include <cstdlib>

#include "base/text/terminal.hpp"
#include "reports/isolate_report.hpp"
#include "reports/sentences.hpp"
#include "reports/table.hpp"

namespace kilter {

namespace {

constexpr double k_level = 0.05;

std::string p_text(const std::optional<double>& p) {
    if (!p) return "-";
    if (*p < 0.0001) return "<.0001";
    return *p >= 0.9995 ? "1" : fmt::format("{:.3f}", *p).substr(1);
}

std::string rate_cell(const ArmRate& rate) {
    return rate.of == 0 ? "n/a" : fmt::format("{}/{}", rate.count, rate.of);
}

std::string bound_cell(const ArmRate& rate) {
    if (!rate.ci95) return "n/a";
    if (rate.count == 0) return "<=" + percent(rate.ci95->high);
    return fmt::format("{:.0f}-{:.0f}%", 100 * rate.ci95->low, 100 * rate.ci95->high);
}

std::string live_cell(const IsolateArm& arm) {
    if (arm.checks.empty()) return "-";
    if (!arm.live) return "?";
    return *arm.live ? "yes" : "NO";
}

std::string sides_cell(const ArmComparison& one) {
    if (one.test != ArmTest::mcnemar) return "-";
    return fmt::format("+{} -{}", one.only_arm, one.only_aa);
}

bool is_plain(std::size_t index) {
    return index < 2;  // baseline and A/A
}

// A switch of kilter's says best what it changed; an arm of the config has a name that was chosen.
std::string label_of(const IsolateReport& report, std::size_t index) {
    const IsolateArm& arm = report.arms[index];
    const bool by_change = !is_plain(index) && !report.own_arms && report.design == "one-switch";
    return visible(by_change ? arm.change : arm.arm);
}

Table arms_table(const IsolateReport& report) {
    Table table;
    table.columns = {
        {"arm", Align::left},
        {"live", Align::left, 0,
         "live: did the switch reach the engine, as far as it tells (? it does not)."},
        {"unstable", Align::right, 0, "unstable: items with two different outputs among K runs."},
        {"95%", Align::right, 1},
        {"flips", Align::right, 2, "flips: items with two different values."},
        {"+/-", Align::right, 0,
         "+/-: items that were unstable in this arm only, and in the A/A arm only."},
        {"p", Align::right, 0,
         "p: against the A/A arm (McNemar's exact test; Fisher's where not paired)."},
        {"Holm", Align::right, 0, "Holm: the same, adjusted for the number of arms."}};
    for (std::size_t i = 0; i < report.arms.size(); ++i) {
        const IsolateArm& arm = report.arms[i];
        const bool aa = i == 1;
        table.rows.push_back(
            {label_of(report, i), live_cell(arm), rate_cell(arm.unstable), bound_cell(arm.unstable),
             rate_cell(arm.value_flips), aa ? "-" : sides_cell(arm.versus_aa),
             aa ? "-" : p_text(arm.versus_aa.p), aa ? "-" : p_text(arm.versus_aa.p_adjusted)});
    }
    return table;
}

std::string live_sentence(const IsolateArm& arm) {
    std::string evidence;
    for (const LiveCheck& check : arm.checks) {
        if (arm.live == false && check.live != false) continue;
        if (!arm.live && check.live) continue;
        evidence += (evidence.empty() ? "" : "; ") + check.evidence;
    }
    if (arm.live == false)
        return "NOT LIVE: " + evidence + ". What it shows says nothing about the switch.";
    return (arm.live ? "Live: " : "Not known to be live: ") + evidence + ".";
}

std::string sides_words(const ArmComparison& one) {
    return fmt::format(
        "{} unstable that {} not in A/A, and {} stable that {} not",
        plural(one.only_arm, "item was", "items were"), one.only_arm == 1 ? "was" : "were",
        plural(one.only_aa, "item was", "items were"), one.only_aa == 1 ? "was" : "were");
}

std::string comparison_sentence(const ArmComparison& one) {
    switch (one.test) {
        case ArmTest::none:
            return "Not compared with A/A: no item has two valid runs in both.";
        case ArmTest::fisher_runs:
            return fmt::format(
                "One item: its runs off the most frequent output, held against those of A/A by "
                "Fisher's test: p {}.",
                p_text(one.p));
        case ArmTest::fisher_items:
            return fmt::format(
                "No item has equally many runs in both: the rates were compared by Fisher's test, "
                "p {}.",
                p_text(one.p));
        case ArmTest::mcnemar:
            break;
    }
    if (one.only_arm + one.only_aa == 0) return "No item changed sides against A/A.";
    std::string out = sides_words(one);
    out = fmt::format("{}: p {}", out, p_text(one.p));
    if (one.p_adjusted) out += fmt::format(", Holm {}", p_text(one.p_adjusted));
    out += ".";
    if (one.too_few_to_tell)
        out += " Fewer than 6 changed sides: no number of them could reach .05.";
    return out;
}

std::vector<std::string> arm_sentences(const IsolateReport& report, std::size_t index) {
    const IsolateArm& arm = report.arms[index];
    std::vector<std::string> out;
    const std::string label = label_of(report, index);
    if (label != visible(arm.change)) out.push_back("Change: " + visible(arm.change) + ".");
    if (!arm.refused.empty()) {
        out.push_back("Not measured: the engine refused every request: " + visible(arm.refused));
        return out;
    }
    if (arm.missing() > 0)
        out.push_back(fmt::format("{} of {} trials are missing.", arm.missing(), arm.planned));
    if (arm.failed > 0)
        out.push_back(fmt::format("{} of {} trials failed.", arm.failed, arm.stored));
    if (!arm.checks.empty()) out.push_back(live_sentence(arm));
    out.push_back(comparison_sentence(arm.versus_aa));
    if (arm.versus_aa.left_out > 0 && arm.versus_aa.paired > 0)
        out.push_back(fmt::format("{} left out: not equally many valid runs in both.",
                                  plural(arm.versus_aa.left_out, "item", "items")));
    if (arm.versus_aa.within_spread)
        out.push_back(
            "Baseline and A/A, which are the same, differ by as much: no sign of the switch.");
    if (arm.disjoint > 0)
        out.push_back(fmt::format("In {} of {} items no content of this arm came in A/A too.",
                                  arm.disjoint, arm.disjoint_of));
    if (!arm.other_prompts.empty())
        out.push_back(fmt::format(
            "The engine counted other prompt tokens than in A/A for {}: {}. Its prompt is not the "
            "same there.",
            plural(static_cast<long long>(arm.other_prompts.size()), "item", "items"),
            visible(name_list(arm.other_prompts))));
    for (const IsolateLaunch& launch : arm.launches)
        out.push_back(fmt::format("Launch {}: {} ended with {} after {:.1f} s.", launch.id,
                                  visible(launch.command), launch.exit_code, launch.seconds));
    return out;
}

std::string yardstick(const IsolateReport& report) {
    if (report.arms.size() < 2) return "";
    const ArmComparison& one = report.arms[0].versus_aa;
    std::string out =
        fmt::format("Yardstick: the same settings twice gave {} and {} unstable",
                    rate_cell(report.arms[0].unstable), rate_cell(report.arms[1].unstable));
    if (one.test == ArmTest::mcnemar)
        out +=
            fmt::format("; {} changed sides", plural(one.only_arm + one.only_aa, "item", "items"));
    return out + ". An arm has to differ from A/A by more than that.";
}

bool stands_out(const IsolateArm& arm) {
    return arm.refused.empty() && arm.versus_aa.p_adjusted && *arm.versus_aa.p_adjusted < k_level &&
           !arm.versus_aa.within_spread && arm.live != false;
}

// What moved most without reaching the level; empty: nothing beyond the yardstick.
std::string largest_change(const IsolateReport& report) {
    std::size_t largest = 0;
    const auto moved = [&](std::size_t i) {
        return std::abs(report.arms[i].versus_aa.only_arm - report.arms[i].versus_aa.only_aa);
    };
    for (std::size_t i = 2; i < report.arms.size(); ++i) {
        const IsolateArm& arm = report.arms[i];
        if (arm.live == false || !arm.refused.empty() || arm.versus_aa.within_spread) continue;
        if (moved(i) > (largest == 0 ? 0 : moved(largest))) largest = i;
    }
    if (largest == 0) return "";
    return fmt::format(
        " The largest change is that of {}: {} unstable, against {} in A/A; by so few items it "
        "cannot be told from chance.",
        label_of(report, largest), rate_cell(report.arms[largest].unstable),
        rate_cell(report.arms[1].unstable));
}

std::string verdict(const IsolateReport& report) {
    std::vector<std::string> names;
    for (std::size_t i = 2; i < report.arms.size(); ++i)
        if (stands_out(report.arms[i])) names.push_back(label_of(report, i));
    if (names.empty())
        return fmt::format(
                   "No arm differs from A/A at 5% (Holm) in how many items waver, with {} and K = "
                   "{}.",
                   plural(static_cast<long long>(report.items.size()), "item", "items"),
                   report.runs) +
               largest_change(report);
    return "Differs from A/A at 5% (Holm) in how many items waver: " + name_list(names) +
           ". What makes the difference is not shown by this.";
}

std::string title(const IsolateReport& report) {
    std::string out =
        fmt::format("isolate: engine {}, {}, K = {}, {}, {}", visible(report.engine),
                    plural(static_cast<long long>(report.items.size()), "item", "items"),
                    report.runs, report.design, report.schedule);
    if (!report.dialect.empty()) out += ", dialect " + report.dialect;
    return out;
}

std::string arm_text(const IsolateReport& report, std::size_t index, const TextStyle& style) {
    const IsolateArm& arm = report.arms[index];
    const Paint how = stands_out(arm)     ? Paint::bad
                      : arm.live == false ? Paint::warn
                                          : Paint::strong;
    std::string out = paint(wrap(label_of(report, index), 2, style), how, style);
    for (const std::string& sentence : arm_sentences(report, index))
        out += "  " + wrap(sentence, 2, style);
    return out;
}

bool has_own_words(const IsolateArm& arm) {
    return arm.missing() > 0 || arm.failed > 0 || !arm.launches.empty();
}

}  // namespace

std::string isolate_text(const IsolateReport& report, const TextStyle& style) {
    std::string out = paint(wrap(title(report), 0, style), Paint::strong, style);
    if (!report.items_from.empty())
        out += wrap(
            "Items chosen from experiment " + report.items_from + ", whose runs are not used here.",
            0, style);
    const Table table = arms_table(report);
    out += "\n" + terminal_table(table, style.columns) + "\n";
    out += wrap(verdict(report), 0, style);
    out += wrap(yardstick(report), 0, style) + "\n";
    for (std::size_t i = 0; i < report.arms.size(); ++i) {
        if (!is_plain(i) || has_own_words(report.arms[i])) out += arm_text(report, i, style);
    }
    if (!report.hints.empty()) out += "\n";
    for (const IsolateHint& one : report.hints) {
        const std::string where = one.arm.empty() ? "" : visible(one.arm) + ": ";
        out += wrap("hint: " + where + visible(one.hint.text), 2, style);
    }
    if (!report.not_tried.empty()) out += "\n";
    for (const auto& [name, reason] : report.not_tried)
        out += wrap("not tried: " + visible(name) + ": " + visible(reason), 2, style);
    if (!report.own_arms)
        out += wrap(
            "not tried: what needs a restart (kernels, quantisation, batching, speculative "
            "decoding): give arms in the config, with an engine of their own or before_arm.",
            2, style);
    if (report.partial())
        out += "\n" + wrap("Partial: some trials are missing or failed.", 0, style);
    return out + "\n" +
           paint(wrap(legend_of({fit_table(table, style.columns)}), 0, style), Paint::faint, style);
}

}  // namespace kilter
