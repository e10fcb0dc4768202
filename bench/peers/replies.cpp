#include "bench/peers/replies.hpp"

#include <array>
#include <charconv>

#include "bench/peers/answers.hpp"

namespace kilter::bench {
namespace {

constexpr std::string_view k_made =
    R"(,"created":1767225600,"model":"mock","choices":[{"index":0,)";
constexpr std::size_t k_bytes_a_token = 4;  // about, in English

std::string usage(std::size_t text_bytes) {
    const std::size_t said = text_bytes / k_bytes_a_token;
    return R"("usage":{"prompt_tokens":400,"completion_tokens":)" + std::to_string(said) +
           R"(,"total_tokens":)" + std::to_string(400 + said) + "}";
}

void open_event(std::string& out, std::string_view id) {
    out.append(R"(data: {"id":")").append(id).append(R"(","object":"chat.completion.chunk")");
}

}  // namespace

std::string plain_reply(std::string_view status, std::string_view type, std::string_view body) {
    std::string out = "HTTP/1.1 ";
    out.append(status).append("\r\nContent-Type: ").append(type).append("\r\nContent-Length: ");
    out += std::to_string(body.size());
    return out.append("\r\n\r\n").append(body);
}

std::string completion_rest(std::string_view text) {
    std::string rest = R"(","object":"chat.completion")";
    rest.append(k_made).append(R"("message":{"role":"assistant","content":")").append(quoted(text));
    rest.append(R"("},"logprobs":null,"finish_reason":"stop"}],)").append(usage(text.size()));
    return rest + "}";
}

std::string completion_reply(std::string_view id, std::string_view rest) {
    constexpr std::string_view k_first = R"({"id":")";
    std::string out = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ";
    out.reserve(out.size() + rest.size() + 64);
    out += std::to_string(k_first.size() + id.size() + rest.size());
    return out.append("\r\n\r\n").append(k_first).append(id).append(rest);
}

std::string stream_start(std::string_view id) {
    std::string event;
    open_event(event, id);
    event.append(k_made).append(
        R"("delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":null}]})");
    return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: "
           "chunked\r\n\r\n" +
           chunk(event + "\n\n");
}

void add_stream_event(std::string& out, std::string_view id, std::string_view piece) {
    open_event(out, id);
    out.append(k_made).append(R"("delta":{"content":")").append(quoted(piece));
    out += "\"},\"logprobs\":null,\"finish_reason\":null}]}\n\n";
}

std::string stream_end(std::string_view id, std::size_t text_bytes) {
    std::string events;
    open_event(events, id);
    events.append(k_made).append(R"("delta":{},"logprobs":null,"finish_reason":"stop"}]})");
    events += "\n\n";
    open_event(events, id);
    events.append(R"(,"created":1767225600,"model":"mock","choices":[],)")
        .append(usage(text_bytes));
    events += "}\n\ndata: [DONE]\n\n";
    return chunk(events) + "0\r\n\r\n";
}

std::string chunk(std::string_view events) {
    std::array<char, 20> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), events.size(), 16);
    std::string out(digits.data(), end.ptr);
    return out.append("\r\n").append(events).append("\r\n");
}

}  // namespace kilter::bench
