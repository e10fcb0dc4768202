// A sweep from its plan to its cells: calibrates the length of prompts, asks for the cells, and
// bisects where that is wanted. Each of these is an experiment of kind sweep in the store, found
// again by its plan: a sweep that was cut short goes on where it stopped, and nothing is sent twice
// because of what it said. Who asks is handed in. One thread.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/execution/ask_experiment.hpp"
#include "scorers/sweep/bisection.hpp"

namespace kilter {

struct SweepRequest {
    ExperimentConfig config;         // runs: N of a cell; request.max_tokens: of an answer
    std::vector<long long> lengths;  // prompt tokens wanted, ascending, at least one
    std::vector<int> concurrency;    // empty: a sweep over length; else at one length
    std::string document;            // empty: the built-in paragraph
    std::optional<long long> width;  // bisect down to this; nullopt: do not
    bool always_new = false;
    bool retry_errors = false;
};

using AskSweep = std::function<Result<Asked>(const ExperimentRequest&)>;

struct SweepDone {
    std::string experiment;                          // the sweep; empty: it ended while calibrating
    RunReport report;                                // of all that was sent
    std::map<std::string, BisectionEnd> bisections;  // by engine
};

// An error is one of usage, or an engine that does not tell how long a prompt is.
Result<SweepDone> run_sweep(const SweepRequest& request, const AskSweep& ask);

// "2k" is 2,048; a list is separated by commas. Ascending, each once; an error names the word.
Result<std::vector<long long>> lengths_from(const std::vector<std::string>& words);

}  // namespace kilter
