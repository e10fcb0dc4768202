// When a failed attempt is tried again, and after how long. A pure function of what is known: no
// clock, no randomness beyond the number passed in. Any thread.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

#include "harness/wire/response.hpp"

namespace kilter {

inline constexpr std::chrono::milliseconds k_max_retry_wait = std::chrono::minutes{5};

// nullopt: final. `attempt` counts from 1 (the one that just ended); `jitter` in [0, 1).
// Retry-After is honoured up to k_max_retry_wait; otherwise 1 s x 2^(attempt-1), at most 60 s.
std::optional<std::chrono::milliseconds> retry_wait(const WireResult& result,
                                                    const TransferEnd& end, int attempt,
                                                    int retries, double jitter);

// The engine takes no requests at all: it cannot be reached, or says 401, 403 or 404. So many in a
// row, and there is no sense in asking on.
bool is_refusal(Outcome outcome, int http_status);
inline constexpr int k_refusals_to_pause = 5;

// Seconds, an HTTP date in any of its forms (against `now`; what is past is 0), or the value of
// retry-after-ms. Not capped but to some thirty years. nullopt: unreadable.
std::optional<std::chrono::milliseconds> parse_retry_after(
    std::string_view value, std::chrono::system_clock::time_point now);
std::optional<std::chrono::milliseconds> parse_retry_after_ms(std::string_view value);

}  // namespace kilter
