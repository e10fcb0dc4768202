#include "scorers/stability/loops.hpp"

#include <algorithm>
#include <array>

#include "base/text/normalize.hpp"
#include "base/text/utf8.hpp"
#include "scorers/stability/masked_fields.hpp"
#include "scorers/stability/masked_outline.hpp"
#include "scorers/stability/run_filter.hpp"
#include "scorers/stability/run_tracker.hpp"
#include "scorers/stability/tail_novelty.hpp"

namespace kilter {
namespace {

constexpr std::size_t k_most_symbols = std::size_t{1} << 22U;  // of a text, the last ones
constexpr std::size_t k_sample = 200;                          // code points
// Where so many symbols near the end repeat earlier ones, but for a few, a run may hide among other
// repetitions.
constexpr std::size_t k_crowded_window = 512;
constexpr std::size_t k_crowded_rest = 48;
constexpr std::size_t k_searched = std::size_t{1} << 14U;  // symbols at the end, for such a run

// Working memory, so that a text costs no allocation.
struct Workspace {
    MaskedOutline outline;
    RunFilter filter;
    SymbolBuffer text;
    MaskedText masked;
    GramTable table;

    void trim() {
        outline.trim_memory();
        filter.trim_memory();
        text.trim_memory();
        masked.trim_memory();
    }
};

Workspace& workspace() {
    thread_local Workspace memory;
    return memory;
}

struct HowItEnded {
    bool clean = false;  // by itself, with something to read
    bool by_length = false;
    bool by_us = false;
    std::string_view written;  // the channel that was being written at the end
};

HowItEnded how_it_ended(const Completion& completion, bool parsed) {
    const std::string_view finish = completion.finish_reason;
    const bool blank = is_blank(completion.content.text);
    HowItEnded end;
    end.by_us = completion.has_flag("client_stopped");
    end.by_length = finish == "length" || finish == "max_tokens" || finish == "model_length";
    end.written = blank ? "reasoning" : "content";
    const bool by_repetition =
        completion.has_flag("engine_repetition_stop") || finish.starts_with("repetition");
    const bool nobody_says = finish.empty() && !parsed;
    end.clean = !end.by_us && !end.by_length && !by_repetition && !nobody_says &&
                (!blank || !completion.tool_calls.empty());
    return end;
}

// The runs of one view; the tail one is the longest that ends there.
struct ViewRuns {
    std::optional<PeriodicRun> tail, earlier;
};

void keep_longer(std::optional<PeriodicRun>& best, const PeriodicRun& run) {
    if (!best || run.length > best->length) best = run;
}

bool overlap(const PeriodicRun& a, const PeriodicRun& b) {
    return a.start < b.end() && b.start < a.end();
}

// Without a run to confirm, the last part is enough to see whether there is one.
std::optional<PeriodicRun> confirm_tail(Symbols symbols, bool suspected) {
    const std::size_t skip = suspected ? 0 : symbols.size() - std::min(symbols.size(), k_searched);
    auto run = find_tail_run(symbols.subspan(skip));
    if (run && skip > 0 && run->start == 0) return find_tail_run(symbols);
    if (run) run->start += skip;
    return run;
}

ViewRuns runs_of(Symbols symbols, const HowItEnded& end, GramTable& table) {
    ViewRuns out;
    const std::size_t n = symbols.size();
    if (n < RunRule{}.min_length) return out;
    constexpr RunRule usual;
    constexpr RunRule stopped{1024, 2};
    RunTracker tracker(table, RunRule{usual.min_length, end.by_us ? 2 : usual.min_repeats}, n);
    const auto repeated_after = [&](std::size_t to) {
        tracker.advance(symbols.data(), SIZE_MAX, to);
        return tracker.repeated();
    };
    const std::size_t rest = n - std::min(n, k_tail_slack);
    const std::size_t window = std::min(rest, k_crowded_window);
    const std::size_t before = repeated_after(rest - window);
    bool look_again = repeated_after(rest) - before + k_crowded_rest >= window;
    tracker.advance(symbols.data(), SIZE_MAX, n);
    tracker.finish();
    for (const PeriodicRun& run : tracker.closed()) {
        if (!usual.accepts(run) && !(end.by_us && stopped.accepts(run))) continue;
        const bool at_tail = ends_at_tail(run, n);
        look_again |= at_tail;
        keep_longer(at_tail ? out.tail : out.earlier, run);
    }
    // Nothing longer can end there: two runs that overlap by both their periods are one.
    const bool certain = out.tail && 4 * out.tail->length >= 3 * n;
    if (look_again && !certain) {
        if (const auto run = confirm_tail(symbols, out.tail.has_value()))
            keep_longer(out.tail, *run);
    }
    if (out.tail && out.earlier && overlap(*out.tail, *out.earlier)) out.earlier.reset();
    return out;
}

int rank_of(std::string_view verdict) {
    constexpr std::array<std::string_view, 3> words = {"repetitive", "recovered_loop", "loop"};
    return static_cast<int>(std::find(words.begin(), words.end(), verdict) - words.begin());
}

// What one channel shows. Lives for one channel; the workspace holds its symbols.
class ChannelLook {
  public:
    ChannelLook(std::string_view channel, std::string_view text, const HowItEnded& end,
                Workspace& memory)
        : channel_(channel), end_(end), memory_(memory), text_(text) {
        if (text.size() <= k_most_symbols) return;
        std::size_t skip = text.size() - k_most_symbols;
        while (skip < text.size() && utf8::is_continuation(text[skip])) ++skip;
        skipped_ = utf8::count(text.substr(0, skip));
        text_.remove_prefix(skip);
    }

