#include "scorers/stability/item_analysis.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "base/sha256.hpp"
#include "scorers/answer/extract.hpp"
#include "scorers/fields/score_item.hpp"

namespace kilter {
namespace {

constexpr double k_points_slack = 1e-9;  // sums of weights

// "" and the hash of "" are both no text.
std::string text_key(const std::string& sha256) {
    static const std::string of_nothing = sha256_hex("");
    return sha256 == of_nothing ? std::string{} : sha256;
}

void append_framed(std::string& out, char tag, TextState state, const std::string& sha256) {
    constexpr std::array<char, 3> states = {'-', '0', '"'};  // absent, null, text
    out += tag;
    out += states[static_cast<std::size_t>(state)];
    const std::string key = text_key(sha256);
    out += std::to_string(key.size()) + ':' + key;
}

std::string full_signature(const RunView& run) {
    std::string out;
    append_framed(out, 'r', run.reasoning_state, run.reasoning_sha256);
    append_framed(out, 'c', run.content_state, run.content_sha256);
    append_framed(out, 't', TextState::text, run.tool_calls_sha256);
    return out;
}

bool is_right(const RunVerdict& verdict) {
    return verdict.points >= verdict.attainable - k_points_slack;
}

std::size_t index_of(Level level) {
    return static_cast<std::size_t>(level);
}

using Runs = std::vector<const RunView*>;  // the valid ones, by k

bool all_scored(const Runs& runs) {
    return std::all_of(runs.begin(), runs.end(),
                       [](const RunView* run) { return run->verdict.has_value(); });
}

bool has_value_flip(const Runs& runs) {
    std::set<std::string_view> parsed;
    for (const RunView* run : runs) {
        if (run->verdict && run->verdict->value_record != k_unparsed) {
            parsed.insert(values_of_record(run->verdict->value_record));
        }
    }
    return parsed.size() >= 2;
}

bool texts_differ(const Runs& runs) {
    const auto texts = [](const RunView* run) {
        return std::array<std::string, 3>{text_key(run->reasoning_sha256),
                                          text_key(run->content_sha256),
                                          text_key(run->tool_calls_sha256)};
    };
    return std::any_of(runs.begin(), runs.end(),
                       [&](const RunView* run) { return texts(run) != texts(runs.front()); });
}

Divergence divergence_of(const Runs& runs, const TextOf& text_of) {
    if (!text_of || runs.size() < 2 || !texts_differ(runs)) return {};
    std::vector<const Completion*> texts;
    for (const RunView* run : runs) {
        if (const Completion* text = text_of(run->k)) texts.push_back(text);
    }
    return diverge(texts);
}

// The largest value cluster that has verdicts stands in the vote, decided or not.
Vote vote_of(const Runs& runs, const Clusters& values, int planned) {
    Vote vote;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto& verdict = runs[i]->verdict;
        const int size = values.sizes[static_cast<std::size_t>(values.of_run[i])];
        if (!verdict || size <= vote.votes) continue;
        vote.cluster = values.of_run[i];
        vote.votes = size;
        vote.decided = 2 * size > planned;
        vote.right = vote.decided && is_right(*verdict);
        vote.points = vote.decided ? verdict->points : 0;
    }
    return vote;
}

Partition partition_of(const ItemAnalysis& item) {
    const bool one_text = !item.by_level[index_of(Level::full)].unstable();
    const bool one_value = !item.by_level[index_of(Level::value)].unstable();
    if (item.right_runs == item.valid) {
        return one_text ? Partition::all_right_one_text : Partition::all_right_texts_differ;
    }
    if (item.right_runs == 0) {
        return one_value ? Partition::all_wrong_one_value : Partition::all_wrong_values_differ;
    }
    if (!item.vote.decided) return Partition::mixed_no_decision;
    return item.vote.right ? Partition::mixed_majority_right : Partition::mixed_majority_wrong;
}

// Points, counts and loops of one run; true where it is valid.
bool count_run(const RunView& run, ItemAnalysis& out) {
    std::optional<double> unused;
    const bool in_plan = run.k >= 0 && run.k < out.planned;
    std::optional<double>& points = in_plan ? out.points[static_cast<std::size_t>(run.k)] : unused;
    if (!run.valid()) {
        ++out.failed;
        points = 0;
        return false;
    }
    ++out.valid;
    out.valid_runs.push_back(run.k);
    if (run.verdict) {
        points = run.verdict->points;
        if (is_right(*run.verdict)) ++out.right_runs;
    } else {
        ++out.unscored;
    }
    const auto found = [&run](std::string_view verdict) {
        return std::any_of(run.loops.begin(), run.loops.end(),
                           [verdict](const LoopFinding& loop) { return loop.verdict == verdict; });
    };
    if (found("loop")) {
        ++out.looped_runs;
    } else if (found("recovered_loop")) {
        ++out.recovered_runs;
    }
    return true;
}

}  // namespace

std::string_view to_word(Level level) {
    constexpr std::array<std::string_view, 6> words = {"full", "reasoning", "content",
                                                       "norm", "value",     "outcome"};
    return words[index_of(level)];
}

std::string_view to_word(Partition partition) {
    constexpr std::array<std::string_view, 7> words = {
        "all_right_one_text",      "all_right_texts_differ", "all_wrong_one_value",
        "all_wrong_values_differ", "mixed_majority_right",   "mixed_majority_wrong",
        "mixed_no_decision"};
    return words[static_cast<std::size_t>(partition)];
}

std::string signature(const RunView& run, Level level) {
    constexpr std::string_view unscored = "unscored";
    switch (level) {
        case Level::full:
            return full_signature(run);
        case Level::reasoning:
            return text_key(run.reasoning_sha256);
        case Level::content:
            return text_key(run.content_sha256);
        case Level::norm:
            return run.verdict ? text_key(run.verdict->norm_sha256) : std::string{unscored};
        case Level::value:
            return run.verdict ? run.verdict->value_record : std::string{unscored};
        case Level::outcome:
            return run.verdict ? run.verdict->outcome_record : std::string{unscored};
    }
    return {};
}

ItemAnalysis analyse_item(std::string item, const std::vector<RunView>& runs, int planned,
                          double item_attainable, double item_max, const TextOf& text_of) {
    ItemAnalysis out;
    out.item = std::move(item);
    out.planned = planned;
    out.attainable = item_attainable;
    out.max_points = item_max;
    out.stored = static_cast<int>(runs.size());
    out.points.assign(static_cast<std::size_t>(std::max(planned, 0)), std::nullopt);

    Runs by_k;
    for (const RunView& run : runs) by_k.push_back(&run);
    std::stable_sort(by_k.begin(), by_k.end(),
                     [](const RunView* a, const RunView* b) { return a->k < b->k; });
    Runs valid;
    for (const RunView* run : by_k) {
        if (count_run(*run, out)) valid.push_back(run);
    }
    for (const Level level : k_levels) {
        std::vector<std::string> signatures;
        for (const RunView* run : valid) signatures.push_back(signature(*run, level));
        out.by_level[index_of(level)] = cluster(signatures);
    }
    out.value_flip = has_value_flip(valid);
    out.divergence = divergence_of(valid, text_of);
    out.vote = vote_of(valid, out.by_level[index_of(Level::value)], planned);
    if (out.measurable()) {
        out.disagreement = run_disagreement(out.by_level[index_of(Level::full)].sizes);
        if (all_scored(valid)) out.partition = partition_of(out);
    }
    return out;
}

}  // namespace kilter
