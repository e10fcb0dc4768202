#include "harness/wire/retry.hpp"

using namespace kilter;
using namespace std::chrono_literals;

namespace {

std::optional<std::chrono::milliseconds> wait(bool retryable, int attempt, double jitter = 0,
                                              std::optional<std::chrono::milliseconds> after = {}) {
    WireResult result;
    result.retryable = retryable;
    TransferEnd end;
    end.retry_after = after;
    return retry_wait(result, end, attempt, 3, jitter);
}

}  // namespace

TEST_CASE("Retries: doubling, bounded, as often as asked") {
    CHECK(wait(true, 1) == 1s);
    CHECK(wait(true, 2) == 2s);
    CHECK(wait(true, 3) == 4s);
    CHECK_FALSE(wait(true, 4).has_value());
    CHECK_FALSE(wait(false, 1).has_value());
    CHECK(wait(true, 1, 0.8) == 1200ms);  // 1 s x (1 + 0.25 x 0.8)
    WireResult result;
    result.retryable = true;
    CHECK(retry_wait(result, {}, 1000, 2000, 0.99) == 60s);
    CHECK_FALSE(retry_wait(result, {}, 1, 0, 0).has_value());
}

TEST_CASE("Retry-After is honoured up to five minutes") {
    CHECK(wait(true, 1, 0.9, 7s) == 7s);
    CHECK(wait(true, 1, 0, 0ms) == 0ms);
    CHECK(wait(true, 1, 0, 1h) == k_max_retry_wait);
    CHECK_FALSE(wait(false, 1, 0, 7s).has_value());
}

TEST_CASE("Retry-After is read as seconds, as a date, and in milliseconds") {
    using std::chrono::sys_days;
    // 1994-11-06 08:49:37 UTC
    const std::chrono::system_clock::time_point when =
        sys_days{std::chrono::year{1994} / 11 / 6} + 8h + 49min + 37s;
    const std::string date = "Sun, 06 Nov 1994 08:49:37 GMT";
    CHECK(parse_retry_after("120", when) == 120s);
    CHECK(parse_retry_after(" 1.5 ", when) == 1500ms);
    CHECK(parse_retry_after(date, when - 90s) == 90s);
    CHECK(parse_retry_after(date, when + 90s) == 0ms);
    CHECK(parse_retry_after("Sunday, 06-Nov-94 08:49:37 GMT", when - 90s) == 90s);
    CHECK(parse_retry_after(" Sun Nov  6 08:49:37 1994 ", when - 90s) == 90s);
    CHECK(parse_retry_after("Sat, 31 Dec 9999 23:59:59 GMT", when) ==
          std::chrono::milliseconds(1'000'000'000'000));
    CHECK(parse_retry_after_ms("250") == 250ms);
    CHECK(parse_retry_after("999999999999999999999", when) ==
          std::chrono::milliseconds(1'000'000'000'000));
    for (const char* bad :
         {"", "-1", "soon", "1e999", "nan", "12 s", "Sun, 06 Nox 1994 08:49:37 GMT",
          "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT"}) {
        INFO(bad);
        CHECK_FALSE(parse_retry_after(bad, when).has_value());
    }
}
