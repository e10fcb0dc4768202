// What a probe found, as plain data. Filled by cli/probing. Any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/wire/outcome.hpp"
#include "scorers/probe/probe_verdict.hpp"

namespace kilter {

struct ProbeRequest {  // of one prompt at one length
    int k = 0;
    Outcome outcome = Outcome::interrupted;
    std::string variant;  // of the whole answer: a letter, "-" without lists, "!" failed
    std::string error;    // of a failed one
    int attempts = 0;
    std::optional<long long> prompt_tokens, cached_tokens;
};

// What the suite had said of the item that the prompt comes from, on the same engine.
struct ProbeSuiteResult {
    std::string experiment, suite, item;
    int runs = 0;      // valid ones
    int distinct = 0;  // outputs at level full; 0: not measured there
};

struct ProbeRow {
    ProbedLength length;
    std::vector<ProbeRequest> requests;  // that were stored, by k
    int planned = 0, failed = 0;
    std::optional<ProbeSuiteResult> suite;

    bool whole() const { return length.n == planned; }
};

struct ProbedEngine {
    std::string engine, model, dialect, cache;
    std::optional<int> top_logprobs;  // as asked for; nullopt: cannot be probed
    std::string limit_reason;         // why fewer than 20, or why none; empty: 20 are listed
    std::string problem;              // why it could not be asked at all; empty: it was
    ProbeVerdict verdict;
    std::vector<ProbeRow> rows;  // lengths of a prompt side by side
    long long planned = 0, stored = 0, failed = 0;
};

struct ProbeReport {
    std::string experiment;  // empty: nothing was sent
    int runs = 0;
    std::vector<ProbedEngine> engines;
};

// Something could not be measured: an engine without log probabilities, missing or failed trials.
bool is_inconclusive(const ProbeReport& report);

}  // namespace kilter
