#include "harness/sim/reply_body.hpp"

#include <algorithm>

#include "base/json/write.hpp"
#include "base/text/utf8.hpp"
#include "harness/sim/tokens.hpp"

namespace kilter {
namespace {

constexpr std::size_t k_deep = 100'000;
constexpr std::string_view k_created = "1767225600";  // fixed: the same run has the same bytes

std::string event(std::string_view data) {
    return "data: " + std::string{data} + "\n\n";
}

std::string replace_bad_bytes(std::string text) {
    for (auto at = text.find(k_bad_bytes_mark); at != std::string::npos;
         at = text.find(k_bad_bytes_mark, at)) {
        text.replace(at, k_bad_bytes_mark.size(), "\xC3\x28");
    }
    return text;
}

std::string usage_json(const Reply& reply, const ReplyContext& context) {
    const std::size_t bytes =
        reply.reasoning.value_or("").size() + reply.content.value_or("").size();
    const long long prompt = reply.prompt_tokens.value_or(context.prompt_tokens);
    const bool cut = reply.finish_reason == "length" && context.max_tokens;
    const long long estimate = cut ? *context.max_tokens : estimated_tokens(bytes);
    const long long completion = reply.completion_tokens.value_or(estimate);
    std::string out = "{\"prompt_tokens\":" + std::to_string(prompt) +
                      ",\"completion_tokens\":" + std::to_string(completion) +
                      ",\"total_tokens\":" + std::to_string(prompt + completion);
    if (reply.cached_tokens) {
        out += ",\"prompt_tokens_details\":{\"cached_tokens\":" +
               std::to_string(*reply.cached_tokens) + "}";
    }
    return out + "}";
}

std::string head(const ReplyContext& context, std::string_view object) {
    return "{\"id\":" + json::quote(context.id) + ",\"object\":\"" + std::string{object} +
           "\",\"created\":" + std::string{k_created} + ",\"model\":" + json::quote(context.model) +
           ",\"system_fingerprint\":" + json::quote(context.fingerprint);
}

std::string finish_json(const Reply& reply) {
    return reply.fault.kind == FaultKind::no_finish ? "null" : json::quote(reply.finish_reason);
}

// Of `chunk` code points each.
std::vector<std::string_view> pieces_of(std::string_view text, std::size_t chunk) {
    std::vector<std::string_view> pieces;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t begin = at;
        for (std::size_t i = 0; i < chunk && at < text.size(); ++i) {
            at += utf8::step(text, at).length;
        }
        pieces.push_back(text.substr(begin, at - begin));
    }
    return pieces;
}

// The member before finish_reason; `entries` is the inside of the list.
std::string logprobs_member(const ReplyContext& context, const std::string& entries) {
    if (context.null_logprobs) return ",\"logprobs\":null";
    return context.logprobs ? ",\"logprobs\":{\"content\":[" + entries + "]}" : "";
}

// Events of one text, a token each where logprobs are told; `told` counts their entries.
void append_deltas(std::string_view text, const std::string& before, const std::string& after,
                   const ReplyContext& context, std::size_t& told,
                   std::vector<std::string>& events) {
    const auto pieces = context.logprobs ? sim_tokens(text) : pieces_of(text, context.chunk);
    for (const std::string_view piece : pieces) {
        const std::string entry = context.logprobs ? context.logprobs->at(told++) : "";
        events.push_back(replace_bad_bytes("data: " + before + json::quote(piece) + "}" +
                                           logprobs_member(context, entry) + after));
    }
}

std::string all_entries(const ReplyContext& context) {
    std::string all;
    for (const std::string& entry : context.logprobs.value_or(std::vector<std::string>{})) {
        all += (all.empty() ? "" : ",") + entry;
    }
    return all;
}

}  // namespace

std::vector<std::string> stream_events(const Reply& reply, const ReplyContext& context) {
    const std::string start = head(context, "chat.completion.chunk");
    const std::string choice = start + ",\"choices\":[{\"index\":0,\"delta\":";
    const std::string open = ",\"finish_reason\":null}]}";
    std::vector<std::string> events;
    const std::string first = reply.content ? "\"\"" : "null";
    events.push_back(event(choice + "{\"role\":\"assistant\",\"content\":" + first + "}" + open));
    std::size_t told = 0;
    if (reply.reasoning) {
        append_deltas(*reply.reasoning, choice + "{" + json::quote(context.reasoning_field) + ":",
                      open + "\n\n", context, told, events);
    }
    if (reply.content) {
        append_deltas(*reply.content, choice + "{\"content\":", open + "\n\n", context, told,
                      events);
    }
    events.push_back(event(choice + "{},\"finish_reason\":" + finish_json(reply) + "}]}"));
    if (context.include_usage) {
        events.push_back(
            event(start + ",\"choices\":[],\"usage\":" + usage_json(reply, context) + "}"));
    }
    events.push_back(event("[DONE]"));
    return events;
}

std::string whole_body(const Reply& reply, const ReplyContext& context) {
    std::string message = "{\"role\":\"assistant\"";
    if (reply.reasoning) {
        message += "," + json::quote(context.reasoning_field) + ":" + json::quote(*reply.reasoning);
    }
    message += ",\"content\":" + (reply.content ? json::quote(*reply.content) : "null") + "}";
    return replace_bad_bytes(head(context, "chat.completion") +
                             ",\"choices\":[{\"index\":0,\"message\":" + message +
                             logprobs_member(context, all_entries(context)) +
                             ",\"finish_reason\":" + finish_json(reply) +
                             "}],\"usage\":" + usage_json(reply, context) + "}");
}

std::string error_body(std::string_view message, std::string_view type, std::string_view code) {
    return "{\"error\":{\"message\":" + json::quote(message) + ",\"type\":" + json::quote(type) +
           ",\"param\":null,\"code\":" + (code.empty() ? "null" : json::quote(code)) + "}}";
}

std::string html_page(int status) {
    const std::string title = std::to_string(status) + " from a proxy";
    return "<!DOCTYPE html>\n<html><head><title>" + title + "</title></head>\n<body><h1>" + title +
           "</h1><p>The upstream server did not answer.</p></body></html>\n";
}

std::string models_body(const Scenario& scenario) {
    std::string list;
    for (const EngineScript& engine : scenario.engines) {
        if (!list.empty()) list += ',';
        list += "{\"id\":" + json::quote(engine.model) +
                ",\"object\":\"model\",\"created\":" + std::string{k_created} +
                ",\"owned_by\":\"kilter-sim\"}";
    }
    return "{\"object\":\"list\",\"data\":[" + list + "]}";
}

std::string deep_body() {
    return std::string(k_deep, '[') + std::string(k_deep, ']');
}

long long estimated_tokens(std::size_t bytes) {
    return static_cast<long long>(std::max<std::size_t>(bytes / 4, 1));
}

}  // namespace kilter
