#include "reports/repro_sections.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/terminal.hpp"
#include "base/text/utf8.hpp"
#include "reports/probe_words.hpp"
#include "reports/sentences.hpp"
#include "reports/show_parts.hpp"
#include "reports/table.hpp"
#include "scorers/evidence/fingerprints.hpp"
#include "scorers/statistics/detection.hpp"

namespace kilter {

namespace {

constexpr std::size_t k_quoted = 240;  // code points of a variant from the point where it parts

const std::string& window_of(const ShownRun& run, Channel channel) {
    if (channel == Channel::reasoning) return run.reasoning;
    return channel == Channel::content ? run.content : run.tool_calls;
}

std::string first_code_points(std::string_view text, std::size_t count) {
    std::size_t at = 0;
    for (; count > 0 && at < text.size(); --count) at += utf8::step(text, at).length;
    return std::string{text.substr(0, at)} + (at < text.size() ? " ..." : "");
}

std::string bullets(const std::vector<std::string>& lines) {
    std::string out;
    for (const std::string& line : lines) out += "- " + line + "\n";
    return out + "\n";
}

std::string value_words(const FieldResult& field) {
    return field.raw ? first_code_points(*field.raw, 80) : "(absent)";
}

// "10 of 10 on control-a"; one engine a line.
std::string control_line(const ReproControl& one) {
    if (one.valid < 2) {
        return fmt::format("engine {}: fewer than two valid runs", markdown_escape(one.engine));
    }
    return fmt::format("engine {}: {} in {} of the same item", markdown_escape(one.engine),
                       plural(one.distinct, "output", "different outputs"),
                       plural(one.valid, "run", "runs"));
}

std::string share_sentence(const ReproModel& repro) {
    const long long others =
        repro.valid() -
        repro.shown.analysis.by_level[static_cast<std::size_t>(Level::full)].sizes.front();
    const auto bound = wilson95(others, repro.valid());
    std::string out = fmt::format("{} of {} runs gave another output than the most frequent one",
                                  others, repro.valid());
    if (bound) {
        out += fmt::format(
            " (95 % interval of that share: {} to {}, taking the runs as "
            "independent)",
            percent(bound->low), percent(bound->high));
    }
    return out + ".";
}

std::string unseen_sentence(const ReproModel& repro) {
    const auto share = smallest_share_shown(repro.valid(), 0.95);
    if (!share) {
        return fmt::format("{} would not show a second output reliably, whatever its share.",
                           plural(repro.valid(), "run", "runs"));
    }
    return fmt::format(
        "An output that comes in fewer than {} of the runs would have had more than "
        "a 5 % chance to stay unseen in {}.",
        percent(*share), plural(repro.valid(), "run", "runs"));
}

std::vector<std::string> level_sentences(const ReproModel& repro) {
    std::vector<std::string> out;
    for (const Level level : {Level::reasoning, Level::content, Level::norm, Level::value}) {
        const Clusters& clusters = repro.shown.analysis.by_level[static_cast<std::size_t>(level)];
        if (clusters.sizes.empty()) continue;
        out.push_back(fmt::format("at level `{}`: {}", to_word(level),
                                  clusters.distinct() == 1
                                      ? std::string{"all the same"}
                                      : fmt::format("{} different", clusters.distinct())));
    }
    return out;
}

std::vector<std::string> probe_lines(const ReproModel& repro) {
    if (!repro.probe) {
        return {
            "this engine has no stored probe: whether the log probabilities of the first "
            "token move is not known (`kilter probe`)"};
    }
    std::vector<std::string> out{
        "it was probed, experiment `" + repro.probe_experiment + "`; what follows is from there",
        "prefill: " + markdown_escape(prefill_sentence(*repro.probe)),
        "decode: " + markdown_escape(decode_sentence(*repro.probe))};
    for (const std::string& one : probe_sentences(*repro.probe)) {
        out.push_back(markdown_escape(one));
    }
    return out;
}

std::vector<std::string> identity_lines(const ReproModel& repro) {
    std::vector<std::string> seen;
    for (const ReproRun& run : repro.runs) {
        std::string one;
        if (!run.system_fingerprint.empty()) one += ", fingerprint " + run.system_fingerprint;
        if (!run.server.empty()) one += ", server " + run.server;
        if (one.empty()) continue;
        const std::string line = "responses say" + markdown_escape(one.substr(1));
        if (std::find(seen.begin(), seen.end(), line) == seen.end()) seen.push_back(line);
    }
    if (seen.size() > 1) {
        seen.push_back("**more than one engine may have answered: the lines above differ**");
    }
    if (seen.empty() && !repro.url.empty()) seen.push_back("responses name no fingerprint");
    for (const FingerprintChange& one :
         fingerprint_changes(repro.fingerprint_start, repro.fingerprint_end)) {
        seen.push_back(fmt::format("**the engine changed while it was measured**: {} from {} to {}",
                                   markdown_escape(one.member), markdown_escape(one.start),
                                   markdown_escape(one.end)));
    }
    return seen;
}

}  // namespace

std::string fenced_text(std::string_view text) {
    const std::string safe = visible(text);
    std::size_t longest = 0, run = 0;
    for (const char c : safe) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    const std::string fence(std::max<std::size_t>(3, longest + 1), '`');
    return fence + "text\n" + safe + "\n" + fence + "\n";
}

std::string repro_parting_section(const ReproModel& repro) {
    const Divergence& at = repro.shown.analysis.divergence;
    if (!repro.unstable() || at.kind == DivergenceKind::equal) return {};
    std::string out = fmt::format("## Where they part\n\nIn the {}, at code point {} (byte {}",
                                  to_word(at.channel), at.code_point, at.byte);
    if (repro.shown.token_index) {
        out += fmt::format(", token {} by {}", *repro.shown.token_index, repro.shown.token_source);
    }
    out += fmt::format("), counted from 0: {}.", to_word(at.kind));
    out += at.at_start() ? " That is within the first 8 code points.\n\n" : "\n\n";
    const std::size_t before = at.code_point - std::min(at.code_point, repro.shown.window_start);
    std::string prefix;
    for (const VariantGroup& group : variant_groups(repro.shown)) {
        if (group.letter.empty()) continue;
        const std::string& window = window_of(*group.runs.front(), at.channel);
        std::size_t point = 0;
        for (std::size_t i = 0; i < before && point < window.size(); ++i) {
            point += utf8::step(window, point).length;
        }
        if (prefix.empty() && point > 0) {
            prefix = window.substr(0, point);
            out += "Before it, in all of them:\n\n" + fenced_text(prefix) + "\n";
        }
        const std::string rest = first_code_points(window.substr(point), k_quoted);
        const std::string shown = window.empty() ? "(no such text)"
                                  : rest.empty() ? "(ends here)"
                                                 : rest;
        out += fmt::format("{} ({}) goes on:\n\n", group.letter, run_words(group.runs)) +
               fenced_text(shown) + "\n";
    }
    return out;
}

std::string repro_fields_section(const ReproModel& repro) {
    Table table;
    table.columns = {{"field"}, {"runs"}, {"value"}, {"class"}};
    for (const FieldVote& vote : repro.shown.analysis.field_votes.fields) {
        if (!vote.unstable()) continue;
        for (const VariantGroup& group : variant_groups(repro.shown)) {
            for (const FieldResult& field : group.runs.front()->fields) {
                if (field.field != vote.field) continue;
                table.rows.push_back({field.field, group.letter + ": " + run_words(group.runs),
                                      value_words(field), std::string{to_word(field.field_class)}});
            }
        }
    }
    if (table.rows.empty()) return {};
    return "## Values that differ\n\n" + markdown_table(table) + "\n";
}

std::string repro_bounds_section(const ReproModel& repro) {
    if (repro.valid() < 2) return {};
    std::vector<std::string> lines;
    if (repro.unstable()) {
        lines.push_back(share_sentence(repro));
        const auto& measures = repro.shown.analysis.measures;
        if (measures && measures->states_at_least && *measures->states_at_least > repro.valid()) {
            lines.push_back(
                fmt::format("Every run differed: were all outputs equally likely, there would be "
                            "at least {} of them (95 %).",
                            *measures->states_at_least));
        }
    }
    lines.push_back(unseen_sentence(repro));
    for (const std::string& one : level_sentences(repro)) lines.push_back(one);
    if (repro.shown.analysis.failed > 0) {
        lines.push_back(fmt::format("{} failed and stand outside of all counts.",
                                    plural(repro.shown.analysis.failed, "run", "runs")));
    }
    return "## What bounds it\n\n" + bullets(lines);
}

std::string repro_others_section(const ReproModel& repro) {
    std::vector<std::string> lines = identity_lines(repro);
    for (const std::string& one : probe_lines(repro)) lines.push_back(one);
    for (const ReproControl& one : repro.controls) lines.push_back(control_line(one));
    if (repro.controls.empty()) {
        lines.push_back("no other engine was asked this item in the same experiment");
    }
    return "## What else is known\n\n" + bullets(lines);
}

std::string repro_untested_section(const ReproModel& repro) {
    std::vector<std::string> lines{
        "why: this bundle holds observations and no cause",
        "other prompts and lengths: it holds one item (`kilter sweep` varies the length)",
        "another start of the server: whether a restart changes the answers is not known"};
    if (!repro.url.empty()) {
        lines.push_back(repro.concurrency == 1
                            ? "company: all requests of this experiment went out one at a time"
                            : fmt::format("being alone: up to {} requests were open at once",
                                          repro.concurrency));
        lines.push_back(repro.cache == "cold"
                            ? "a warm prefix cache: each run asked for a cold one"
                            : "a cold prefix cache: the engine used its cache as it likes");
    }
    lines.push_back("settings other than these (`kilter isolate` tries them one at a time)");
    if (repro.controls.empty()) lines.push_back("another engine with the same request");
    return "## What was not tested\n\n" + bullets(lines);
}

}  // namespace kilter
