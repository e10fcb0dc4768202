#include "reports/show_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/json/write.hpp"
#include "base/text/terminal.hpp"
#include "base/text/utf8.hpp"
#include "reports/sentences.hpp"
#include "reports/table.hpp"

namespace kilter {

namespace {

constexpr std::size_t k_parting_lines = 3;  // of the text that a variant goes on with

std::string run_numbers(const std::vector<const ShownRun*>& runs) {
    std::string out;
    for (std::size_t i = 0; i < runs.size();) {
        std::size_t last = i;
        while (last + 1 < runs.size() && runs[last + 1]->k == runs[last]->k + 1) ++last;
        out += (out.empty() ? "" : ", ") + std::to_string(runs[i]->k);
        if (last > i) out += (last > i + 1 ? "-" : ", ") + std::to_string(runs[last]->k);
        i = last + 1;
    }
    return out;
}

const std::string& text_of(const ShownRun& run, Channel channel) {
    if (channel == Channel::reasoning) return run.reasoning;
    return channel == Channel::content ? run.content : run.tool_calls;
}

std::size_t byte_of(const std::string& text, std::size_t code_points) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < code_points && at < text.size(); ++i)
        at += utf8::step(text, at).length;
    return at;
}

std::string gold_text(const json::Value& gold) {
    if (gold.is_null()) return "(none)";
    return gold.is_string() ? visible(gold.text) : visible(json::write(gold));
}

// Where a line that starts at `from` ends: at a space of its second half, else where it is full.
std::size_t line_end(const std::string& text, std::size_t from, std::size_t width) {
    std::size_t end = from, used = 0;
    while (end < text.size()) {
        const std::size_t length = utf8::step(text, end).length;
        used += display_width(text.substr(end, length));
        if (used > width) break;
        end += length;
    }
    const std::size_t space = text.rfind(' ', end);
    return space == std::string::npos || space < from + (end - from) / 2 ? end : space;
}

// The runs that gave one value of a field.
struct FieldGroup {
    const FieldResult* field = nullptr;
    std::vector<const ShownRun*> runs;
};

bool same_value(const FieldResult& a, const FieldResult& b) {
    if (a.field_class != b.field_class || a.canonical != b.canonical) return false;
    return a.canonical || a.raw == b.raw;
}

std::vector<FieldGroup> groups_of(const ShownEngine& engine, const std::string& name) {
    std::vector<FieldGroup> groups;
    for (const ShownRun& run : engine.runs) {
        for (const FieldResult& field : run.fields) {
            if (field.field != name) continue;
            const auto same = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
                return same_value(*group.field, field);
            });
            if (same == groups.end())
                groups.push_back({&field, {&run}});
            else
                same->runs.push_back(&run);
        }
    }
    std::stable_sort(groups.begin(), groups.end(),
                     [](const auto& a, const auto& b) { return a.runs.size() > b.runs.size(); });
    return groups;
}

std::vector<std::string> field_names(const ShownEngine& engine) {
    std::vector<std::string> names;
    for (const ShownRun& run : engine.runs)
        for (const FieldResult& field : run.fields)
            if (std::find(names.begin(), names.end(), field.field) == names.end())
                names.push_back(field.field);
    return names;
}

// In words where values differ: what a vote on this field alone would say.
std::string vote_line(const FieldVote& vote, int planned) {
    std::string value = "(absent)";
    if (vote.unparsed)
        value = "(no answer)";
    else if (vote.value)
        value = ellipsize(visible(*vote.value), 40);
    if (!vote.decided)
        return fmt::format("vote on {}: undecided, {} leads with {} of {}", visible(vote.field),
                           value, vote.votes, planned);
    return fmt::format("vote on {}: {} with {} of {}, score {:.2f}", visible(vote.field), value,
                       vote.votes, planned, vote.score);
}

std::string votes_text(const ShownEngine& engine, const TextStyle& style) {
    const FieldVotes& votes = engine.analysis.field_votes;
    std::string out;
    if (!engine.analysis.has_vote()) return out;
    for (const FieldVote& vote : votes.fields)
        if (vote.unstable()) out += "    " + wrap(vote_line(vote, engine.planned), 6, style);
    if (votes.composite_unseen)
        out += "    " + wrap("voted field by field, the record is one that no run gave", 6, style);
    return out;
}

}  // namespace

