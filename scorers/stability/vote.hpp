// The vote over one item's runs, each with its value record: strict majority of the planned runs
// (the board's rule), and plurality for the drill-down. Failed and unscored runs cast no vote.
// Pure, any thread.
#pragma once

#include <string_view>
#include <vector>

namespace kilter {

// Planned runs that a vote needs: fewer can only tie or agree.
inline constexpr int k_vote_runs = 3;
inline constexpr std::string_view k_no_vote =
    "fewer than 3 runs can only tie or agree; a vote needs at least 3";

struct CastVote {     // of one valid, scored run
    int cluster = 0;  // at level value
    double points = 0;
    bool right = false;  // all attainable points
};

struct Vote {
    bool decided = false;
    int cluster = 0;     // value cluster of the decision, else the largest one (ties: lowest run)
    int votes = 0;       // its runs
    bool right = false;  // the winner has all attainable points
    double points = 0;   // of the winner's lowest run; 0 where there is no decision
    double gain = 0;     // points less the mean of the runs that voted; 0 without a decision
};

// `cast` by k. Decided: more than half of the K planned runs share one value record.
Vote strict_vote(const std::vector<CastVote>& cast, int planned);

// Decided: one value record has more votes than any other. A tie is never a win.
Vote plurality_vote(const std::vector<CastVote>& cast);

}  // namespace kilter
