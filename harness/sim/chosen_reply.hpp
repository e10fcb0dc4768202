// Which of an engine's answers a request gets, and which variant of the logprobs: by how often the
// prompt was asked, by whether it is cold, or by the company it has. No I/O. Pure, any thread.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/sim/chat_request.hpp"
#include "harness/sim/scenario.hpp"

namespace kilter {

// What is known of a request when its answer is chosen.
struct RequestState {
    int asked_before = 0;     // requests that count together with this one
    bool cold = true;         // no cached prompt serves it
    bool in_company = false;  // another request was open at the same time
    int crowded_before = 0;   // requests of its kind that were in company before
};

struct ChosenReply {
    std::size_t index = 0;  // of the replies
    long long variant = 0;  // of the logprobs; 0: the one that does not move
};

// `replies` is how many there are, at least 1.
ChosenReply choose_reply(const EngineScript& engine, const RequestState& state,
                         std::size_t replies);

// For a prompt that is no item; nullptr: no answer depends on the length.
const LengthBand* band_for(const EngineScript& engine, long long prompt_tokens);

// Requests with the same key are counted together, so that asking for logprobs, or measuring the
// length of a prompt with a few tokens, moves no answer of the suite.
std::string counting_key(const EngineScript& engine, const ChatRequest& request,
                         const std::string& messages, bool is_item);

}  // namespace kilter
