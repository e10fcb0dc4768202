// What the simulated engine needs to know of a chat-completions request. No I/O. Pure, any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "suites/suite.hpp"

namespace kilter {

struct ChatRequest {
    std::string model;
    std::vector<Message> messages;
    bool stream = false;
    bool include_usage = false;
    std::optional<long long> max_tokens;
    bool logprobs = false;
    std::optional<long long> top_logprobs;
    std::string cache_salt;         // requests with other salts share no cached prompt
    bool use_cached_prompt = true;  // `cache_prompt`
    std::size_t message_bytes = 0;  // of all contents
};

// An error names what is wrong with the body, for a 400.
Result<ChatRequest> read_chat_request(std::string_view body);

}  // namespace kilter
