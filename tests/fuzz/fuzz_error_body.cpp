// Any bytes as what an engine says when it says no: as the body of a bad status, as a 200 that is
// an error, inside a stream, and as a Retry-After header. There is always one clear line, and never
// a verdict. The first byte chooses the status.
#include <array>
#include <string>

#include "base/json/read.hpp"
#include "base/text/utf8.hpp"
#include "harness/wire/error_body.hpp"
#include "harness/wire/retry.hpp"
#include "tests/fuzz/fuzz_input.hpp"
#include "tests/fuzz/fuzz_response.hpp"

namespace {

using namespace kilter;
using fuzz::Cuts;
using fuzz::require;
using fuzz::require_equal;

constexpr std::size_t k_longest_line = 1024;  // bytes: 300 of the body, repaired, and a hint

void check_line(std::string_view line, std::string_view what) {
    require(!line.empty() && line.size() <= k_longest_line, what, line);
    require(!utf8::find_invalid(line).has_value(), "a line is UTF-8", line);
    require(line.find_first_of("\r\n\t") == std::string_view::npos, "one line", line);
}

void check_value(std::string_view bytes) {
    const json::ReadOutcome read = json::read(bytes);
    if (!read.ok) return;
    const auto found = error_in(read.value, false);
    const auto expected = error_in(read.value, true);
    require(!found || expected.has_value(), "an error is one where one is expected", bytes);
    if (found) require_equal(found->message, expected->message, "the same error either way");
    if (expected) check_line(expected->message, "an error has a message");
}

void check_status(std::string_view bytes, int status, Cuts cuts) {
    TransferEnd end;
    end.http_status = status;
    const WireResult result = fuzz::read_response(bytes, cuts, end);
    require(result.outcome == Outcome::http_error, "a bad status is an HTTP error", result.error);
    require(result.retryable == is_retryable_code(status), "the status says whether to retry");
    check_line(result.error, "an HTTP error has a line");
    require(result.error.starts_with("HTTP " + std::to_string(status) + ": "),
            "the line names the status", result.error);
}

// With a good status the body alone says that it is an error.
void check_good_status(std::string_view bytes, Cuts cuts) {
    TransferEnd end;
    end.http_status = 200;
    const WireResult result = fuzz::read_response(bytes, cuts, end);
    if (is_failed(result.outcome)) check_line(result.error, "a failure has a line");
    const bool is_object = bytes.starts_with('{');
    const json::ReadOutcome read = json::read(bytes);
    if (!is_object || !read.ok || !error_in(read.value, false)) return;
    require(result.outcome == Outcome::protocol_error, "a 200 with an error is none", bytes);
    const bool retry = result.error_code && is_retryable_code(*result.error_code);
    require(result.retryable == retry, "the code says whether to retry", bytes);
}

// After tokens, as an event of any name: no verdict either.
void check_in_stream(std::string_view bytes, Cuts cuts) {
    const json::ReadOutcome read = json::read(bytes);
    if (!read.ok || bytes.find_first_of("\r\n") != std::string_view::npos) return;
    if (!read.value.is_object() || !error_in(read.value, true)) return;
    const std::string stream =
        "data: {\"choices\":[{\"delta\":{\"content\":\"x\"},\"finish_reason\":null}]}\n\n"
        "event: error\ndata: " +
        std::string(bytes) +
        "\n\n"
        "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
    TransferEnd end;
    end.http_status = 200;
    const WireResult result = fuzz::read_response(stream, cuts, end);
    require(result.outcome == Outcome::protocol_error, "an error in a stream is one", bytes);
    require(result.completion.content.text.starts_with('x'), "what came before is kept", bytes);
}

void check_retry_after(std::string_view bytes) {
    const std::chrono::system_clock::time_point now{std::chrono::hours{500'000}};  // in 2027
    constexpr std::chrono::milliseconds k_longest{1'000'000'000'000};
    for (const auto& wait : {parse_retry_after(bytes, now), parse_retry_after_ms(bytes)}) {
        if (!wait) continue;
        require(wait->count() >= 0 && *wait <= k_longest, "a wait is bounded", bytes);
        WireResult result;
        result.retryable = true;
        TransferEnd end;
        end.retry_after = *wait;
        require(retry_wait(result, end, 1, 1, 0) <= k_max_retry_wait, "a wait is capped", bytes);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::array k_statuses = {400, 401, 403, 404, 405, 407, 408, 409, 413, 422,
                                       425, 429, 500, 501, 502, 503, 504, 524, 301, 302,
                                       307, 308, 418, 451, 511, 100, 304, 999};
    std::string_view bytes = fuzz::as_text(data, size);
    const unsigned choice = fuzz::take_choice(bytes);
    const int status = k_statuses[choice % k_statuses.size()];
    check_value(bytes);
    check_status(bytes, status, Cuts(0));
    check_status(bytes, status, Cuts(choice + 2));
    check_good_status(bytes, Cuts(choice));
    check_in_stream(bytes, Cuts(choice));
    check_retry_after(bytes);
    check_line(describe_http_error(status, bytes), "a bad status has a line");
    check_line(describe_unusable(bytes), "an unusable body has a line");
    return 0;
}
