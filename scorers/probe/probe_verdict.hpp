// From compared positions to what a probe says: of a prompt at one length, and of an engine, for
// the prefill (the first output token) and for the first steps of the decoding apart. Pure, any
// thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scorers/probe/position.hpp"

namespace kilter {

// One prompt, asked for so many tokens, with all that its answers list.
struct ProbedLength {
    std::string prompt;
    int tokens = 1;                             // max_tokens
    int n = 0;                                  // answers that list log probabilities
    int distinct = 0, distinct_texts = 0;       // of whole answers, by bits and by text
    ProbeClass kind = ProbeClass::unsupported;  // the gravest of its positions
    std::string reason;                         // why it is unsupported; empty otherwise
    std::optional<double> max_delta_nats;       // over its positions
    int top1_flips = 0;                         // summed over its positions
    std::optional<bool> first_differs;          // as in a position, for whole answers
    std::vector<PositionComparison> positions;  // that some answer reaches, from 1
    std::vector<std::string> variants;          // of whole answers: letters, "-" unlisted
};

// `answers` in the order in which they were asked for.
ProbedLength compare_length(std::string prompt, int tokens,
                            const std::vector<ProbedAnswer>& answers);

// The first token of one prompt over all its answers, whatever their length: the same prefill.
struct ProbedPrefill {
    std::string prompt;
    PositionComparison first;
};

struct StageVerdict {
    ProbeClass kind = ProbeClass::unsupported;
    std::string reason;                 // why it is unsupported; empty otherwise
    int prompts = 0;                    // with something to compare
    std::vector<std::string> changed;   // prompts that are not identical
    std::optional<int> first_position;  // decode: the first token that is not identical
    std::optional<double> max_delta_nats;
};

struct ProbeVerdict {
    StageVerdict prefill, decode;
    std::vector<ProbedPrefill> prefills;  // by prompt
};

// `answers`: of each length, in the order of `lengths`; those of one prompt stand together.
ProbeVerdict probe_verdict(const std::vector<ProbedLength>& lengths,
                           const std::vector<std::vector<ProbedAnswer>>& answers);

// n different lists of n say that there are at least so many, were all equally likely: the fewest
// states of which n draws all differ with a probability of 5 %. n >= 1.
long long fewest_states(int n);

}  // namespace kilter
