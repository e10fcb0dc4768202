// Small rows for tests of stores: one experiment "x1" with two engines, one suite "s", items "b"
// and "a" (in this order), K = 3.
#pragma once

#include <string>
#include <utility>

#include "base/sha256.hpp"
#include "harness/store/rows.hpp"

namespace kilter::test {

inline ExperimentRow sample_experiment(std::string id = "x1", int items = 2) {
    ExperimentRow row;
    row.id = std::move(id);
    row.created_at = "2026-11-29T12:00:00.000Z";
    row.kind = "run";
    row.plan_digest = "digest";
    row.plan_json = "{}";
    row.config_text = "suites: [s.yaml]\n";
    row.runs = 3;
    SuiteSelection suite;
    suite.suite = "s";
    suite.prompts_digest = "prompts-1";
    suite.scoring_digest = "scoring-1";
    suite.suite_json = "{\"suite\":\"s\"}";
    suite.items = {"b", "a"};
    for (int i = 2; i < items; ++i) suite.items.push_back("i" + std::to_string(i));
    row.suites.push_back(suite);
    EngineRow engine;
    engine.engine = "e1";
    engine.settings_json = "{\"name\":\"e1\"}";
    row.engines.push_back(engine);
    engine.engine = "e2";
    engine.position = 1;
    engine.settings_json = "{\"name\":\"e2\"}";
    row.engines.push_back(engine);
    return row;
}

inline TrialKey sample_key(std::string item = "a", int k = 0, std::string engine = "e1") {
    TrialKey key;
    key.experiment = "x1";
    key.engine = std::move(engine);
    key.suite = "s";
    key.item = std::move(item);
    key.k = k;
    return key;
}

inline TrialRow sample_trial(TrialKey key, std::string content = "{\"v\":1}") {
    TrialRow row;
    row.key = std::move(key);
    row.outcome = Outcome::answered;
    row.completion.content.state = TextState::text;
    row.completion.content.text = std::move(content);
    row.completion.finish_reason = "stop";
    row.completion.finished = true;
    row.request_sha256 = sha256_hex("request of " + row.key.item);
    row.body_sha256 = sha256_hex("body");
    row.attempts = 1;
    return row;
}

inline AttemptRow sample_attempt(TrialKey key, int number = 1, std::string body = "raw body") {
    AttemptRow row;
    row.key = std::move(key);
    row.number = number;
    row.started_at = "2026-11-29T12:00:01.000Z";
    row.outcome = Outcome::answered;
    row.http_status = 200;
    row.body = std::move(body);
    row.request_body = "request of " + row.key.item;
    row.request_sha256 = sha256_hex(row.request_body);
    row.wire_sha256 = row.request_sha256;
    row.server_header = "fake";
    row.new_connections = 1;
    row.total_ms = 12.5;
    return row;
}

inline VerdictRow sample_verdict(TrialKey key, double points = 1.5) {
    VerdictRow row;
    row.key = std::move(key);
    row.scoring_digest = "scoring-1";
    row.scorer_version = "scorer/1";
    row.parse_status = "clean";
    row.points = points;
    row.max_points = 2;
    row.attainable = 2;
    row.norm_sha256 = sha256_hex("norm");
    row.value_record = "{\"v\":1}";
    row.outcome_record = "{\"v\":\"TP\"}";
    row.fields_json = "[]";
    row.loops_json = "[]";
    return row;
}

}  // namespace kilter::test
