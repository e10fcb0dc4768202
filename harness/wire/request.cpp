#include "harness/wire/request.hpp"

#include <cassert>
#include <utility>

#include "base/json/write.hpp"
#include "base/sha256.hpp"
#include "harness/wire/response_format.hpp"

namespace kilter {
namespace {

constexpr std::string_view k_salt_member = "cache_salt";

// What a dialect takes beyond the fields that all take.
struct Extras {
    bool always = false;  // written with neutral values where the user set none
    bool known = false;   // written where the user set one
    std::string_view repetition_name = "repetition_penalty";
    std::string_view no_top_k = "0";
};

Extras extras_of(Dialect dialect) {
    switch (dialect) {
        case Dialect::vllm:
        case Dialect::sglang:
            return {true, true, "repetition_penalty", "-1"};
        case Dialect::llama_cpp:
            return {true, true, "repeat_penalty", "0"};
        case Dialect::ollama:
            return {true, true, "repetition_penalty", "0"};
        case Dialect::tensorrt_llm:
            return {false, true, "repetition_penalty", "0"};
        case Dialect::openai:
        case Dialect::automatic:
            break;
    }
    return {};
}

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
    const Extras extras = extras_of(dialect);
    const auto wanted = [&](const std::optional<std::string>& literal) {
        return extras.always || (extras.known && literal);
    };
    if (wanted(params.top_k)) set_number(body, "top_k", params.top_k, extras.no_top_k);
    if (wanted(params.min_p)) set_number(body, "min_p", params.min_p, "0");
    if (wanted(params.repetition_penalty)) {
        set_number(body, extras.repetition_name, params.repetition_penalty, "1");
    }
    if (params.seed) body.set("seed", json::make_integer(*params.seed));
}

void set_stream(json::Value& body, bool stream) {
    body.set("stream", json::make_boolean(stream));
    if (!stream) return;
    json::Value options;
    options.set("include_usage", json::make_boolean(true));
    body.set("stream_options", std::move(options));
}

bool has_salt(const EngineConfig& engine, Dialect dialect) {
    return engine.cache == CacheMode::cold && cold_support(dialect) == ColdSupport::salt &&
           engine.extra_body.find(k_salt_member) == nullptr;
}

void set_cache(json::Value& body, const EngineConfig& engine, Dialect dialect) {
    if (has_salt(engine, dialect)) {
        body.set(std::string(k_salt_member), json::make_string(std::string(k_salt_length, '0')));
    }
    if (cold_support(dialect) == ColdSupport::field) {
        body.set("cache_prompt", json::make_boolean(engine.cache == CacheMode::as_is));
    }
}

// The byte where the salt's characters begin: after the members that stand before it.
std::size_t offset_of_salt(const json::Value& body) {
    json::Value before = json::make_object();
    for (const json::Member& member : body.members) {
        if (member.key == k_salt_member) break;
        before.members.push_back(member);
    }
    const std::size_t head = json::write(before).size() - 1;  // without the closing brace
    const std::size_t comma = before.members.empty() ? 0 : 1;
    return head + comma + json::quote(k_salt_member).size() + 1 + 1;  // colon, opening quote
}

}  // namespace

ColdSupport cold_support(Dialect dialect) {
    switch (dialect) {
        case Dialect::vllm:
        case Dialect::sglang:
            return ColdSupport::salt;
        case Dialect::llama_cpp:
            return ColdSupport::field;
        default:
            return ColdSupport::none;
    }
}

std::vector<std::string> fields_not_sent(const RequestParams& params, Dialect dialect) {
    if (extras_of(dialect).known) return {};
    std::vector<std::string> out;
    if (params.top_k) out.emplace_back("top_k");
    if (params.min_p) out.emplace_back("min_p");
    if (params.repetition_penalty) out.emplace_back("repetition_penalty");
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
    set_stream(body, params.stream);
    if (item.structured && !item.schema.is_null()) {
        body.set("response_format", response_format(item.schema, dialect));
    }
    set_cache(body, engine, dialect);
    for (const json::Member& member : engine.extra_body.members) body.set(member.key, member.value);

    RequestBytes out;
    out.body = json::write(body);
    out.sha256 = sha256_hex(out.body);
    if (has_salt(engine, dialect)) out.salt_offset = offset_of_salt(body);
    return out;
}

std::string salted_body(const RequestBytes& request, std::string_view salt) {
    if (!request.salt_offset) return request.body;
    assert(salt.size() == k_salt_length);
    std::string body = request.body;
    return body.replace(*request.salt_offset, k_salt_length, salt);
}

}  // namespace kilter