    // A view that holds no run is not searched: where symbols repeat, their bytes do.
    std::vector<LoopFinding> look() {
        if (text_.size() < RunRule{}.min_length) return {};
        const bool ask_novelty = end_.by_length && channel_ == end_.written;
        if (memory_.filter.may_hold_run(text_)) {
            read_symbols();
            look_at_exact();
            // Nothing that the masked view shows could say more.
            if (!findings_.empty() && findings_.back().verdict == "loop")
                return std::move(findings_);
        }
        memory_.outline.assign(text_);
        const bool repeats_masked = memory_.filter.may_hold_run(memory_.outline.view());
        if (!repeats_masked && !ask_novelty) return std::move(findings_);
        read_symbols();
        memory_.masked.assign(symbols_);
        if (repeats_masked) look_at_masked();
        if (ask_novelty) look_for_suspect();
        return std::move(findings_);
    }

  private:
    // Once, where they are needed at all.
    void read_symbols() {
        if (!symbols_.empty()) return;
        memory_.text.clear();
        memory_.text.append(text_);
        symbols_ = memory_.text.view();
    }

    void look_at_exact() {
        const ViewRuns runs = runs_of(symbols_, end_, memory_.table);
        if (runs.earlier)
            add(*runs.earlier, "exact", verdict_of(false, false)).sample =
                sample_of(runs.earlier->start, runs.earlier->period);
        if (runs.tail)
            add(*runs.tail, "exact", verdict_of(true, false)).sample =
                sample_of(runs.tail->start, runs.tail->period);
    }

    void look_at_masked() {
        const ViewRuns runs = runs_of(memory_.masked.view(), end_, memory_.table);
        if (runs.earlier) add_masked(*runs.earlier, false);
        if (runs.tail) add_masked(*runs.tail, true);
    }

    void add_masked(const PeriodicRun& run, bool at_tail) {
        const std::size_t begin = memory_.masked.offset(run.start);
        const std::size_t end = memory_.masked.offset(run.end());
        const PeriodicRun original{begin, run.period, end - begin};
        const FieldChange change = field_change(memory_.masked, symbols_, run);
        const bool data = change == FieldChange::irregular;
        const std::string_view verdict = verdict_of(at_tail, data);
        for (const LoopFinding& other : findings_) {
            const PeriodicRun exact{other.start - skipped_, other.period, other.length};
            if (other.view == "exact" && overlap(exact, original) &&
                rank_of(other.verdict) >= rank_of(verdict))
                return;
        }
        data_like_ |= data;
        LoopFinding& finding = add(original, "masked", verdict);
        finding.repeats = run.repeats();
        finding.counter = change == FieldChange::arithmetic;
        finding.sample = sample_of(begin, memory_.masked.offset(run.start + run.period) - begin);
    }

