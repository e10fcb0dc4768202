#include "scorers/evidence/creation_times.hpp"

#include <catch2/catch_all.hpp>

using namespace kilter;

namespace {

struct Run {
    long long created = 0;          // 0: not told
    double sent = 0, answered = 0;  // seconds
    Outcome outcome = Outcome::answered;
};

ItemFacts item(const std::string& name, const std::vector<Run>& runs) {
    ItemFacts facts;
    facts.item = name;
    for (const Run& run : runs) {
        TrialFacts trial;
        trial.k = static_cast<int>(facts.trials.size());
        trial.outcome = run.outcome;
        if (run.created != 0) trial.created = run.created;
        trial.span = SentSpan{run.sent * 1000, run.answered * 1000};
        facts.trials.push_back(trial);
    }
    return facts;
}

ItemRuns times(const std::vector<ItemFacts>& items) {
    CreationTimes builder;
    for (const ItemFacts& one : items) builder.add(one);
    return builder.finish();
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("No runs, or none that tell, share nothing") {
    CHECK(times({}).runs.of == 0);
    const ItemRuns silent = times({item("a", {{0, 0, 1}, {0, 10, 11}})});
    CHECK(silent.runs.of == 0);
    CHECK(silent.runs.count == 0);
    CHECK(times({item("a", {{5, 0, 1}})}).runs.of == 0);  // one alone cannot share
}

TEST_CASE("An engine that stamps each answer shares nothing") {
    const ItemRuns own = times({item("a", {{100, 0, 1}, {110, 10, 11}, {120, 20, 21}}),
                                item("b", {{101, 1, 2}, {111, 11, 12}, {121, 21, 22}})});
    CHECK(own.runs.of == 2);
    CHECK(own.items.empty());
}

TEST_CASE("Runs that were sent seconds apart and tell one time") {
    const ItemRuns cached = times({item("a", {{100, 0, 1}, {100, 10, 10.1}, {100, 20, 20.1}}),
                                   item("b", {{101, 1, 2}, {111, 11, 12}, {101, 21, 21.1}}),
                                   item("c", {{102, 2, 3}, {112, 12, 13}, {122, 22, 23}})});
    CHECK(cached.items == Names{"a", "b"});
    CHECK(cached.runs.count == 2);
    CHECK(cached.runs.of == 3);
}

TEST_CASE(
    "Answers within one second rightly share theirs: no claim below two seconds of distance") {
    // 1.999 s between the last byte of the first and the sending of the second, then 2 s.
    const auto pair = [](double sent) {
        return times(
            {item("a", {{100, 0, 0.5}, {100, sent, sent + 0.2}}), item("b", {{107, 7, 8}})});
    };
    CHECK(pair(0.6).items.empty());
    CHECK(pair(2.499).items.empty());
    CHECK(pair(2.5).items == Names{"a"});
    // Side by side and long: neither had been answered when the other was sent.
    CHECK(
        times({item("a", {{100, 0, 60}, {100, 30, 90}}), item("b", {{107, 7, 8}})}).items.empty());
}

TEST_CASE("A time that items come to first at moments far apart is no stamp of the answer") {
    // The start of the server: one time for all; then a restart and another.
    CHECK(times({item("a", {{50, 0, 1}, {50, 10, 11}}), item("b", {{50, 5, 6}, {50, 15, 16}})})
              .items.empty());
    CHECK(times({item("a", {{50, 0, 1}, {50, 10, 11}, {90, 100, 101}, {90, 110, 111}}),
                 item("b", {{50, 5, 6}, {50, 15, 16}, {90, 105, 106}, {90, 115, 116}})})
              .items.empty());
    // Two items that were answered first within one second may share theirs, and did, ever after.
    CHECK(times({item("a", {{100, 0, 0.2}, {100, 10, 10.1}}),
                 item("b", {{100, 0.3, 0.5}, {100, 10.2, 10.3}}), item("c", {{107, 7, 8}})})
              .items == Names{"a", "b"});
}

TEST_CASE("One time for all answers of a row is a constant, whatever the distances") {
    CHECK(times({item("a", {{100, 0, 0.2}, {100, 10, 10.1}})}).items.empty());
    CHECK(times({item("a", {{100, 0, 0.2}, {100, 10, 10.1}}),
                 item("b", {{100, 0.3, 0.5}, {100, 10.2, 10.3}})})
              .items.empty());
}

TEST_CASE("Failed runs, and runs that kilter did not send, are no evidence") {
    ItemFacts imported = item("a", {{100, 0, 1}, {100, 10, 11}});
    for (TrialFacts& trial : imported.trials) trial.span.reset();
    const ItemRuns out =
        times({imported, item("b", {{107, 7, 8}, {107, 20, 21, Outcome::stream_incomplete}}),
               item("c", {{109, 9, 10}})});
    CHECK(out.items.empty());
    CHECK(out.runs.of == 1);
}
