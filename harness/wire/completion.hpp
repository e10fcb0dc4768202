// What came back from an engine, as plain data: three text states per channel, usage, timings,
// flags. Hashes are taken over the bytes after JSON unescaping and after the split of inline think
// tags. Any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/wire/outcome.hpp"

namespace kilter {

enum class TextState { absent, null, text };  // no such member, JSON null, a string ("" too)

struct ChannelText {
    TextState state = TextState::absent;
    std::string
        text;  // UTF-8, or as it came with the flag invalid_utf8; empty unless state is text

    bool has_text() const { return state == TextState::text && !text.empty(); }
    friend bool operator==(const ChannelText&, const ChannelText&) = default;
};

struct ToolCall {
    std::string name;
    std::string arguments;  // bytes as received
    friend bool operator==(const ToolCall&, const ToolCall&) = default;
};

struct Usage {  // token counts as the engine tells them; nullopt: not told
    std::optional<long long> prompt_tokens, completion_tokens, cached_tokens, reasoning_tokens;
    std::optional<long long> draft_tokens, draft_accepted;  // evidence of speculative decoding
};

struct Timings {  // milliseconds since the request was handed to the transport; nullopt: not seen
    std::optional<double> first_token_ms;   // first non-empty delta of any channel (streams only)
    std::optional<double> first_answer_ms;  // first non-empty content delta (streams only)
    std::optional<double> total_ms;
};

struct Completion {
    ChannelText reasoning;
    ChannelText content;
    std::vector<ToolCall> tool_calls;
    std::string reasoning_source;  // "reasoning", "reasoning_content", "tags", ...; empty: none
    std::string finish_reason;     // as received; empty: none seen
    std::string refusal;
    std::string response_id;
    std::optional<long long> created;  // Unix seconds, as first told; nullopt: not told
    std::string model;                 // as the engine names it
    std::string system_fingerprint;
    Usage usage;
    Timings timings;
    // reasoning_conflict, reasoning_unclosed, content_parts, content_not_text, extra_choices,
    // too_many_tool_calls, repaired_surrogate, invalid_utf8, eof_without_terminator,
    // event_not_json, cut_event, events_after_done, cut_after_finish, engine_repetition_stop,
    // client_stopped; secret_replaced, compressed_body (set by whoever saw the exchange)
    std::vector<std::string> flags;
    bool finished = false;  // a finish_reason was seen (streams), or the body was whole

    bool has_flag(std::string_view flag) const;
    void add_flag(std::string flag);  // once
};

}  // namespace kilter
