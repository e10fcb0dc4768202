#include "harness/wire/capability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/json/read.hpp"
#include "base/json/write.hpp"
#include "base/text/normalize.hpp"
#include "harness/wire/body_kind.hpp"
#include "harness/wire/error_body.hpp"
#include "harness/wire/output_tokens.hpp"

namespace kilter {
namespace {

constexpr std::string_view k_schema_key = "kilter";
constexpr std::string_view k_schema_value = "ok";

bool is_refusing_status(int status) {
    static constexpr std::array<int, 4> statuses = {400, 405, 422, 501};
    return std::find(statuses.begin(), statuses.end(), status) != statuses.end();
}

Capability seen(std::string name, Support support, std::string value = {},
                std::string detail = {}) {
    return {std::move(name), support, std::move(value), std::move(detail)};
}

// For a reply that is no answer.
Capability unanswered(std::string name, const SmallReply& reply) {
    return seen(std::move(name), reply.is_refusal() ? Support::refused : Support::not_told, {},
                reply.said());
}

std::string in_quotes(std::string_view text) {
    constexpr std::size_t longest = 60;
    const std::string line = one_line(text);
    return "'" + one_line(line.substr(0, longest)) + (line.size() > longest ? "...'" : "'");
}

bool was_cut(const SmallReply& reply) {
    return reply.result.outcome == Outcome::truncated_in_answer ||
           reply.result.outcome == Outcome::truncated_in_reasoning ||
           (reply.result.outcome == Outcome::empty &&
            reply.result.completion.finish_reason == "length");
}

bool obeys_small_schema(std::string_view text) {
    const json::ReadOutcome read = json::read(trim(text));
    if (!read.ok || read.value.members.size() != 1) return false;
    const json::Value* value = read.value.find(k_schema_key);
    return value != nullptr && value->is_string() && value->text == k_schema_value;
}

std::optional<long long> cached_in(const SmallReply& reply) {
    return reply.result.completion.usage.cached_tokens;
}

}  // namespace

std::string_view to_word(Support support) {
    switch (support) {
        case Support::yes:
            return "yes";
        case Support::no:
            return "no";
        case Support::refused:
            return "refused";
        case Support::not_told:
            break;
    }
    return "not told";
}

bool SmallReply::is_answer() const {
    return end.kind == TransferEnd::Kind::complete && !is_failed(result.outcome);
}

bool SmallReply::is_refusal() const {
    if (end.kind != TransferEnd::Kind::complete || is_answer()) return false;
    return is_refusing_status(end.http_status) ||
           (end.http_status == 200 && result.error_code && is_refusing_status(*result.error_code));
}

std::string SmallReply::said() const {
    if (end.kind != TransferEnd::Kind::complete) return end.message;
    const json::ReadOutcome read = json::read(trim(body));
    const std::optional<EngineError> error =
        read.ok ? error_in(read.value, end.http_status >= 400) : std::nullopt;
    if (error) return fmt::format("HTTP {}: {}", end.http_status, error->message);
    return result.error;
}

std::optional<std::size_t> listed_alternatives(std::string_view body) {
    const json::ReadOutcome read = json::read(trim(body));
    const json::Value* choices = read.ok ? read.value.find("choices") : nullptr;
    if (choices == nullptr || choices->items.empty()) return std::nullopt;
    const json::Value* logprobs = choices->items.front().find("logprobs");
    const json::Value* content = logprobs != nullptr ? logprobs->find("content") : nullptr;
    if (content == nullptr || content->items.empty()) return std::nullopt;
    std::size_t most = 0;
    for (const json::Value& token : content->items) {
        if (const json::Value* top = token.find("top_logprobs")) {
            most = std::max(most, top->items.size());
        }
    }
    return most;
}

std::vector<Capability> read_logprobs(const std::vector<LogprobsReply>& replies) {
    if (replies.empty())
        return {seen("logprobs", Support::not_told), seen("top_logprobs", Support::not_told)};
    const auto& [asked, last] = replies.back();
    if (!last.is_answer()) {
        return {unanswered("logprobs", last), unanswered("top_logprobs", replies.front().reply)};
    }
    const std::optional<std::size_t> listed = listed_alternatives(last.body);
    if (!listed) {
        const std::string ignored = "asked for, and not in the answer";
        return {seen("logprobs", Support::no, {}, ignored),
                seen("top_logprobs", Support::no, {}, ignored)};
    }
    std::vector<Capability> out = {seen("logprobs", Support::yes)};
    std::string detail;
    if (replies.size() > 1) {
        const auto& [refused, why] = replies[replies.size() - 2];
        detail = fmt::format("{} refused: {}", refused, why.said());
    }
    if (*listed > 0) {
        if (*listed < static_cast<std::size_t>(asked)) {
            detail = fmt::format("lists {} where {} were asked for", *listed, asked);
        }
        out.push_back(seen("top_logprobs", Support::yes, fmt::format("{}", *listed), detail));
    } else if (asked == 0) {
        out.push_back(seen("top_logprobs", Support::refused, {}, detail));
    } else {
        out.push_back(
            seen("top_logprobs", Support::no, {}, "log probabilities without alternatives"));
    }
    return out;
}

Capability read_token_ids(std::string_view field, const SmallReply& reply) {
    if (!reply.is_answer()) return unanswered("token_ids", reply);
    if (output_tokens(reply.body).source == "token_ids") {
        return seen("token_ids", Support::yes, {}, fmt::format("by {}", field));
    }
    return seen("token_ids", Support::no, {}, fmt::format("{} is ignored", field));
}

Capability read_reasoning(const std::vector<const SmallReply*>& replies) {
    bool any = false;
    for (const SmallReply* reply : replies) {
        if (!reply->is_answer()) continue;
        any = true;
        const Completion& completion = reply->result.completion;
        if (completion.reasoning_source.empty()) continue;
        const bool conflict = completion.has_flag("reasoning_conflict");
        return seen("reasoning", Support::yes, completion.reasoning_source,
                    conflict ? "two fields with different texts" : "");
    }
    if (!any && !replies.empty()) return unanswered("reasoning", *replies.front());
    return seen("reasoning", Support::not_told, {}, "no reasoning in the small answers");
}

Capability read_stream(const SmallReply& reply) {
    if (!reply.is_answer()) return unanswered("stream", reply);
    const bool events = body_kind(reply.body) == BodyKind::stream;
    const std::string type = reply.end.content_type.empty() ? "none" : reply.end.content_type;
    if (!events) return seen("stream", Support::no, {}, "a whole body, content type " + type);
    if (type.starts_with("text/event-stream")) return seen("stream", Support::yes);
    return seen("stream", Support::yes, {}, "content type " + type);
}

Capability read_stream_usage(const SmallReply& reply) {
    if (!reply.is_answer()) return unanswered("stream_usage", reply);
    const Usage& usage = reply.result.completion.usage;
    if (usage.prompt_tokens || usage.completion_tokens) {
        return seen("stream_usage", Support::yes);
    }
    return seen("stream_usage", Support::no, {}, "no usage, although stream_options asks for it");
}

Capability read_finish_length(const SmallReply& reply) {
    if (!reply.is_answer()) return unanswered("finish_length", reply);
    const std::string& reason = reply.result.completion.finish_reason;
    if (reason == "length") return seen("finish_length", Support::yes);
    return seen("finish_length", Support::no, {},
                "finish_reason " + (reason.empty() ? std::string("none") : in_quotes(reason)) +
                    " at max_tokens 1");
}

Capability read_seed(const SmallReply& reply) {
    if (!reply.is_answer()) return unanswered("seed", reply);
    return seen("seed", Support::yes, "accepted");
}

Capability read_unknown_field(const SmallReply& reply) {
    if (!reply.is_answer()) return unanswered("unknown_field", reply);
    return seen("unknown_field", Support::yes, "ignored");
}

json::Value small_schema() {
    json::Value allowed = json::make_object();
    allowed.set("type", json::make_string("string"));
    allowed.set("enum", json::make_array({json::make_string(std::string(k_schema_value))}));
    json::Value properties = json::make_object();
    properties.set(std::string(k_schema_key), std::move(allowed));
    json::Value schema = json::make_object();
    schema.set("type", json::make_string("object"));
    schema.set("properties", std::move(properties));
    schema.set("required", json::make_array({json::make_string(std::string(k_schema_key))}));
    schema.set("additionalProperties", json::make_boolean(false));
    return schema;
}

Capability read_json_schema(const SmallReply& reply) {
    if (!reply.is_answer()) return unanswered("json_schema", reply);
    const Completion& completion = reply.result.completion;
    if (obeys_small_schema(completion.content.text)) return seen("json_schema", Support::yes);
    if (obeys_small_schema(completion.reasoning.text)) {
        return seen("json_schema", Support::no, {}, "the JSON stands in the reasoning");
    }
    if (was_cut(reply)) {
        return seen("json_schema", Support::not_told, {},
                    "the token limit came before the end of an answer");
    }
    return seen("json_schema", Support::no, {},
                "answers " + in_quotes(completion.content.text) + " against the schema");
}

Capability read_cached_tokens(const SmallReply& first, const SmallReply& second) {
    if (!second.is_answer()) return unanswered("cached_tokens", second);
    const std::optional<long long> cached = cached_in(second);
    if (!cached && !cached_in(first)) {
        return seen("cached_tokens", Support::no, {},
                    "neither usage nor timings tell it (vLLM: --enable-prompt-tokens-details, "
                    "SGLang: --enable-cache-report)");
    }
    return seen("cached_tokens", Support::yes, {},
                fmt::format("{} of {} prompt tokens in a repeated request", cached.value_or(0),
                            second.result.completion.usage.prompt_tokens.value_or(0)));
}

Capability read_cold(const SmallReply& warm, const SmallReply& cold) {
    if (!cold.is_answer()) return unanswered("cold", cold);
    // Some engines tell the count only where it is above 0.
    const long long without = cached_in(warm).value_or(0);
    const long long with = cached_in(cold).value_or(0);
    if (with > 0) {
        return seen("cold", Support::no, {}, fmt::format("{} cached tokens all the same", with));
    }
    if (without > 0) {
        return seen("cold", Support::yes, {},
                    fmt::format("0 cached tokens, and {} without it", without));
    }
    return seen("cold", Support::not_told, {},
                "accepted; no cached tokens are told without it either");
}

}  // namespace kilter
