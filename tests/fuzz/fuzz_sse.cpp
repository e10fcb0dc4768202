// A body read from the wire: whatever its bytes, the result does not depend on how the network cut
// them. The first byte chooses the cuts, the second how the transfer ended.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/json/write.hpp"
#include "harness/wire/response.hpp"
#include "harness/wire/sse.hpp"
#include "tests/fuzz/fuzz_input.hpp"

namespace {

using kilter::ChannelText;
using kilter::Completion;
using kilter::SseEvent;
using kilter::SseMachine;
using kilter::fuzz::require;
using kilter::fuzz::require_equal;

// How long the pieces are: all of the rest (0), always one byte (1), or a walk through small
// lengths.
class Cuts {
  public:
    explicit Cuts(unsigned choice) : state_(choice) {}

    std::string_view next(std::string_view& rest) {
        std::size_t length = state_ == 0 ? rest.size() : 1;
        if (state_ > 1) {
            state_ = (state_ * 1103515245U + 12345U) & 0x7FFFFFFFU;
            length = 1 + (state_ >> 16U) % 9;
            state_ |= 2U;
        }
        const std::string_view piece = rest.substr(0, length);
        rest.remove_prefix(piece.size());
        return piece;
    }

  private:
    unsigned state_;
};

// All that a machine said, as one text.
std::string events(std::string_view bytes, Cuts cuts) {
    std::string said;
    const auto keep = [&said](const SseEvent& event) {
        said += event.name + "|" + event.data + (event.terminated ? "|\n" : "|cut\n");
    };
    SseMachine machine;
    while (!bytes.empty()) machine.feed(cuts.next(bytes), keep);
    machine.finish(keep);
    return said + std::to_string(machine.comments());
}

void put(std::string& out, std::string_view name, std::string_view value) {
    out.append(name).append("=").append(value).append("\n");
}

void put(std::string& out, std::string_view name, const std::optional<long long>& value) {
    put(out, name, value ? std::to_string(*value) : "-");
}

void put(std::string& out, std::string_view name, const std::optional<double>& value) {
    put(out, name, value ? std::to_string(*value) : "-");
}

void put(std::string& out, std::string_view name, const ChannelText& channel) {
    put(out, name, std::to_string(static_cast<int>(channel.state)) + channel.text);
}

std::string as_text(const Completion& completion) {
    std::string out;
    put(out, "reasoning", completion.reasoning);
    put(out, "content", completion.content);
    for (const kilter::ToolCall& call : completion.tool_calls) put(out, call.name, call.arguments);
    put(out, "source", completion.reasoning_source);
    put(out, "finish", completion.finish_reason);
    put(out, "refusal", completion.refusal);
    put(out, "id", completion.response_id);
    put(out, "model", completion.model);
    put(out, "fingerprint", completion.system_fingerprint);
    put(out, "prompt", completion.usage.prompt_tokens);
    put(out, "completion", completion.usage.completion_tokens);
    put(out, "cached", completion.usage.cached_tokens);
    put(out, "reasoning_tokens", completion.usage.reasoning_tokens);
    put(out, "first_token", completion.timings.first_token_ms);
    put(out, "first_answer", completion.timings.first_answer_ms);
    for (const std::string& flag : completion.flags) put(out, "flag", flag);
    put(out, "finished", completion.finished ? "yes" : "no");
    return out;
}

kilter::TransferEnd transfer_end(unsigned choice) {
    using Kind = kilter::TransferEnd::Kind;
    constexpr std::array k_kinds = {Kind::complete, Kind::complete, Kind::transport_error,
                                    Kind::stopped_by_client};
    constexpr std::array k_statuses = {200, 200, 503, 0};
    constexpr std::array k_types = {"text/event-stream", "application/json"};
    kilter::TransferEnd end;
    end.kind = k_kinds[choice & 3U];
    end.http_status = k_statuses[(choice >> 2U) & 3U];
    end.content_type = k_types[(choice >> 4U) & 1U];
    if (end.kind == Kind::transport_error) end.message = "the connection broke";
    return end;
}

std::string response(std::string_view bytes, Cuts cuts, const kilter::TransferEnd& end) {
    constexpr std::chrono::duration<double, std::milli> k_now{5};
    kilter::ResponseReader reader({"think"});
    while (!bytes.empty()) reader.feed(cuts.next(bytes), k_now);
    const kilter::WireResult result = reader.finish(end, k_now);
    std::string out = as_text(result.completion);
    put(out, "outcome", to_word(result.outcome));
    put(out, "error", result.error);
    put(out, "code", result.error_code ? std::to_string(*result.error_code) : "-");
    put(out, "retry", result.retryable ? "yes" : "no");
    return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view bytes = kilter::fuzz::as_text(data, size);
    const unsigned choice = kilter::fuzz::take_choice(bytes) + 2;
    const kilter::TransferEnd end = transfer_end(kilter::fuzz::take_choice(bytes));
    const std::string events_whole = events(bytes, Cuts(0));
    const std::string response_whole = response(bytes, Cuts(0), end);
    for (const unsigned cut : {1U, choice}) {
        require_equal(events(bytes, Cuts(cut)), events_whole, "events do not depend on the cuts");
        require_equal(response(bytes, Cuts(cut), end), response_whole,
                      "a response does not depend on the cuts");
    }
    return 0;
}
