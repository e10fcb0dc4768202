// Each field of an item voted on alone, over its canonical values. Works on the value and outcome
// records of the verdicts, so that it needs neither item nor texts. Drill-down: the board's vote is
// over the whole record (item_analysis.hpp). Pure, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kilter {

struct FieldVote {
    std::string field;  // its path
    int values = 0;     // different canonical values among the answered runs; absent is one
    bool unstable() const { return values >= 2; }
    // The most frequent vote; of equals the one of the lowest run. A run without a readable answer
    // votes for `unparsed`, and one that the format policy refused apart from a clean one.
    std::optional<std::string> value;  // a string's text, else JSON; nullopt: absent, or unparsed
    bool unparsed = false;
    int votes = 0;
    bool decided = false;    // votes > K / 2, of the planned runs
    bool plurality = false;  // no other value has as many votes
    double score = 0;        // [0, 1], of the decision; undecided: 0
    double score_mean = 0;   // of the runs that voted
};

struct FieldVotes {
    std::vector<FieldVote> fields;  // by path; judged fields do not vote
    int undecided = 0;
    // Every field is decided, and no run gave this combination.
    bool composite_unseen = false;
};

struct FieldBallot {  // of one valid, scored run
    std::string_view value_record, outcome_record;
};

// `ballots` by k; `planned` = K.
FieldVotes vote_fields(const std::vector<FieldBallot>& ballots, int planned);

}  // namespace kilter
