#include <fmt/format.h>

#include "reports/plan_report.hpp"
#include "reports/sentences.hpp"
#include "reports/table.hpp"
#include "scorers/statistics/detection.hpp"
#include "scorers/statistics/mcnemar.hpp"
#include "scorers/statistics/sample_size.hpp"

namespace kilter {
namespace {

// A rate as the person gave it, or a threshold: up to `digits` significant ones.
std::string rate_words(double rate, int digits = 10) {
    return fmt::format("{:.{}g}%", rate * 100, digits);
}

// A chance is never rounded to impossible or certain.
std::string chance(double probability) {
    if (probability > 0 && probability < 0.0005) return "<0.1%";
    if (probability > 0.9995) return ">99.9%";
    return probability > 0.99 ? fmt::format("{:.1f}%", probability * 100) : percent(probability);
}

// An upper bound is never rounded to 0.
std::string bound_words(double rate) {
    return rate < 0.001 ? rate_words(rate, 2) : percent(rate);
}

std::string chance_cell(const std::optional<double>& probability) {
    return probability ? chance(*probability) : "-";
}

std::string share_cell(const std::optional<double>& share) {
    return share ? rate_words(*share, 3) : "-";
}

std::string whole_cell(const std::optional<long long>& value) {
    return value ? std::to_string(*value) : "-";
}

void add_rate(const SizePlan& plan, const TextStyle& style, std::string& out) {
    const RatePlan& rate = *plan.rate;
    const std::string power = rate_words(rate.power);
    out += wrap(fmt::format("An event that each run shows with probability {} (a loop, a departure "
                            "from a known answer) comes up at least once in {} runs with {} "
                            "probability.",
                            rate_words(rate.rate), rate.runs_to_see, power),
                0, style);
    if (!rate.runs_to_differ) return;
    out += wrap(fmt::format("An item with two outputs, the rarer in {} of its runs, is seen to "
                            "differ with {} probability at K = {}. At other K:",
                            rate_words(rate.rate), power, *rate.runs_to_differ),
                0, style);
    Table table;
    table.columns = {{"K", Align::right},
                     {"item seen", Align::right},
                     {"items for one seen", Align::right},
                     {"trials", Align::right}};
    const bool asked = plan.question.items.has_value();
    if (asked)
        table.columns.push_back(
            {fmt::format("any of {} seen", *plan.question.items), Align::right});
    table.columns.push_back({"smallest share", Align::right});
    for (const RunsRow& row : rate.by_runs) {
        std::vector<std::string> cells = {std::to_string(row.k), chance_cell(row.power),
                                          whole_cell(row.items),
                                          row.items ? std::to_string(*row.items * row.k) : "-"};
        if (asked) cells.push_back(chance_cell(row.seen_among));
        cells.push_back(share_cell(row.smallest_share));
        table.rows.push_back(std::move(cells));
    }
    out += "\n" + terminal_table(table, style.columns) + "\n";
    std::string legend = fmt::format(
        "item seen: K runs of one such item are not all alike. items for one seen: so many such "
        "items, at least one of which is seen to differ with {} probability; trials = items x K. ",
        power);
    if (asked)
        legend += fmt::format("any of {0} seen: at least one of {0} such items is. ",
                              *plan.question.items);
    legend += fmt::format(
        "smallest share: the rarest output that K runs of one item show with {} probability "
        "(-: none).",
        power);
    out += wrap(legend, 0, style);
}

void add_runs(const SizePlan& plan, const TextStyle& style, std::string& out) {
    const RunsPlan& runs = *plan.runs;
    out += wrap(fmt::format("K = {0} shows an item whose rarer output takes 10% of its runs {1} of "
                            "the time, and one whose two outputs are equally common {2}.",
                            runs.k, chance(detection_power(0.1, runs.k)),
                            chance(detection_power(0.5, runs.k))),
                0, style);
    if (runs.smallest_share)
        out += wrap(fmt::format("The rarest output that it shows with {} probability takes {} of "
                                "the runs.",
                                rate_words(runs.power), rate_words(*runs.smallest_share, 3)),
                    0, style);
    if (plan.rate) return;  // one table is enough
    Table table;
    table.columns = {{"rarer output", Align::right},
                     {fmt::format("seen at K = {}", runs.k), Align::right},
                     {fmt::format("K for {}", rate_words(runs.power)), Align::right}};
    for (const ShareRow& row : runs.by_share)
        table.rows.push_back({rate_words(row.share), chance(row.power), std::to_string(row.runs)});
    out += "\n" + terminal_table(table, style.columns);
}

void add_items(const SizePlan& plan, const TextStyle& style, std::string& out) {
    const ItemsPlan& items = *plan.items;
    std::string zero = fmt::format("0 of {} items", items.items);
    if (plan.runs) zero += fmt::format(" at K = {}", plan.runs->k);
    zero += fmt::format(" leaves room for a true rate of up to {} (95%)",
                        bound_words(items.zero_upper95));
    if (plan.runs)
        zero += fmt::format("; an item with a 10% minority output is seen {} of the time",
                            chance(detection_power(0.1, plan.runs->k)));
    out += wrap(zero + ".", 0, style);
    if (!items.fewest_hits) return;
    std::string against = fmt::format(
        "Against 0 of {0}, {1} of {0} is the least that counts as "
        "different (Fisher's exact test, two-sided, p = {2:.3f})",
        items.items, *items.fewest_hits, *items.fewest_hits_p);
    if (items.smallest_rate)
        against += fmt::format("; a true rate of {} gets there with {} probability",
                               rate_words(*items.smallest_rate, 3), rate_words(items.power));
    out += wrap(against + ".", 0, style);
}

void add_compare(const SizePlan& plan, const TextStyle& style, std::string& out) {
    const ComparePlan& compare = *plan.compare;
    const std::string a = rate_words(compare.rates.a), b = rate_words(compare.rates.b);
    const std::string goal = fmt::format("To tell {} from {} with {} probability (two-sided, 5%), ",
                                         a, b, rate_words(compare.power));
    out += wrap(compare.fisher_per_arm
                    ? fmt::format("{}each arm needs {} items by Fisher's exact test; the "
                                  "pooled-variance formula says {}.",
                                  goal, *compare.fisher_per_arm, compare.formula_per_arm)
                    : fmt::format("{}each arm needs about {} items by the pooled-variance formula.",
                                  goal, compare.formula_per_arm),
                0, style);
    if (compare.asked) {
        std::string at = fmt::format("With {} items per arm the chance is {}", compare.asked->items,
                                     chance(compare.asked->power));
        if (compare.smallest_rate)
            at += fmt::format("; from {} up, they show {} or more with {} probability",
                              rate_words(std::min(compare.rates.a, compare.rates.b)),
                              rate_words(*compare.smallest_rate, 3), rate_words(compare.power));
        out += wrap(at + ".", 0, style);
    }
    if (!plan.rate && !plan.runs) {  // one table is enough
        Table table;
        table.columns = {{"items per arm", Align::right}, {"chance (Fisher)", Align::right}};
        for (const PowerRow& row : compare.by_items)
            table.rows.push_back({std::to_string(row.items), chance(row.power)});
        out += "\n" + terminal_table(table, style.columns) + "\n";
    }
    out += wrap(fmt::format("Items count, not runs: K runs of one item are no K items. Where both "
                            "arms have the same items, McNemar's test pairs them; it needs at "
                            "least {} items that changed sides.",
                            k_fewest_discordant),
                0, style);
}

}  // namespace

std::vector<std::string> plan_warnings(const SizePlan& plan) {
    std::vector<std::string> out;
    if (plan.rate && !plan.rate->runs_to_differ)
        out.push_back(
            fmt::format("{} is no rate of an item's rarer output, which takes at most "
                        "half of its runs",
                        rate_words(plan.rate->rate)));
    if (plan.runs && !plan.runs->smallest_share)
        out.push_back(fmt::format("no item with two outputs is seen with {} probability at K = {}",
                                  rate_words(plan.runs->power), plan.runs->k));
    if (plan.items && !plan.items->fewest_hits)
        out.push_back(
            fmt::format("{0} items are too few for Fisher's test: even {0} of {0} do not "
                        "differ from 0 of {0}",
                        plan.items->items));
    else if (plan.items && !plan.items->smallest_rate)
        out.push_back(fmt::format("no rate differs from 0 of {} with {} probability",
                                  plan.items->items, rate_words(plan.items->power)));
    if (plan.compare && !plan.compare->fisher_per_arm)
        out.push_back(
            fmt::format("the exact search ends at {} items per arm; above, the formula is "
                        "close",
                        k_exact_search_limit));
    if (plan.compare && plan.compare->asked && !plan.compare->smallest_rate)
        out.push_back(
            fmt::format("no higher rate is told from {} with {} probability at {} items "
                        "per arm",
                        rate_words(std::min(plan.compare->rates.a, plan.compare->rates.b)),
                        rate_words(plan.compare->power), plan.compare->asked->items));
    return out;
}

std::string plan_text(const SizePlan& plan, const TextStyle& style) {
    std::string out;
    const auto part = [&](bool present, auto add) {
        if (!present) return;
        if (!out.empty()) out += "\n";
        add(plan, style, out);
    };
    part(plan.rate.has_value(), add_rate);
    part(plan.runs.has_value(), add_runs);
    part(plan.items.has_value(), add_items);
    part(plan.compare.has_value(), add_compare);
    const auto warnings = plan_warnings(plan);
    if (!warnings.empty()) out += "\n";
    for (const std::string& warning : warnings) out += wrap("note: " + warning + ".", 6, style);
    return out;
}

}  // namespace kilter
