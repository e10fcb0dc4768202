#include "reports/evidence_sentences.hpp"

#include <catch2/catch_all.hpp>

#include "reports/evidence_json.hpp"

using namespace kilter;

TEST_CASE("no evidence makes no sentence") {
    CHECK(evidence_sentences({}).empty());
    EvidenceSummary cold;
    cold.cache.cold_asked = true;
    cold.cache.runs = 3;
    cold.cache.served.of = 3;
    CHECK(evidence_sentences(cold).empty());
}

TEST_CASE("B27, B28: prefix caches in words") {
    EvidenceSummary sum;
    sum.cache.runs = 6;
    sum.cache.served = {4, 6};
    sum.cache.repeats = {4, 4};
    sum.cache.repeat_share = 0.935;
    CHECK(evidence_sentences(sum) ==
          std::vector<std::string>{
              "4 of 4 repeats that tell were served from a prefix cache (94% of their prompt): the "
              "prefill of that part was not tested again."});
    sum.cache.cold_asked = true;
    CHECK(evidence_sentences(sum).front() ==
          "A cold cache was asked for, 4 of 6 runs that tell were served from a cache.");
    EvidenceSummary unknown;
    unknown.cache.cold_asked = true;
    unknown.cache.runs = 6;
    CHECK(evidence_sentences(unknown) ==
          std::vector<std::string>{"A cold cache was asked for, and no run tells its cached "
                                   "tokens: cache state unknown."});
}

TEST_CASE("B01, B24, B25, B29: what may have come between, in words") {
    EvidenceSummary sum;
    sum.shared_ids = {{1, 3}, {"a\x1b[2J"}};
    sum.not_enforced = {{2, 3}, {"b"}};
    sum.in_reasoning = {{1, 1}, {"c"}};
    sum.cut.items = {"d"};
    sum.cut.of = 3;
    const auto said = evidence_sentences(sum);
    REQUIRE(said.size() == 4);
    CHECK(
        said[0].starts_with("An intermediary cache may have answered: 1 item whose runs share "
                            "one response id (a"));
    CHECK(said[0].find('\x1b') == std::string::npos);
    CHECK(said[1] ==
          "The demanded form was not enforced: 2 of 3 answers are not JSON of the schema (b).");
    CHECK(said[2] ==
          "Answer-shaped JSON stands in the reasoning of 1 run without an answer (c): parser and "
          "template mismatch?");
    CHECK(said[3] ==
          "Prompts may have been cut before they were read on 1 of 3 items (d): far fewer prompt "
          "tokens than their text makes.");
    sum.cut.constant_tokens = 2050;
    CHECK(evidence_sentences(sum)[3].ends_with(
        "(d): prompts of very different size count 2050 tokens."));
}

TEST_CASE("B01: shared creation times in words, without the items that share an id") {
    EvidenceSummary sum;
    sum.shared_ids = {{1, 3}, {"a"}};
    sum.shared_times = {{2, 3}, {"a", "b"}};
    const auto said = evidence_sentences(sum);
    REQUIRE(said.size() == 2);
    CHECK(said[1] ==
          "An intermediary cache may have answered: 1 item whose runs share one creation time, "
          "although they were sent seconds apart (b).");
    sum.shared_times = {{1, 3}, {"a"}};
    CHECK(evidence_sentences(sum).size() == 1);
    CHECK(evidence_json(sum)["shared_creation_times"]["count"] == 1);
    CHECK(evidence_json(sum)["shared_creation_times"]["items"][0] == "a");
}

TEST_CASE("B13: runs that never answered stand beside those that were cut") {
    CHECK(cut_sentence({3, 150}, {0, 150}) == "3 of 150 runs reached the token limit.");
    CHECK(cut_sentence({3, 150}, {1, 150}) ==
          "3 of 150 runs reached the token limit; 1 of 150 never produced an answer (budget).");
}

TEST_CASE("B46: evidence as JSON: counts, names, and null where there is nothing to tell") {
    EvidenceSummary sum;
    sum.cache.served = {1, 2};
    sum.cut.constant_tokens = 2050;
    sum.speed.prefill_runs = 2;
    const ReportJson json = evidence_json(sum);
    CHECK(json["cache"]["served"]["count"] == 1);
    CHECK(json["cache"]["served"]["rate"] == 0.5);
    CHECK(json["cache"]["repeats_served"]["rate"].is_null());
    CHECK(json["cache"]["repeat_share"].is_null());
    CHECK(json["prompt_truncated_suspected"]["constant_tokens"] == 2050);
    CHECK(json["constraint_not_enforced"]["items"].is_array());
    ReportJson speed = ReportJson::object();
    add_speed_json(sum.speed, speed);
    CHECK(speed["prefill_runs"] == 2);
    CHECK(speed["prefill_tok_per_s"].is_null());
}