    // Nothing stronger than data was found: is there anything new at the end?
    void look_for_suspect() {
        const bool explained =
            std::any_of(findings_.begin(), findings_.end(), [](const LoopFinding& one) {
                return one.view == "exact" || one.verdict != "repetitive";
            });
        if (explained) return;
        if (add_suspect("exact", low_tail_novelty(symbols_), 0)) return;
        if (data_like_) return;  // masked copies of data are expected to be equal
        const std::size_t size = memory_.masked.size();
        const std::size_t window = size - std::min(size, k_novelty_window);
        add_suspect("masked", low_tail_novelty(memory_.masked.view()),
                    memory_.masked.offset(window));
    }

    bool add_suspect(std::string_view view, std::optional<double> novelty, std::size_t start) {
        if (!novelty) return false;
        const std::size_t n = symbols_.size();
        if (view == "exact") start = n - std::min(n, k_novelty_window);
        LoopFinding& finding = add({start, 1, n - start}, view, "suspect");
        finding.period = 0;
        finding.repeats = 0;
        finding.novelty = novelty;
        finding.sample = sample_of(n - std::min(n, k_sample), k_sample);
        return true;
    }

    std::string_view verdict_of(bool at_tail, bool data) const {
        if (data) return "repetitive";
        if (at_tail && !end_.clean) return "loop";
        return channel_ == "reasoning" ? "recovered_loop" : "repetitive";
    }

    LoopFinding& add(const PeriodicRun& run, std::string_view view, std::string_view verdict) {
        LoopFinding& finding = findings_.emplace_back();
        finding.channel = channel_;
        finding.view = view;
        finding.verdict = verdict;
        finding.start = skipped_ + run.start;
        finding.period = run.period;
        finding.repeats = run.repeats();
        finding.length = run.length;
        finding.share =
            static_cast<double>(run.length) / static_cast<double>(skipped_ + symbols_.size());
        return finding;
    }

    std::string sample_of(std::size_t begin, std::size_t length) const {
        const std::size_t most = std::min({length, k_sample, symbols_.size() - begin});
        return to_text(symbols_.subspan(begin, most));
    }

    std::string_view channel_;
    const HowItEnded& end_;
    Workspace& memory_;
    std::string_view text_;    // of a long one, the last part
    Symbols symbols_;          // of text_, once they were read
    std::size_t skipped_ = 0;  // code points ahead of text_
    bool data_like_ = false;
    std::vector<LoopFinding> findings_;
};

}  // namespace

std::vector<LoopFinding> find_loops(const Completion& completion, bool parsed) {
    const HowItEnded end = how_it_ended(completion, parsed);
    Workspace& memory = workspace();
    std::vector<LoopFinding> out;
    const auto look_at = [&](std::string_view channel, std::string_view text) {
        for (LoopFinding& finding : ChannelLook(channel, text, end, memory).look())
            out.push_back(std::move(finding));
    };
    look_at("reasoning", completion.reasoning.text);
    look_at("content", completion.content.text);
    memory.trim();
    const auto& tokens = completion.usage.completion_tokens;
    if (out.empty() || !tokens) return out;
    const auto code_points = static_cast<double>(utf8::count(completion.reasoning.text) +
                                                 utf8::count(completion.content.text));
    for (LoopFinding& finding : out) {
        if (finding.verdict == "suspect") continue;
        finding.tokens_wasted =
            static_cast<double>(finding.length) * static_cast<double>(*tokens) / code_points;
    }
    return out;
}

std::optional<double> tokens_wasted(const std::vector<LoopFinding>& loops) {
    double sum = 0;
    for (const LoopFinding& loop : loops) {
        if (loop.verdict != "loop") continue;
        if (!loop.tokens_wasted) return std::nullopt;
        sum += *loop.tokens_wasted;
    }
    return sum;
}

}  // namespace kilter
