#include "harness/wire/retry.hpp"

#include <algorithm>

namespace kilter {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds k_longest_backoff = std::chrono::seconds{60};
constexpr int k_doublings_to_longest = 6;  // 1 s x 2^6 = 64 s
constexpr double k_jitter_share =
    0.25;  // so that clients which failed together do not return together

}  // namespace

std::optional<milliseconds> retry_wait(const WireResult& result, const TransferEnd& end,
                                       int attempt, int retries, double jitter) {
    if (!result.retryable || attempt > retries) return std::nullopt;
    if (end.retry_after) return std::clamp(*end.retry_after, milliseconds{0}, k_max_retry_wait);
    const int doublings = std::clamp(attempt - 1, 0, k_doublings_to_longest);
    const double base = 1000.0 * (1 << doublings);
    const double wait = base * (1.0 + k_jitter_share * std::clamp(jitter, 0.0, 1.0));
    return std::min(milliseconds(static_cast<long long>(wait)), k_longest_backoff);
}

bool is_refusal(Outcome outcome, int http_status) {
    if (outcome == Outcome::transport_error) return true;
    return outcome == Outcome::http_error &&
           (http_status == 401 || http_status == 403 || http_status == 404);
}

}  // namespace kilter
