#include <fmt/format.h>

#include <algorithm>

#include "base/text/terminal.hpp"
#include "reports/sentences.hpp"
#include "reports/show_parts.hpp"
#include "reports/show_report.hpp"

namespace kilter {

namespace {

// The same output in every planned run, and no points in any: it fails, and reliably so.
std::string stable_failed_line(const ShownEngine& engine) {
    const bool looped = engine.analysis.looped_runs == engine.planned;
    return std::string{"stable and failed: every run gave this output and no points"} +
           (looped ? ", and ended in a loop" : "");
}

bool parts_in(const ShownEngine& engine, Channel channel) {
    const Divergence& at = engine.analysis.divergence;
    return at.kind != DivergenceKind::equal && at.channel == channel;
}

std::string loop_words(const LoopFinding& loop) {
    if (loop.verdict == "suspect")
        return fmt::format("suspect: hardly anything new at the end of the {}{}", loop.channel,
                           loop.novelty ? fmt::format(" (novelty {:.2f})", *loop.novelty) : "");
    const bool masked = loop.view == "masked";
    const auto length = static_cast<long long>(loop.period);
    const std::string period = masked ? plural(length, "symbol", "symbols")
                                      : plural(length, "code point", "code points");
    std::string out = fmt::format("{} in the {}: {} repeated {:.1f} times from {}", loop.verdict,
                                  loop.channel, period, loop.repeats, loop.start);
    if (masked) out += loop.counter ? ", only counters differ" : ", numbers aside";
    if (loop.tokens_wasted) out += fmt::format(", about {:.0f} tokens", *loop.tokens_wasted);
    return out;
}

std::string loops_text(const ShownRun& run, const TextStyle& style) {
    std::string out;
    for (const LoopFinding& loop : run.loops) {
        out += "    " + paint(wrap(loop_words(loop), 6, style), Paint::warn, style);
        if (!loop.sample.empty()) out += labelled_text("      again  ", loop.sample, 2, style);
    }
    return out;
}

std::string token_words(const ShownRun& run) {
    std::string out;
    if (run.prompt_tokens) {
        out += fmt::format(", {} prompt tokens", *run.prompt_tokens);
        if (run.cached_tokens && *run.cached_tokens > 0)
            out += fmt::format(" ({} cached)", *run.cached_tokens);
    }
    if (run.completion_tokens) out += fmt::format(", {} written", *run.completion_tokens);
    return out;
}

// Their names and arguments as received, one call on a line.
std::string calls_text(const ShownRun& run, const TextStyle& style) {
    constexpr std::size_t k_shown = 5;
    std::string out;
    for (std::size_t i = 0; i < std::min(run.calls.size(), k_shown); ++i)
        out += labelled_text("    calls      ", run.calls[i].name + " " + run.calls[i].arguments, 1,
                             style);
    if (run.calls.size() > k_shown) {
        const auto left = static_cast<long long>(run.calls.size() - k_shown);
        out += "    " + wrap(fmt::format("and {} more", plural(left, "call", "calls")), 4, style);
    }
    return out;
}

// A variant: how its runs ended, and the beginning of what does not part.
std::string group_text(const ShownEngine& engine, const VariantGroup& group,
                       const TextStyle& style) {
    const ShownRun& run = *group.runs.front();
    const std::string letter = group.letter.empty() ? "-" : group.letter;
    std::string head =
        fmt::format("{}  {}: {}", letter, run_words(group.runs), to_word(run.outcome));
    if (!run.finish_reason.empty()) head += ", finish " + visible(run.finish_reason);
    if (!run.parse_status.empty()) head += ", " + run.parse_status;
    if (run.points)
        head +=
            fmt::format(", {} {}", number_text(*run.points), *run.points == 1 ? "point" : "points");
    std::string out = "  " + paint(wrap(head + token_words(run), 5, style), Paint::strong, style);
    if (!run.error.empty()) out += "    " + wrap(visible(run.error), 4, style);
    if (!run.reasoning.empty() && !parts_in(engine, Channel::reasoning))
        out += labelled_text("    reasoning  ", run.reasoning, 1, style);
    if (!run.content.empty() && !parts_in(engine, Channel::content))
        out += labelled_text("    content    ", run.content, 1, style);
    if (!parts_in(engine, Channel::tool_calls)) out += calls_text(run, style);
    return out + loops_text(run, style);
}

std::string outputs_line(const ShownEngine& engine) {
    const ItemAnalysis& item = engine.analysis;
    if (item.valid < 2)
        return fmt::format("{} of {}: nothing to compare",
                           plural(item.valid, "valid run", "valid runs"), engine.planned);
    const Clusters& full = item.by_level[static_cast<std::size_t>(Level::full)];
    const std::string runs = fmt::format("{}: {} valid runs", engine.variants, item.valid);
    if (item.divergence.kind == DivergenceKind::equal && !full.unstable()) {
        std::string out = runs + ", one output";
        if (item.equal_censored) out += " up to the cut: every run was cut";
        if (item.other_finish) out += ", two finish reasons";
        return out;
    }
    std::string out = fmt::format("{}, {} outputs", runs, full.distinct());
    if (item.measures && !full.sizes.empty()) {
        if (!full.modal_tie())
            out += fmt::format(", the most frequent {} of {}", full.sizes.front(), item.valid);
        if (item.measures->states_at_least && *item.measures->states_at_least > item.valid)
            out += fmt::format(", at least {} equally likely ones (95%)",
                               *item.measures->states_at_least);
    }
    if (item.pattern == RunPattern::first_differs) out += "; the first run stands alone";
    return out;
}

std::string divergence_line(const ShownEngine& engine) {
    const ItemAnalysis& item = engine.analysis;
    const Divergence& at = item.divergence;
    std::string out = fmt::format("parts in the {} at code point {} (byte {}", to_word(at.channel),
                                  at.code_point, at.byte);
    if (engine.token_index)
        out += fmt::format(", token {} by {}", *engine.token_index, engine.token_source);
    out += fmt::format("): {}", to_word(at.kind));
    if (item.partings.relative && at.code_point > 0)
        out += fmt::format(", {} into the text", percent(item.partings.relative->share));
    return out;
}

std::string majority_line(const ShownEngine& engine) {
    const Vote& vote = engine.analysis.vote;
    if (!engine.analysis.has_vote()) return fmt::format("no vote below {} runs", k_vote_runs);
    if (!vote.decided) return fmt::format("no majority of {}", engine.planned);
    return fmt::format("majority: value {} with {} of {} votes, {}", engine.decision, vote.votes,
                       engine.planned, vote.right ? "right" : "wrong");
}

std::string engine_text(const ShownEngine& engine, const TextStyle& style) {
    std::string out = "\n" + paint(wrap(visible(engine.engine), 2, style), Paint::strong, style);
    out += "  " + wrap(outputs_line(engine), 4, style);
    for (const Hint& hint : engine.hints)
        out += "  " + wrap("hint: " + visible(hint.text), 4, style);
    if (is_stable_failed(engine))
        out += "  " + paint(wrap(stable_failed_line(engine), 4, style), Paint::bad, style);
    if (engine.analysis.valid >= 2 && engine.analysis.divergence.kind != DivergenceKind::equal)
        out += "  " + wrap(divergence_line(engine), 4, style) + parting_text(engine, style);
    out += "  " + wrap(majority_line(engine), 4, style);
    for (const VariantGroup& group : variant_groups(engine))
        out += group_text(engine, group, style);
    return out + field_values_text(engine, style);
}

}  // namespace

std::string show_text(const std::vector<ShownItem>& items, const TextStyle& style) {
    std::string out;
    for (const ShownItem& item : items) {
        const std::string title =
            fmt::format("{}/{}: {} {}", visible(item.suite), visible(item.item),
                        number_text(item.max_points), item.max_points == 1 ? "point" : "points");
        out += paint(wrap(title, 2, style), Paint::strong, style);
        for (const ShownEngine& engine : item.engines) out += engine_text(engine, style);
        out += "\n";
    }
    return out;
}

}  // namespace kilter
