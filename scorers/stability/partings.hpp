// Where each run of an item parts from the item's modal run, and in which pattern over the order of
// the runs. The item's own point (common prefix of all runs) is in divergence.hpp. Pure, any
// thread; linear in the text of the different outputs.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "scorers/stability/clusters.hpp"
#include "scorers/stability/divergence.hpp"

namespace kilter {

// A position as a share of the reference run's text in that channel, in code points.
struct RelativePosition {
    double share = 0;             // 0..1
    bool reference_ends = false;  // share 1: the reference is a prefix of what it is compared with
};
// nullopt: equal, absent, or a reference without text.
std::optional<RelativePosition> relative_position(const Divergence& at,
                                                  const Completion& reference);

struct RunParting {
    int k = 0;
    Divergence at;  // from the reference run: first channel that differs, common prefix there
    std::optional<RelativePosition> relative;
};

struct Partings {
    int reference_k = 0;     // lowest run of the modal output; with a tie the lowest valid run
    bool modal_tie = false;  // no output is the most frequent one
    // The runs whose text is not the reference's, by k. Empty: one text, or nobody gave the texts.
    std::vector<RunParting> runs;
    std::optional<RelativePosition> relative;  // of the item's divergence
};

// How the outputs lie over the runs, in the order of k, at level full.
enum class RunPattern {
    one_text,       // all runs agree (one run too)
    first_differs,  // run 0 against all the others, which agree; three runs or more
    one_differs,    // another single run against all the others; three runs or more
    changes_once,   // two outputs, the second from some run on; both in two runs or more
    all_differ,     // no two runs agree (two runs: the one way to differ)
    others,
};
std::string_view to_word(RunPattern pattern);

// `ks`: the valid runs, ascending; `clusters` of them.
RunPattern pattern_of(const std::vector<int>& ks, const Clusters& clusters);

}  // namespace kilter
