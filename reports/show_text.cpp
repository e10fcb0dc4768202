#include <fmt/format.h>

#include <algorithm>

#include "base/json/write.hpp"
#include "base/text/terminal.hpp"
#include "reports/show_report.hpp"
#include "reports/table.hpp"

namespace kilter {

namespace {

std::string gold_text(const json::Value& gold) {
    return gold.is_string() ? visible(gold.text) : visible(json::write(gold));
}

std::string answer_text(const FieldResult& field) {
    if (!field.raw) return "(absent)";
    return visible(*field.raw);
}

// Runs of one variant at level full, A first; failed runs have a group each.
struct Group {
    std::string letter;
    std::vector<const ShownRun*> runs;
};

std::vector<Group> groups_of(const ShownEngine& engine) {
    std::vector<Group> groups;
    for (const ShownRun& run : engine.runs) {
        const auto same = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
            return !run.variant_full.empty() && group.letter == run.variant_full;
        });
        if (same != groups.end())
            same->runs.push_back(&run);
        else
            groups.push_back({run.variant_full, {&run}});
    }
    std::stable_sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
        if (a.letter.empty() != b.letter.empty()) return b.letter.empty();
        return a.letter.size() != b.letter.size() ? a.letter.size() < b.letter.size()
                                                  : a.letter < b.letter;
    });
    return groups;
}

std::string run_numbers(const Group& group) {
    std::string out;
    for (const ShownRun* run : group.runs)
        out += (out.empty() ? "" : ", ") + std::to_string(run->k);
    return (group.runs.size() == 1 ? "run " : "runs ") + out;
}

std::string window_line(std::string_view name, const std::string& text, std::size_t start,
                        const TextStyle& style) {
    std::string shown = visible(text);
    if (start > 0) shown = fmt::format("...[{} code points]... ", start) + shown;
    const std::string label = fmt::format("    {:<10}", name);
    return label + ellipsize(shown, style.columns - std::min(style.columns - 10, label.size())) +
           "\n";
}

std::string fields_table(const ShownRun& run, const TextStyle& style) {
    const std::size_t width = style.columns > 60 ? (style.columns - 38) / 2 : 12;
    Table table;
    table.columns = {{"    field", Align::left},
                     {"answer", Align::left},
                     {"gold", Align::left},
                     {"class", Align::left},
                     {"score", Align::right}};
    for (const FieldResult& field : run.fields)
        table.rows.push_back({"    " + visible(field.field), ellipsize(answer_text(field), width),
                              ellipsize(gold_text(field.gold), width),
                              std::string{to_word(field.field_class)},
                              fmt::format("{:.2f}", field.score)});
    return terminal_table(table, style.columns);
}

std::string group_text(const ShownEngine& engine, const Group& group, const TextStyle& style) {
    const ShownRun& run = *group.runs.front();
    const std::string letter = group.letter.empty() ? "-" : group.letter;
    std::string head =
        fmt::format("  {}  {}: {}", letter, run_numbers(group), to_word(run.outcome));
    if (!run.finish_reason.empty()) head += ", finish " + visible(run.finish_reason);
    if (!run.parse_status.empty()) head += ", " + run.parse_status;
    if (run.points) head += fmt::format(", {:g} points", *run.points);
    std::string out = paint(head, Paint::strong, style) + "\n";
    if (!run.error.empty()) out += "    " + wrap(visible(run.error), 4, style);
    const bool in_reasoning = engine.analysis.divergence.channel == Channel::reasoning;
    const bool parts = engine.analysis.divergence.kind != DivergenceKind::equal;
    if (!run.reasoning.empty())
        out += window_line("reasoning", run.reasoning,
                           parts && in_reasoning ? engine.window_start : 0, style);
    if (!run.content.empty())
        out += window_line("content", run.content, parts && !in_reasoning ? engine.window_start : 0,
                           style);
    for (const LoopFinding& loop : run.loops)
        out += fmt::format("    {} in the {}: {} code points repeated {:.1f} times from {}\n",
                           loop.verdict, loop.channel, loop.period, loop.repeats, loop.start);
    if (!run.fields.empty()) out += fields_table(run, style);
    return out;
}

std::string divergence_line(const ShownEngine& engine) {
    const ItemAnalysis& analysis = engine.analysis;
    if (analysis.valid < 2)
        return fmt::format("{} valid run(s) of {}: nothing to compare", analysis.valid,
                           engine.planned);
    const Divergence& at = analysis.divergence;
    if (at.kind == DivergenceKind::equal)
        return fmt::format("{} valid runs, one output", analysis.valid);
    return fmt::format("parts in the {} at code point {} (byte {}): {}", to_word(at.channel),
                       at.code_point, at.byte, to_word(at.kind));
}

std::string majority_line(const ShownEngine& engine) {
    const Vote& vote = engine.analysis.vote;
    if (!vote.decided) return fmt::format("no majority of {}", engine.planned);
    return fmt::format("majority: value {} with {} of {} votes, {}", engine.decision, vote.votes,
                       engine.planned, vote.right ? "right" : "wrong");
}

}  // namespace

std::string show_text(const std::vector<ShownItem>& items, const TextStyle& style) {
    std::string out;
    for (const ShownItem& item : items) {
        out += paint(fmt::format("{}/{}: {:g} points", visible(item.suite), visible(item.item),
                                 item.max_points),
                     Paint::strong, style) +
               "\n";
        for (const ShownEngine& engine : item.engines) {
            out += "\n" + paint(visible(engine.engine), Paint::strong, style) + "\n";
            out += "  " + wrap(divergence_line(engine), 2, style);
            out += "  " + wrap(majority_line(engine), 2, style);
            for (const Group& group : groups_of(engine)) out += group_text(engine, group, style);
        }
        out += "\n";
    }
    return out;
}

}  // namespace kilter
