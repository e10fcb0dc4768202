#include "reports/identity_sentences.hpp"

#include <catch2/catch_all.hpp>

#include "base/json/read.hpp"
#include "reports/identity_json.hpp"

using namespace kilter;

TEST_CASE("one engine that did not change is not spoken of") {
    CHECK(fingerprint_sentences({}).empty());
}

TEST_CASE("two engines in words: who, how often, and how stable each is") {
    FingerprintSummary sum;
    sum.parts = {{{"", "b1-abc", ""}, 90, 30, 4}, {{"", "", ""}, 1, 0, 0}};
    sum.within = {"a"};
    sum.across = {"b", "c"};
    sum.changes = {{"version.version", "0.10", "0.11"}, {"server", "", "x\x1b[2J"}};
    const auto said = fingerprint_sentences(sum);
    REQUIRE(said.size() == 3);
    CHECK(
        said[0] ==
        "2 engines answered: 90 runs under A (system_fingerprint b1-abc) with 4/30 items unstable "
        "within it, 1 run under B (not told).");
    CHECK(said[1] ==
          "Of 3 unstable items, 1 differs within one of them, 2 differ only between them (b, c).");
    CHECK(
        said[2].starts_with("What the engine says of itself was not the same at the end: "
                            "version.version: 0.10 -> 0.11, server: none -> x"));
    CHECK(said[2].find('\x1b') == std::string::npos);
    const ReportJson json = fingerprints_json(sum);
    CHECK(json["parts"][0]["part"] == "A");
    CHECK(json["parts"][1]["part"] == "B");
    CHECK(json["parts"][0]["model"].is_null());
    CHECK(json["unstable_across"].size() == 2);
    CHECK(json["changes"][1]["start"].is_null());
}

TEST_CASE("the engine's own count of requests, against ours") {
    CHECK(load_sentence({7, 0, 1, 0}, 1) ==
          "At most 1 request was running on the engine (7 samples).");
    CHECK(load_sentence({1, 0, 0, std::nullopt}, 1) ==
          "At most 0 requests were running on the engine (1 sample).");
    CHECK(
        load_sentence({9, 0, 5, 2}, 1) ==
        "Up to 5 requests were running on the engine while concurrency was 1, and up to 2 waited: "
        "others used it (9 samples).");
    CHECK(load_sentence({9, 0, 5, 0}, 8) ==
          "At most 5 requests were running on the engine (9 samples).");
    CHECK(load_json({9, 0, 5, std::nullopt})["waiting_max"].is_null());
    CHECK(load_json({9, 0, 5, 2})["running_max"] == 5);
}

TEST_CASE("declared notes in words") {
    CHECK(declared_words({}).empty());
    CHECK(declared_words(json::read(R"({"launch":"vllm serve m","gpus":2})").value) ==
          "launch: vllm serve m; gpus: 2");
}
