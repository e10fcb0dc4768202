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

// One run of each text at level full, by k, so that a text is loaded once however often it came.
struct Representative {
    int k = 0;
    int cluster = 0;
    const Completion* text = nullptr;
};

std::vector<Representative> representatives(const Runs& runs, const Clusters& full) {
    std::vector<Representative> out;
    std::vector<bool> seen(full.sizes.size(), false);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const int cluster = full.of_run[i];
        if (seen[static_cast<std::size_t>(cluster)]) continue;
        seen[static_cast<std::size_t>(cluster)] = true;
        out.push_back({runs[i]->k, cluster, nullptr});
    }
    return out;
}

// Where the item parts, and each run from the modal one. Needs `by_level` and `valid_runs`.
void find_partings(const Runs& runs, const TextOf& text_of, ItemAnalysis& out) {
    const Clusters& full = out.by_level[index_of(Level::full)];
    std::vector<Representative> kinds = representatives(runs, full);
    if (kinds.empty()) return;
    out.partings.modal_tie = full.modal_tie();
    const auto modal = std::find_if(kinds.begin(), kinds.end(),
                                    [](const Representative& one) { return one.cluster == 0; });
    const std::size_t at =
        out.partings.modal_tie ? 0 : static_cast<std::size_t>(modal - kinds.begin());
    out.partings.reference_k = kinds[at].k;
    if (!text_of || runs.size() < 2 || !texts_differ(runs)) return;

    std::vector<const Completion*> texts;
    for (Representative& kind : kinds) {
        kind.text = text_of(kind.k);
        if (kind.text != nullptr) texts.push_back(kind.text);
    }
    out.divergence = diverge(texts);
    const Completion* reference = kinds[at].text;
    if (reference == nullptr) return;
    out.partings.relative = relative_position(out.divergence, *reference);
    for (const Representative& kind : kinds) {
        if (kind.text == nullptr || kind.text == reference) continue;
        RunParting parting;
        parting.at = texts.size() == 2 ? out.divergence : diverge({reference, kind.text});
        if (parting.at.kind == DivergenceKind::equal) continue;
        parting.relative =
            texts.size() == 2 ? out.partings.relative : relative_position(parting.at, *reference);
        for (std::size_t i = 0; i < runs.size(); ++i) {
            if (full.of_run[i] != kind.cluster) continue;
            parting.k = runs[i]->k;
            out.partings.runs.push_back(parting);
        }
    }
    std::sort(out.partings.runs.begin(), out.partings.runs.end(),
              [](const RunParting& a, const RunParting& b) { return a.k < b.k; });
}

bool has_other_finish(const Runs& runs, const Clusters& full) {
    std::vector<const RunView*> first(full.sizes.size(), nullptr);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const RunView*& one = first[static_cast<std::size_t>(full.of_run[i])];
        if (one == nullptr) one = runs[i];
        if (one->finish_reason != runs[i]->finish_reason) return true;
    }
    return false;
}

bool all_cut(const Runs& runs) {
    return std::all_of(runs.begin(), runs.end(), [](const RunView* run) {
        return run->outcome == Outcome::truncated_in_reasoning ||
               run->outcome == Outcome::truncated_in_answer ||
               run->outcome == Outcome::stopped_by_client;
    });
}

void hold_votes(const Runs& runs, ItemAnalysis& out) {
    const Clusters& values = out.by_level[index_of(Level::value)];
    std::vector<CastVote> cast;
    std::vector<FieldBallot> ballots;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (!runs[i]->verdict) continue;
        const RunVerdict& verdict = *runs[i]->verdict;
        cast.push_back({values.of_run[i], verdict.points, is_right(verdict)});
        ballots.push_back({verdict.value_record, verdict.outcome_record});
    }
    if (out.has_vote()) {
        out.vote = strict_vote(cast, out.planned);
        out.plurality = plurality_vote(cast);
    }
    out.field_votes = vote_fields(ballots, out.planned);
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
        if (const auto tokens = tokens_wasted(run.loops)) {
            out.loop_tokens += *tokens;
            ++out.loop_runs_told;
        }
    } else if (found("recovered_loop")) {
        ++out.recovered_runs;
    } else if (found("suspect")) {
        ++out.suspect_runs;
    } else if (found("repetitive")) {
        ++out.repetitive_runs;
    }
    return true;
}

}  // namespace

std::string_view to_word(Level level) {
    constexpr std::array<std::string_view, 6> words = {"full", "reasoning", "content",
                                                       "norm", "value",     "outcome"};
    return words[index_of(level)];
}

std::optional<Level> level_from(std::string_view word) {
    for (const Level level : k_levels)
        if (to_word(level) == word) return level;
    return std::nullopt;
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
    const Clusters& full = out.by_level[index_of(Level::full)];
    out.pattern = pattern_of(out.valid_runs, full);
    out.other_finish = has_other_finish(valid, full);
    find_partings(valid, text_of, out);
    hold_votes(valid, out);
    if (out.measurable()) {
        out.equal_censored = !full.unstable() && all_cut(valid);
        out.measures = measure_clusters(full.sizes);
        out.disagreement = run_disagreement(full.sizes);
        if (all_scored(valid)) out.partition = partition_of(out);
    }
    return out;
}

}  // namespace kilter
