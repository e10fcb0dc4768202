#include "harness/wire/request.hpp"

#include <cassert>
#include <utility>

#include "base/json/write.hpp"
#include "base/sha256.hpp"
#include "harness/wire/response_format.hpp"

namespace kilter {
namespace {

json::Value messages_of(const Item& item) {
    json::Value list = json::make_array();
    for (const Message& message : item.messages) {
        json::Value one;
        one.set("role", json::make_string(message.role));
        one.set("content", json::make_string(message.content));
        list.items.push_back(std::move(one));
    }
    return list;
}

void set_number(json::Value& body, std::string_view name, const std::optional<std::string>& literal,
                std::string_view neutral) {
    body.set(std::string(name), json::make_number(literal.value_or(std::string(neutral))));
}

// Engines fill what is left out from the checkpoint's own settings, so nothing is left out.
void set_sampling(json::Value& body, const Item& item, const RequestParams& params,
                  Dialect dialect) {
    body.set("temperature", json::make_number(params.temperature));
    body.set("top_p", json::make_number(params.top_p));
    body.set("n", json::make_integer(1));
    body.set("max_tokens",
             json::make_integer(item.max_tokens ? *item.max_tokens : params.max_tokens));
    set_number(body, "presence_penalty", params.presence_penalty, "0");
    set_number(body, "frequency_penalty", params.frequency_penalty, "0");
    const DialectTraits& traits = traits_of(dialect);
    const auto wanted = [&](const std::optional<std::string>& literal) {
        const ExtraSampling extras = traits.extra_sampling;
        return extras == ExtraSampling::always || (extras == ExtraSampling::where_set && literal);
    };
    if (wanted(params.top_k)) set_number(body, "top_k", params.top_k, traits.no_top_k);
    if (wanted(params.min_p)) set_number(body, "min_p", params.min_p, "0");
    if (wanted(params.repetition_penalty)) {
        set_number(body, traits.repetition_penalty, params.repetition_penalty, "1");
    }
    if (params.seed) body.set("seed", json::make_integer(*params.seed));
}

// What tells the output's tokens, where the user asked for it.
void set_token_fields(json::Value& body, const RequestParams& params, Dialect dialect) {
    if (params.logprobs) {
        body.set("logprobs", json::make_boolean(true));
        body.set("top_logprobs", json::make_integer(*params.logprobs));
    }
    const std::string_view token_ids = traits_of(dialect).token_ids;
    if (params.token_ids && !token_ids.empty()) {
        body.set(std::string(token_ids), json::make_boolean(true));
    }
}

void set_stream(json::Value& body, bool stream) {
    body.set("stream", json::make_boolean(stream));
    if (!stream) return;
    json::Value options;
    options.set("include_usage", json::make_boolean(true));
    body.set("stream_options", std::move(options));
}

bool has_salt(const EngineConfig& engine, Dialect dialect) {
    const bool salted = engine.cache == CacheMode::cold || engine.own_cache;
    return salted && cold_support(dialect) == ColdSupport::salt &&
           engine.extra_body.find(traits_of(dialect).cold_field) == nullptr;
}

void set_cache(json::Value& body, const EngineConfig& engine, Dialect dialect) {
    const std::string field(traits_of(dialect).cold_field);
    if (has_salt(engine, dialect)) {
        body.set(field, json::make_string(std::string(k_salt_length, '0')));
    }
    if (cold_support(dialect) == ColdSupport::field) {
        body.set(field, json::make_boolean(engine.cache == CacheMode::as_is));
    }
}

constexpr std::string_view k_reuse = "true";

bool begins_cold(const EngineConfig& engine, Dialect dialect) {
    return engine.own_cache && engine.cache == CacheMode::as_is &&
           cold_support(dialect) == ColdSupport::field &&
           engine.extra_body.find(traits_of(dialect).cold_field) == nullptr;
}

// The byte where the value of a member begins: after the members that stand before it.
std::size_t offset_of_value(const json::Value& body, std::string_view name) {
    json::Value before = json::make_object();
    for (const json::Member& member : body.members) {
        if (member.key == name) break;
        before.members.push_back(member);
    }
    const std::size_t head = json::write(before).size() - 1;  // without the closing brace
    const std::size_t comma = before.members.empty() ? 0 : 1;
    return head + comma + json::quote(name).size() + 1;  // colon
}

}  // namespace

ColdSupport cold_support(Dialect dialect) {
    return traits_of(dialect).cold;
}

std::vector<std::string> fields_not_sent(const RequestParams& params, Dialect dialect) {
    const DialectTraits& traits = traits_of(dialect);
    std::vector<std::string> out;
    if (traits.extra_sampling == ExtraSampling::never) {
        if (params.top_k) out.emplace_back("top_k");
        if (params.min_p) out.emplace_back("min_p");
        if (params.repetition_penalty) out.emplace_back("repetition_penalty");
    }
    if (params.token_ids && traits.token_ids.empty()) out.emplace_back("token_ids");
    return out;
}

RequestBytes build_request(const Item& item, const RequestParams& params,
                           const EngineConfig& engine, Dialect dialect) {
    assert(dialect != Dialect::automatic);
    json::Value body = json::make_object();
    body.set("model", json::make_string(engine.model));
    body.set("messages", messages_of(item));
    if (!item.tools.empty()) body.set("tools", json::make_array(item.tools));
    set_sampling(body, item, params, dialect);
    set_token_fields(body, params, dialect);
    set_stream(body, params.stream);
    if (engine.structured.value_or(item.structured) && !item.schema.is_null()) {
        body.set("response_format", response_format(item.schema, dialect));
    }
    set_cache(body, engine, dialect);
    for (const json::Member& member : engine.extra_body.members) body.set(member.key, member.value);

    RequestBytes out;
    out.body = json::write(body);
    out.sha256 = sha256_hex(out.body);
    if (has_salt(engine, dialect))
        out.salt_offset = offset_of_value(body, traits_of(dialect).cold_field) + 1;  // the quote
    if (begins_cold(engine, dialect))
        out.reuse_offset = offset_of_value(body, traits_of(dialect).cold_field);
    return out;
}

std::string salted_body(const RequestBytes& request, std::string_view salt) {
    if (!request.salt_offset) return request.body;
    assert(salt.size() == k_salt_length);
    std::string body = request.body;
    return body.replace(*request.salt_offset, k_salt_length, salt);
}

std::string cold_start_body(const RequestBytes& request) {
    std::string body = request.body;
    if (!request.reuse_offset) return body;
    assert(body.compare(*request.reuse_offset, k_reuse.size(), k_reuse) == 0);
    return body.replace(*request.reuse_offset, k_reuse.size(), "false");
}

}  // namespace kilter
