#include "tests/fuzz/fuzz_response.hpp"

#include <array>
#include <optional>

namespace kilter::fuzz {
namespace {

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

}  // namespace

std::string_view Cuts::next(std::string_view& rest) {
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

std::string as_text(const Completion& completion) {
    std::string out;
    put(out, "reasoning", completion.reasoning);
    put(out, "content", completion.content);
    for (const ToolCall& call : completion.tool_calls) put(out, call.name, call.arguments);
    put(out, "source", completion.reasoning_source);
    put(out, "finish", completion.finish_reason);
    put(out, "refusal", completion.refusal);
    put(out, "id", completion.response_id);
    put(out, "model", completion.model);
    put(out, "fingerprint", completion.system_fingerprint);
    put(out, "created", completion.created);
    put(out, "prompt", completion.usage.prompt_tokens);
    put(out, "completion", completion.usage.completion_tokens);
    put(out, "cached", completion.usage.cached_tokens);
    put(out, "reasoning_tokens", completion.usage.reasoning_tokens);
    put(out, "draft", completion.usage.draft_tokens);
    put(out, "accepted", completion.usage.draft_accepted);
    put(out, "first_token", completion.timings.first_token_ms);
    put(out, "first_answer", completion.timings.first_answer_ms);
    for (const std::string& flag : completion.flags) put(out, "flag", flag);
    put(out, "finished", completion.finished ? "yes" : "no");
    return out;
}

std::string as_text(const WireResult& result) {
    std::string out = as_text(result.completion);
    put(out, "outcome", to_word(result.outcome));
    put(out, "error", result.error);
    put(out, "code", result.error_code ? std::to_string(*result.error_code) : "-");
    put(out, "retry", result.retryable ? "yes" : "no");
    return out;
}

TransferEnd transfer_end(unsigned choice) {
    using Kind = TransferEnd::Kind;
    constexpr std::array k_kinds = {Kind::complete, Kind::complete, Kind::transport_error,
                                    Kind::stopped_by_client};
    constexpr std::array k_statuses = {200, 200, 503, 0};
    constexpr std::array k_types = {"text/event-stream", "application/json"};
    TransferEnd end;
    end.kind = k_kinds[choice & 3U];
    end.http_status = k_statuses[(choice >> 2U) & 3U];
    end.content_type = k_types[(choice >> 4U) & 1U];
    if (end.kind == Kind::transport_error) end.message = "the connection broke";
    return end;
}

WireResult read_response(std::string_view bytes, Cuts cuts, const TransferEnd& end) {
    constexpr std::chrono::duration<double, std::milli> k_now{5};
    ResponseReader reader({"think"});
    while (!bytes.empty()) reader.feed(cuts.next(bytes), k_now);
    return reader.finish(end, k_now);
}

}  // namespace kilter::fuzz
