// The bytes of a simulated engine's answers: chat completions whole or as server-sent events, error
// bodies, the list of models. No I/O. Pure, any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/sim/scenario.hpp"

namespace kilter {

// Stands in a scripted text for the two bytes C3 28, which are no UTF-8 (fault invalid_utf8).
inline constexpr std::string_view k_bad_bytes_mark = "\xEE\x80\x80";  // U+E000

struct ReplyContext {
    std::string id;     // of the completion
    std::string model;  // as asked for
    std::string fingerprint;
    std::string reasoning_field;
    std::size_t chunk = 16;  // code points in one delta
    bool include_usage = false;
    long long prompt_tokens = 0;          // where the reply has none of its own
    std::optional<long long> max_tokens;  // of the request: the count of a reply cut by length
    // One JSON entry for each token of the reasoning, then of the content; nullopt: not asked for.
    std::optional<std::vector<std::string>> logprobs;
    bool null_logprobs = false;  // the member is sent and null
};

// One server-sent event each, in order: role, reasoning deltas, content deltas, finish, usage,
// [DONE].
std::vector<std::string> stream_events(const Reply& reply, const ReplyContext& context);
// The body of a completion that is not streamed.
std::string whole_body(const Reply& reply, const ReplyContext& context);

// {"error": {"message", "type", "param": null, "code"}}; `code` may be empty: null.
std::string error_body(std::string_view message, std::string_view type, std::string_view code);
std::string html_page(int status);
std::string models_body(const Scenario& scenario);
// 100,000 opening and as many closing brackets.
std::string deep_body();

// A rough count where none is scripted: a quarter of the bytes, at least 1.
long long estimated_tokens(std::size_t bytes);

}  // namespace kilter
