// One item's K runs compared: levels, divergence, vote, partition. What it needs of a run are
// hashes and verdict records; texts are asked for only where runs differ. Pure, any thread.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/wire/completion.hpp"
#include "scorers/stability/cluster_measures.hpp"
#include "scorers/stability/clusters.hpp"
#include "scorers/stability/divergence.hpp"
#include "scorers/stability/field_votes.hpp"
#include "scorers/stability/loops.hpp"
#include "scorers/stability/partings.hpp"
#include "scorers/stability/vote.hpp"

namespace kilter {

struct RunVerdict {
    double points = 0, attainable = 0, max_points = 0;
    std::string norm_sha256, value_record, outcome_record;
};

struct RunView {
    int k = 0;
    Outcome outcome = Outcome::interrupted;
    TextState reasoning_state = TextState::absent, content_state = TextState::absent;
    std::string reasoning_sha256, content_sha256,
        tool_calls_sha256;              // empty where there is no text
    std::string finish_reason;          // as received; empty: none seen
    std::optional<RunVerdict> verdict;  // nullopt: failed, or not scored yet
    std::vector<LoopFinding> loops;
    bool valid() const { return !is_failed(outcome); }
};

// Levels of metrics, strict to loose; `reasoning` stands beside the chain.
enum class Level { full, reasoning, content, norm, value, outcome };
inline constexpr Level k_levels[] = {Level::full, Level::reasoning, Level::content,
                                     Level::norm, Level::value,     Level::outcome};
std::string_view to_word(Level level);
std::optional<Level> level_from(std::string_view word);  // nullopt: no such level

// The signature of a run at a level; equal signatures are equal outputs there. full tells absent,
// null and "" apart; the others take them as the same text. norm, value and outcome come from the
// verdict; valid runs without one are a class of their own there.
std::string signature(const RunView& run, Level level);

enum class Partition {
    all_right_one_text,
    all_right_texts_differ,
    all_wrong_one_value,
    all_wrong_values_differ,
    mixed_majority_right,
    mixed_majority_wrong,
    mixed_no_decision,
};
std::string_view to_word(Partition partition);

struct ItemAnalysis {
    std::string item;
    int planned = 0;  // K
    int stored = 0, valid = 0, failed = 0;
    int unscored = 0;  // of the valid runs: no verdict yet
    bool measurable() const { return valid >= 2; }
    bool is_short() const { return valid >= 2 && valid < planned; }
    std::vector<int> valid_runs;  // k of each valid run, ascending; clusters index into it
    Clusters by_level[6];         // over valid runs, index = Level
    bool value_flip = false;      // two different parsed values among the valid runs
    double disagreement = 0;      // at level full; measurable items only
    std::optional<ClusterMeasures> measures;  // at level full; measurable items
    Divergence divergence;  // equal: nothing differs, or only absent, null and "" do
    Partings partings;      // of the single runs
    RunPattern pattern = RunPattern::one_text;
    bool other_finish = false;    // runs with one text (level full) and two finish reasons
    bool equal_censored = false;  // measurable, one text, every valid run was cut
    bool has_vote() const { return planned >= k_vote_runs; }
    Vote vote;                           // no decision where there is no vote
    Vote plurality;                      // decided: one value has more votes than any other
    FieldVotes field_votes;              // over the valid runs with verdicts
    std::optional<Partition> partition;  // measurable items whose valid runs all have verdicts
    double max_points = 0, attainable = 0;
    std::vector<std::optional<double>>
        points;          // index k; nullopt: missing or not scored. A failed run counts 0
    int right_runs = 0;  // valid runs with all attainable points
    // By the strongest finding of each valid run, so that a run counts once.
    int looped_runs = 0, recovered_runs = 0, repetitive_runs = 0, suspect_runs = 0;
    // Estimated tokens that the loops of looped runs took, over the looped runs that tell.
    double loop_tokens = 0;
    int loop_runs_told = 0;
};

// The completion of run k, alive until the analysis returns; called only where the texts of valid
// runs differ. nullptr: cannot be had; the run is left out of the divergence. An empty function:
// the divergence is not looked for.
using TextOf = std::function<const Completion*(int k)>;

// `runs`: the stored trials, by k. `item_attainable` and `item_max`: of the item itself, so that an
// item without any verdict counts too.
ItemAnalysis analyse_item(std::string item, const std::vector<RunView>& runs, int planned,
                          double item_attainable, double item_max, const TextOf& text_of);

}  // namespace kilter
