// Trials as a run hands them to its store: the last attempt with its raw body, the trial, the
// verdict. The same number gives the same rows. One thread.
#pragma once

#include <string>

#include "base/json/write.hpp"
#include "base/sha256.hpp"
#include "bench/words.hpp"
#include "harness/store/rows.hpp"

namespace kilter::bench {

struct StoredTrial {
    AttemptRow attempt;
    TrialRow trial;
    VerdictRow verdict;
};

inline ExperimentRow bench_experiment(int items, int runs) {
    ExperimentRow experiment;
    experiment.id = "bench";
    experiment.created_at = "2026-01-01T00:00:00Z";
    experiment.kind = "run";
    experiment.runs = runs;
    experiment.suites.emplace_back();
    experiment.suites.back().suite = "suite";
    for (int i = 0; i < items; ++i)
        experiment.suites.back().items.push_back("item-" + std::to_string(i));
    experiment.engines.emplace_back();
    experiment.engines.back().engine = "engine";
    return experiment;
}

// `seed` makes the texts: of one seed they are equal. `bytes`: of the raw body, about.
inline StoredTrial make_trial(int item, int k, std::uint64_t seed, std::size_t bytes) {
    const TrialKey key{"bench", "engine", "suite", "item-" + std::to_string(item), k};
    StoredTrial out;
    Completion& completion = out.trial.completion;
    completion.reasoning = {TextState::text, Words(seed).text(bytes - bytes / 4)};
    completion.content = {TextState::text, R"({"total": )" + std::to_string(seed) + "}"};
    completion.reasoning_source = "reasoning_content";
    completion.response_id = "chatcmpl-" + std::to_string(item) + "-" + std::to_string(k);
    completion.model = "org/model-7b";
    completion.finish_reason = "stop";
    completion.finished = true;
    completion.usage.prompt_tokens = 1500;
    completion.usage.completion_tokens = static_cast<long long>(bytes / 4);
    completion.timings.total_ms = 20.5;

    AttemptRow& attempt = out.attempt;
    attempt.key = key;
    attempt.number = 1;
    attempt.started_at = "2026-01-01T00:00:00.000Z";
    attempt.outcome = Outcome::answered;
    attempt.http_status = 200;
    attempt.body = R"({"id":)" + json::quote(completion.response_id) +
                   R"(,"choices":[{"index":0,"message":{"reasoning_content":)" +
                   json::quote(completion.reasoning.text) + R"(,"content":)" +
                   json::quote(completion.content.text) + R"(},"finish_reason":"stop"}]})";
    attempt.body_sha256 = sha256_hex(attempt.body);
    attempt.request_body =
        R"({"model":"org/model-7b","messages":[{"role":"user","content":)" +
        json::quote(Words(1'000'000 + static_cast<std::uint64_t>(item)).text(512)) + "}]}";
    attempt.request_sha256 = sha256_hex(attempt.request_body);
    attempt.wire_sha256 = attempt.request_sha256;
    attempt.server_header = "uvicorn";
    attempt.total_ms = 20.5;

    out.trial.key = key;
    out.trial.outcome = Outcome::answered;
    out.trial.request_sha256 = attempt.request_sha256;
    out.trial.body_sha256 = attempt.body_sha256;
    out.trial.attempts = 1;

    VerdictRow& verdict = out.verdict;
    verdict.key = key;
    verdict.scoring_digest = attempt.request_sha256;
    verdict.scorer_version = "bench";
    verdict.parse_status = "clean";
    verdict.points = verdict.max_points = verdict.attainable = 1;
    verdict.norm_sha256 = attempt.request_sha256;
    verdict.value_record = completion.content.text;
    verdict.outcome_record = R"({"total":["TP",1]})";
    verdict.fields_json =
        R"([{"field":"total","raw":"1","canonical":"1","gold":"1","class":"TP","score":1.0,"weight":1.0}])";
    verdict.loops_json = "[]";
    return out;
}

}  // namespace kilter::bench
