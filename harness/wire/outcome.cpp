#include "harness/wire/outcome.hpp"

#include <array>
#include <cstddef>

namespace kilter {
namespace {

// In the order of the enum.
constexpr std::array<std::string_view, 16> k_words = {
    "interrupted",          "timeout",
    "transport_error",      "http_error",
    "protocol_error",       "stream_incomplete",
    "engine_abort",         "filtered",
    "stopped_by_client",    "stopped_repetition",
    "tool_call_only",       "truncated_in_reasoning",
    "stopped_in_reasoning", "empty",
    "truncated_in_answer",  "answered",
};

static_assert(k_words.size() == static_cast<std::size_t>(Outcome::answered) + 1);

}  // namespace

std::string_view to_word(Outcome outcome) {
    return k_words[static_cast<std::size_t>(outcome)];
}

std::optional<Outcome> outcome_from(std::string_view word) {
    for (std::size_t i = 0; i < k_words.size(); ++i) {
        if (k_words[i] == word) return static_cast<Outcome>(i);
    }
    return std::nullopt;
}

}  // namespace kilter