std::vector<VariantGroup> variant_groups(const ShownEngine& engine) {
    std::vector<VariantGroup> groups;
    for (const ShownRun& run : engine.runs) {
        const auto same = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
            return !run.variant_full.empty() && group.letter == run.variant_full;
        });
        if (same != groups.end())
            same->runs.push_back(&run);
        else
            groups.push_back({run.variant_full, {&run}});
    }
    std::stable_sort(groups.begin(), groups.end(), [](const auto& a, const auto& b) {
        if (a.letter.empty() != b.letter.empty()) return b.letter.empty();
        return a.letter.size() != b.letter.size() ? a.letter.size() < b.letter.size()
                                                  : a.letter < b.letter;
    });
    return groups;
}

std::string run_words(const std::vector<const ShownRun*>& runs) {
    return (runs.size() == 1 ? "run " : "runs ") + run_numbers(runs);
}

std::string labelled_text(const std::string& label, const std::string& text, std::size_t lines,
                          const TextStyle& style) {
    constexpr std::size_t k_narrow_indent = 6;
    const bool fits = display_width(label) <= style.columns / 2;  // else on a line of its own
    const std::size_t indent = fits ? display_width(label) : k_narrow_indent;
    const std::size_t width = style.columns - indent;
    const std::string shown = visible(text);
    std::string out = label;
    if (!fits) {
        out.erase(out.find_last_not_of(' ') + 1);
        out += "\n" + std::string(indent, ' ');
    }
    std::size_t at = 0;
    for (std::size_t line = 1; line < lines && display_width(shown.substr(at)) > width; ++line) {
        const std::size_t end = line_end(shown, at, width);
        out += shown.substr(at, end - at) + "\n" + std::string(indent, ' ');
        at = end;
        if (at < shown.size() && shown[at] == ' ') ++at;
    }
    return out + ellipsize(shown.substr(at), width) + "\n";
}

std::string parting_text(const ShownEngine& engine, const TextStyle& style) {
    const Divergence& at = engine.analysis.divergence;
    if (at.kind == DivergenceKind::equal) return "";
    const std::size_t before = at.code_point - std::min(at.code_point, engine.window_start);
    std::string out, prefix;
    for (const VariantGroup& group : variant_groups(engine)) {
        if (group.letter.empty()) continue;
        const std::string& text = text_of(*group.runs.front(), at.channel);
        const std::size_t point = byte_of(text, before);
        if (prefix.empty()) prefix = text.substr(0, point);
        std::string rest = text.substr(point);
        if (text.empty())
            rest = "(no such text)";
        else if (rest.empty())
            rest = "(ends here)";
        const std::string label =
            fmt::format("    {:<8}", group.letter + " " + run_numbers(group.runs)) + "  ";
        out += labelled_text(label, rest, k_parting_lines, style);
    }
    if (before == 0 || prefix.empty()) return out;
    if (engine.window_start > 0)
        prefix = fmt::format("...[{}]... ", plural(static_cast<long long>(engine.window_start),
                                                   "code point", "code points")) +
                 prefix;
    return labelled_text("    before    ", prefix, 2, style) + out;
}

constexpr std::size_t k_reason = 240;  // columns of a judge's words

// What the judge said of a judged field, once for each answer that it was shown.
std::string judge_text(const ShownEngine& engine, const TextStyle& style) {
    std::string out;
    for (const std::string& name : field_names(engine))
        for (const FieldGroup& group : groups_of(engine, name))
            if (!group.field->reason.empty())
                out += "    " +
                       wrap(fmt::format("judge on {}, {}: {}", visible(name), run_words(group.runs),
                                        ellipsize(visible(group.field->reason), k_reason)),
                            6, style);
    return out;
}

std::string field_values_text(const ShownEngine& engine, const TextStyle& style) {
    const std::size_t width = style.columns > 64 ? (style.columns - 46) / 2 : 10;
    Table table;
    table.columns = {{"    field", Align::left}, {"runs", Align::left},
                     {"value", Align::left},     {"gold", Align::left},
                     {"class", Align::left},     {"score", Align::right, 1}};
    for (const std::string& name : field_names(engine)) {
        const auto groups = groups_of(engine, name);
        for (std::size_t i = 0; i < groups.size(); ++i) {
            const FieldResult& field = *groups[i].field;
            const std::string mark = groups.size() > 1 ? "  * " : "    ";
            table.rows.push_back({i == 0 ? mark + visible(name) : "", run_numbers(groups[i].runs),
                                  field.raw ? ellipsize(visible(*field.raw), width) : "(absent)",
                                  i == 0 ? ellipsize(gold_text(field.gold), width) : "",
                                  std::string{to_word(field.field_class)},
                                  fmt::format("{:.2f}", field.score)});
        }
    }
    if (table.rows.empty()) return "";
    return terminal_table(table, style.columns) + judge_text(engine, style) +
           votes_text(engine, style);
}

}  // namespace kilter
