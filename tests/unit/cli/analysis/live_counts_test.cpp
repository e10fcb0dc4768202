#include "cli/analysis/live_counts.hpp"

#include <catch2/catch_all.hpp>

#include "base/sha256.hpp"

using namespace kilter;

namespace {

TrialRow trial(const std::string& engine, const std::string& item, const std::string& content,
               const std::string& reasoning = "") {
    TrialRow row;
    row.key = {"x", engine, "s", item, 0};
    row.outcome = Outcome::answered;
    row.completion.content = {TextState::text, content};
    if (!reasoning.empty()) row.completion.reasoning = {TextState::text, reasoning};
    return row;
}

VerdictRow loops(const std::string& json) {
    VerdictRow row;
    row.loops_json = json;
    return row;
}

std::string finding(const std::string& verdict) {
    return R"({"channel":"reasoning","view":"exact","verdict":")" + verdict +
           R"(","start":0,"period":60,"repeats":9,"length":540})";
}

}  // namespace

TEST_CASE("live counts: an item is unstable once, on its own engine") {
    LiveCounts counts;
    counts.add(trial("e1", "a", "1"), nullptr);
    counts.add(trial("e2", "a", "2"), nullptr);
    counts.add(trial("e1", "b", "2"), nullptr);
    CHECK(counts.unstable() == 0);
    counts.add(trial("e1", "a", "3"), nullptr);
    counts.add(trial("e1", "a", "4"), nullptr);
    CHECK(counts.unstable() == 1);
}

TEST_CASE("live counts: the reasoning counts, the channels are kept apart") {
    LiveCounts counts;
    counts.add(trial("e", "a", "1", "r"), nullptr);
    counts.add(trial("e", "a", "1", "s"), nullptr);
    CHECK(counts.unstable() == 1);
    LiveCounts moved;
    moved.add(trial("e", "a", "12", "r"), nullptr);
    moved.add(trial("e", "a", "2", "r1"), nullptr);
    CHECK(moved.unstable() == 1);
}

TEST_CASE("live counts: a hash that was taken before stands for its text") {
    LiveCounts counts;
    TrialRow hashed = trial("e", "a", "1", "r");
    hashed.reasoning_sha256 = sha256_hex("r");
    hashed.content_sha256 = sha256_hex("1");
    counts.add(hashed, nullptr);
    counts.add(trial("e", "a", "1", "r"), nullptr);
    CHECK(counts.unstable() == 0);
    hashed.content_sha256 = sha256_hex("2");
    counts.add(hashed, nullptr);
    CHECK(counts.unstable() == 1);
}

TEST_CASE("live counts: a failed run differs from nothing") {
    LiveCounts counts;
    TrialRow failed = trial("e", "a", "partial");
    failed.outcome = Outcome::stream_incomplete;
    counts.add(failed, nullptr);
    counts.add(trial("e", "a", "1"), nullptr);
    CHECK(counts.unstable() == 0);
}

TEST_CASE("live counts: a run loops once, and only by that verdict") {
    LiveCounts counts;
    const VerdictRow twice = loops("[" + finding("loop") + "," + finding("loop") + "]");
    const VerdictRow recovered = loops("[" + finding("recovered_loop") + "]");
    counts.add(trial("e", "a", "1"), &twice);
    counts.add(trial("e", "b", "1"), &recovered);
    CHECK(counts.loops() == 1);
}
