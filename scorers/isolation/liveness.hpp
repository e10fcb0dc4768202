// Was the switch of an arm on, as far as the engine tells? An arm whose switch reached nobody
// proves nothing, and looks just like a switch without effect. Judged by what came back, never by
// what was asked. Pure, any thread.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace kilter {

// What an arm was asked to do, as far as a switch changes it.
struct ArmAsked {
    bool cold = false;
    int concurrency = 1;
    bool stream = true;
    bool logprobs = false;
    bool structured = false;
    std::string order;
    std::string seed;     // empty: none
    std::string address;  // base URL and model
    bool hook = false;    // a command ran before the arm
    std::string other;    // all else that may differ: sampling fields, extra_body, in words
};

// What came back in an arm: counts over its valid runs.
struct ArmSeen {
    long long runs = 0;
    long long cached_told = 0, cached_served = 0;  // runs that tell cached tokens; with some
    long long draft_told = 0, draft_used = 0;      // the same of draft tokens
    long long bodies = 0, streamed = 0;            // raw bodies read; that are event streams
    long long with_logprobs = 0;                   // that list log probabilities
    long long answers = 0, fits = 0;     // answers held against their schema; that fit exactly
    long long load_samples = 0;          // of the engine's metrics page
    long long load_turns = 1;            // each begins and ends with a sample beside the trials
    long long running_max = 0;           // most requests that it said it was running
    long long most_open = 0;             // most requests of this arm that were open at once
    std::set<std::string> fingerprints;  // system_fingerprint of the responses, where told
    std::string identity;            // what the engine said of itself at the start; may be empty
    std::vector<std::string> order;  // item and run, in the order in which they were sent
};

struct LiveCheck {
    std::string what;          // "cache", "concurrency", "stream", "logprobs", ...
    std::optional<bool> live;  // nullopt: the engine does not tell
    std::string evidence;      // a clause: "no run had cached tokens, 12 of 30 of the baseline had"
};

// One check for each thing in which the arm was asked otherwise than the baseline; none: the same.
std::vector<LiveCheck> check_live(const ArmAsked& arm, const ArmSeen& seen, const ArmAsked& base,
                                  const ArmSeen& base_seen);

// false where one is false, true where all are true; nullopt: not told, or nothing was switched.
std::optional<bool> all_live(const std::vector<LiveCheck>& checks);

}  // namespace kilter
