#include "scorers/stability/vote.hpp"

#include <algorithm>
#include <map>

namespace kilter {
namespace {

struct Tally {
    int votes = 0;
    std::size_t lowest = 0;  // index of its first run
};

std::map<int, Tally> count(const std::vector<CastVote>& cast) {
    std::map<int, Tally> tallies;  // by cluster
    for (std::size_t i = 0; i < cast.size(); ++i) {
        Tally& tally = tallies[cast[i].cluster];
        if (tally.votes++ == 0) tally.lowest = i;
    }
    return tallies;
}

// The largest cluster stands in the vote, decided or not.
Vote leading(const std::vector<CastVote>& cast, const std::map<int, Tally>& tallies) {
    Vote vote;
    std::size_t lowest = cast.size();
    for (const auto& [cluster, tally] : tallies) {
        if (tally.votes < vote.votes || (tally.votes == vote.votes && tally.lowest > lowest))
            continue;
        vote.cluster = cluster;
        vote.votes = tally.votes;
        lowest = tally.lowest;
    }
    return vote;
}

void decide(Vote& vote, const std::vector<CastVote>& cast, const Tally& winner) {
    double sum = 0;
    for (const CastVote& one : cast) sum += one.points;
    vote.decided = true;
    vote.right = cast[winner.lowest].right;
    vote.points = cast[winner.lowest].points;
    vote.gain = vote.points - sum / static_cast<double>(cast.size());
}

}  // namespace

Vote strict_vote(const std::vector<CastVote>& cast, int planned) {
    const auto tallies = count(cast);
    Vote vote = leading(cast, tallies);
    if (2 * vote.votes > planned) decide(vote, cast, tallies.at(vote.cluster));
    return vote;
}

Vote plurality_vote(const std::vector<CastVote>& cast) {
    const auto tallies = count(cast);
    Vote vote = leading(cast, tallies);
    const auto as_many = std::count_if(tallies.begin(), tallies.end(), [&vote](const auto& other) {
        return other.second.votes == vote.votes;
    });
    if (as_many == 1) decide(vote, cast, tallies.at(vote.cluster));
    return vote;
}

}  // namespace kilter
