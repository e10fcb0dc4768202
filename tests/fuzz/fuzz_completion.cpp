// A whole body, JSON or a stream, with any status, content type and end: what is kept has the same
// hashes however the body was cut, stays within the size of what came, and its outcome fits its
// texts. The first byte chooses the cuts, the second how the transfer ended, the third the tags and
// where the answer is cut short.
#include <algorithm>
#include <string>
#include <vector>

#include "base/sha256.hpp"
#include "base/text/normalize.hpp"
#include "base/text/utf8.hpp"
#include "harness/wire/output_tokens.hpp"
#include "harness/wire/retry.hpp"
#include "tests/fuzz/fuzz_input.hpp"
#include "tests/fuzz/fuzz_response.hpp"

namespace {

using namespace kilter;
using fuzz::Cuts;
using fuzz::require;
using fuzz::require_equal;

constexpr std::chrono::duration<double, std::milli> k_now{5};

// Bytes of text that come out of one byte of body at most: a byte of invalid UTF-8 becomes U+FFFD.
constexpr std::size_t k_growth = 3;

struct Plan {
    unsigned cuts = 0;
    TransferEnd end;
    std::vector<std::string> tags;
    std::size_t keep = std::string::npos;  // cut short after so many bytes of each text
};

Plan take_plan(std::string_view& bytes) {
    Plan plan;
    plan.cuts = fuzz::take_choice(bytes) + 2;
    plan.end = fuzz::transfer_end(fuzz::take_choice(bytes));
    const unsigned choice = fuzz::take_choice(bytes);
    if ((choice & 1U) != 0) plan.tags = {"think"};
    if ((choice & 2U) != 0) plan.tags.emplace_back("reasoning");
    if ((choice & 4U) != 0) {
        plan.end.kind = TransferEnd::Kind::timeout;
        plan.end.message = "no bytes for a while";
    }
    if ((choice & 24U) != 0) plan.keep = choice & 24U;
    return plan;
}

std::string hashes(const WireResult& result) {
    std::string calls;
    for (const ToolCall& call : result.completion.tool_calls) {
        calls += call.name + "\n" + call.arguments + "\n";
    }
    return sha256_hex(result.completion.reasoning.text) +
           sha256_hex(result.completion.content.text) + sha256_hex(calls);
}

// Reads the body and checks on the way that the content only grows.
WireResult read(std::string_view bytes, const Plan& plan, Cuts cuts) {
    ResponseReader reader(plan.tags);
    std::string content;
    while (!bytes.empty()) {
        reader.feed(cuts.next(bytes), k_now);
        const TextsSoFar texts = reader.so_far();
        require(texts.content.starts_with(content), "content grows", content);
        content = texts.content;
    }
    if (plan.keep != std::string::npos) {
        reader.cut({plan.keep, plan.keep});
        const TextsSoFar texts = reader.so_far();
        require(std::string_view(content).starts_with(texts.content), "a cut keeps the front");
        require(texts.content.size() < plan.keep + 4, "a cut leaves no more", texts.content);
        require(!texts.finished, "a cut takes the finish away", content);
    }
    return reader.finish(plan.end, k_now);
}

std::size_t text_bytes(const Completion& completion) {
    std::size_t sum = completion.reasoning.text.size() + completion.content.text.size() +
                      completion.refusal.size() + completion.response_id.size() +
                      completion.model.size() + completion.system_fingerprint.size() +
                      completion.finish_reason.size();
    for (const ToolCall& call : completion.tool_calls) {
        sum += call.name.size() + call.arguments.size();
    }
    return sum;
}

bool is_valid(std::string_view text) {
    return !utf8::find_invalid(text).has_value();
}

void check_texts(const Completion& completion, std::string_view bytes) {
    require(text_bytes(completion) <= bytes.size() * k_growth, "texts stay within the body", bytes);
    require(completion.content.state == TextState::text || completion.content.text.empty(),
            "only text has text", completion.content.text);
    if (completion.has_flag("invalid_utf8")) return;
    require(is_valid(completion.content.text) && is_valid(completion.reasoning.text) &&
                is_valid(completion.finish_reason) && is_valid(completion.refusal),
            "texts are UTF-8, or flagged", completion.content.text);
    for (const ToolCall& call : completion.tool_calls) {
        require(is_valid(call.name) && is_valid(call.arguments), "calls are UTF-8", call.arguments);
    }
}

void check_outcome(const WireResult& result, const Plan& plan) {
    const Completion& completion = result.completion;
    const bool blank = is_blank(completion.content.text);
    require(is_failed(result.outcome) != result.error.empty(), "a failure has a line, others none",
            result.error);
    require(result.error.find('\n') == std::string::npos && is_valid(result.error),
            "an error is one line", result.error);
    switch (result.outcome) {
        case Outcome::answered:
        case Outcome::truncated_in_answer:
            require(!blank, "an answer has content");
            break;
        case Outcome::empty:
        case Outcome::truncated_in_reasoning:
        case Outcome::stopped_in_reasoning:
        case Outcome::tool_call_only:
            require(blank, "no answer has no content", completion.content.text);
            break;
        default:
            break;
    }
    const bool bad_status = plan.end.http_status != 0 && plan.end.http_status != 200;
    require(!bad_status || is_failed(result.outcome), "a bad status is a failure", result.error);
    require(!result.retryable || is_failed(result.outcome), "only failures are tried again");
    const auto wait = retry_wait(result, plan.end, 1, 3, 0.5);
    require(wait.has_value() == result.retryable, "what may be tried again has a wait");
    require(!wait || *wait <= k_max_retry_wait, "waits are capped");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view bytes = fuzz::as_text(data, size);
    const Plan plan = take_plan(bytes);
    const WireResult whole = read(bytes, plan, Cuts(0));
    const std::string whole_text = fuzz::as_text(whole);
    for (const unsigned cut : {1U, plan.cuts}) {
        const WireResult pieces = read(bytes, plan, Cuts(cut));
        require_equal(hashes(pieces), hashes(whole), "hashes do not depend on the cuts");
        require_equal(fuzz::as_text(pieces), whole_text, "nothing depends on the cuts");
    }
    check_texts(whole.completion, bytes);
    check_outcome(whole, plan);
    const OutputTokens tokens = output_tokens(bytes);
    require(tokens.tokens.size() <= bytes.size(), "tokens stay within the body", bytes);
    return 0;
}
