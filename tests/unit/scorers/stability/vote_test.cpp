#include "scorers/stability/vote.hpp"

#include <catch2/catch_all.hpp>

using namespace kilter;
using Catch::Approx;

TEST_CASE("votes: strict majority of the planned runs, and plurality") {
    struct Case {
        std::string name;
        int planned;
        std::vector<CastVote> cast;
        bool strict, plurality;
        int cluster, votes;
        double points, gain;  // of the plurality
    };
    const CastVote good{0, 2, true};
    const CastVote bad{1, 1, false};
    const CastVote worse{2, 0, false};
    const Case cases[] = {
        {"nobody voted", 3, {}, false, false, 0, 0, 0, 0},
        {"one run of one", 1, {good}, true, true, 0, 1, 2, 0},
        {"all agree", 3, {good, good, good}, true, true, 0, 3, 2, 0},
        // 2 - 5/3
        {"two of three", 3, {bad, good, good}, true, true, 0, 2, 2, 1.0 / 3},
        // 1 - 4/3: the vote hides the right run
        {"two of three are wrong", 3, {bad, bad, good}, true, true, 1, 2, 1, -1.0 / 3},
        {"three values", 3, {good, bad, worse}, false, false, 0, 1, 0, 0},
        // 2 of 5 planned are no majority, and the one largest value: 2 - 5/4
        {"plurality only", 5, {good, good, bad, worse}, false, true, 0, 2, 2, 0.75},
        {"a tie of the largest", 5, {bad, good, good, bad, worse}, false, false, 1, 2, 0, 0},
        {"half is no majority", 4, {good, good, bad, worse}, false, true, 0, 2, 2, 0.75},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        const Vote strict = strict_vote(c.cast, c.planned);
        const Vote plurality = plurality_vote(c.cast);
        CHECK(strict.decided == c.strict);
        CHECK(plurality.decided == c.plurality);
        for (const Vote& vote : {strict, plurality}) {
            CHECK(vote.cluster == c.cluster);
            CHECK(vote.votes == c.votes);
            CHECK(vote.points == (vote.decided ? c.points : 0));
            CHECK(vote.gain == Approx(vote.decided ? c.gain : 0).margin(1e-12));
        }
        CHECK(plurality.right == (c.plurality && c.points == 2));
    }
}
