#include "harness/sim/chat_request.hpp"

#include <charconv>
#include <system_error>

#include "base/json/read.hpp"

namespace kilter {
namespace {

bool is_true(const json::Value* value) {
    return value != nullptr && value->kind == json::Kind::boolean && value->boolean;
}

// A string, or the text parts of a list of parts.
std::string content_text(const json::Value* content) {
    if (content == nullptr) return {};
    if (content->is_string()) return content->text;
    std::string text;
    for (const json::Value& part : content->items) {
        const json::Value* one = part.find("text");
        if (one != nullptr && one->is_string()) text += one->text;
    }
    return text;
}

std::optional<long long> integer(const json::Value* value) {
    if (value == nullptr || !value->is_number()) return std::nullopt;
    long long number = 0;
    const char* end = value->text.data() + value->text.size();
    const auto [stop, error] = std::from_chars(value->text.data(), end, number);
    if (error != std::errc{} || stop != end) return std::nullopt;
    return number;
}

}  // namespace

Result<ChatRequest> read_chat_request(std::string_view body) {
    const json::ReadOutcome read = json::read(body);
    if (!read.ok) {
        return fail("the body is no JSON: " + read.error + " at byte " +
                    std::to_string(read.error_offset));
    }
    if (!read.value.is_object()) return fail("the body must be a JSON object");
    ChatRequest request;
    const json::Value* model = read.value.find("model");
    if (model == nullptr || !model->is_string()) return fail("`model` must be a string");
    request.model = model->text;
    const json::Value* messages = read.value.find("messages");
    if (messages == nullptr || !messages->is_array() || messages->items.empty()) {
        return fail("`messages` must be a list with at least one message");
    }
    for (const json::Value& one : messages->items) {
        const json::Value* role = one.find("role");
        if (role == nullptr || !role->is_string()) return fail("a message needs a `role`");
        request.messages.push_back({role->text, content_text(one.find("content"))});
        request.message_bytes += request.messages.back().content.size();
    }
    request.max_tokens = integer(read.value.find("max_tokens"));
    if (!request.max_tokens) {
        request.max_tokens = integer(read.value.find("max_completion_tokens"));
    }
    request.stream = is_true(read.value.find("stream"));
    request.logprobs = is_true(read.value.find("logprobs"));
    if (const json::Value* top = read.value.find("top_logprobs")) {
        request.top_logprobs = integer(top);
        const bool none = top->kind == json::Kind::null;
        if (!none && (!request.top_logprobs || *request.top_logprobs < 0)) {
            return fail("`top_logprobs` must be a whole number from 0 up");
        }
        if (!none && !request.logprobs) return fail("`top_logprobs` needs `logprobs`: true");
    }
    if (const json::Value* salt = read.value.find("cache_salt"); salt && salt->is_string()) {
        request.cache_salt = salt->text;
    }
    const json::Value* cached = read.value.find("cache_prompt");
    request.use_cached_prompt = cached == nullptr || is_true(cached);
    if (const json::Value* options = read.value.find("stream_options")) {
        request.include_usage = is_true(options->find("include_usage"));
    }
    return request;
}

}  // namespace kilter
