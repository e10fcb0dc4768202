// What became of a trial: one word of an ordered, mutually exclusive list. Pure, any thread.
#pragma once

#include <optional>
#include <string_view>

namespace kilter {

// In the order in which they are decided; the first seven are failed: no verdict, not in any vote.
enum class Outcome {
    interrupted,
    timeout,
    transport_error,
    http_error,
    protocol_error,     // 200, but unusable
    stream_incomplete,  // no finish_reason was seen
    engine_abort,
    filtered,  // content filter or refusal
    stopped_by_client,
    stopped_repetition,
    tool_call_only,
    truncated_in_reasoning,  // length, blank content, reasoning
    stopped_in_reasoning,    // any other finish, blank content, reasoning
    empty,                   // blank content, no reasoning
    truncated_in_answer,     // length, answer
    answered,
};

inline bool is_failed(Outcome outcome) {
    return outcome <= Outcome::engine_abort;
}
std::string_view to_word(Outcome outcome);
std::optional<Outcome> outcome_from(std::string_view word);

}  // namespace kilter
