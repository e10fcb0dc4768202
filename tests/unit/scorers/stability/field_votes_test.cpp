#include "scorers/stability/field_votes.hpp"

#include <catch2/catch_all.hpp>

using namespace kilter;
using Catch::Approx;

namespace {

struct Run {
    std::string value, outcome;
};

FieldVotes vote(const std::vector<Run>& runs, int planned) {
    std::vector<FieldBallot> ballots;
    for (const Run& run : runs) ballots.push_back({run.value, run.outcome});
    return vote_fields(ballots, planned);
}

// Records of the fields a and b; both right where they are "1".
Run two(const std::string& a, const std::string& b) {
    const auto outcome = [](const std::string& value) {
        return std::string{value == "\"1\"" ? R"(["TP",1])" : R"(["FD",0])"};
    };
    return {"{\"a\":" + a + ",\"b\":" + b + "}",
            "{\"a\":" + outcome(a) + ",\"b\":" + outcome(b) + "}"};
}

const Run k_unread{"unparsed", R"({"a":["FN",0],"b":["FN",0]})"};

}  // namespace

TEST_CASE("field votes: each field alone, and a record that no run gave") {
    // a: 1 1 2, b: 1 2 1 -> composite 1, 1 is run 0.
    const FieldVotes seen =
        vote({two("\"1\"", "\"1\""), two("\"1\"", "\"2\""), two("\"2\"", "\"1\"")}, 3);
    REQUIRE(seen.fields.size() == 2);
    CHECK(seen.undecided == 0);
    CHECK_FALSE(seen.composite_unseen);
    const FieldVote& a = seen.fields[0];
    CHECK(a.field == "a");
    CHECK(a.values == 2);
    CHECK(a.unstable());
    CHECK(a.value == "1");
    CHECK(a.votes == 2);
    CHECK(a.decided);
    CHECK(a.plurality);
    CHECK(a.score == 1);
    CHECK(a.score_mean == Approx(2.0 / 3));

    // Three fields: each is 1 in two of three runs, and no run has all three.
    const std::string outcome = R"({"a":["TP",1],"b":["TP",1],"c":["TP",1]})";
    const FieldVotes unseen = vote({{R"({"a":"1","b":"1","c":"2"})", outcome},
                                    {R"({"a":"1","b":"2","c":"1"})", outcome},
                                    {R"({"a":"2","b":"1","c":"1"})", outcome}},
                                   3);
    REQUIRE(unseen.fields.size() == 3);
    for (const FieldVote& field : unseen.fields) CHECK(field.value == "1");
    CHECK(unseen.undecided == 0);
    CHECK(unseen.composite_unseen);
}

TEST_CASE("field votes: absent is a value, and may win") {
    const FieldVotes votes =
        vote({two("null", "\"1\""), two("null", "\"1\""), two("\"1\"", "\"1\"")}, 3);
    CHECK(votes.fields[0].values == 2);
    CHECK(votes.fields[0].decided);
    CHECK_FALSE(votes.fields[0].value);
    CHECK_FALSE(votes.fields[0].unparsed);
    CHECK_FALSE(votes.fields[1].unstable());
}

TEST_CASE("field votes: a tie is undecided and scores 0") {
    const FieldVotes votes =
        vote({two("\"1\"", "\"1\""), two("\"2\"", "\"1\""), two("\"3\"", "\"1\"")}, 3);
    CHECK_FALSE(votes.fields[0].decided);
    CHECK_FALSE(votes.fields[0].plurality);
    CHECK(votes.fields[0].score == 0);
    CHECK(votes.fields[0].votes == 1);
    CHECK(votes.fields[0].value == "1");  // of the lowest run
    CHECK(votes.fields[1].decided);
    CHECK(votes.undecided == 1);
    CHECK_FALSE(votes.composite_unseen);  // there is no composite

    // Two of five planned: a plurality, no majority.
    const FieldVotes few = vote({two("\"1\"", "\"1\""), two("\"1\"", "\"1\"")}, 5);
    CHECK_FALSE(few.fields[0].decided);
    CHECK(few.fields[0].plurality);
}

TEST_CASE("field votes: an unread answer votes, may win, and is no value") {
    const FieldVotes votes = vote({k_unread, two("\"1\"", "\"1\""), k_unread}, 3);
    CHECK(votes.fields[0].unparsed);
    CHECK_FALSE(votes.fields[0].value);
    CHECK(votes.fields[0].decided);
    CHECK(votes.fields[0].score == 0);
    CHECK(votes.fields[0].values == 1);
    CHECK_FALSE(votes.composite_unseen);
    CHECK(vote({k_unread, k_unread}, 3).fields[0].values == 0);
}

TEST_CASE("field votes: a refused wrapping is another vote and the same value") {
    const Run refused{R"({"":"fenced","a":"1","b":"1"})", R"({"a":["FN",0],"b":["FN",0]})"};
    const FieldVotes votes = vote({refused, two("\"1\"", "\"1\""), two("\"1\"", "\"1\"")}, 3);
    CHECK(votes.fields[0].values == 1);
    CHECK(votes.fields[0].votes == 2);
    CHECK(votes.fields[0].score == 1);
}

TEST_CASE("field votes: entries that are no strings are shown as JSON; marks are no fields") {
    const Run odd{R"({".":1,"a":{"unreadable":"x"},"b":"1"})",
                  R"({".":1,"a":["FD",0],"b":["TP",1]})"};
    const FieldVotes votes = vote({odd, odd}, 2);
    REQUIRE(votes.fields.size() == 2);
    CHECK(votes.fields[0].value == R"({"unreadable":"x"})");
    CHECK(vote({}, 3).fields.empty());
    CHECK(vote({{"not JSON", "neither"}}, 1).fields.empty());
}
