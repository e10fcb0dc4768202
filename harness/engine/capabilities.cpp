#include "harness/engine/capabilities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/json/read.hpp"
#include "base/json/write.hpp"
#include "base/sha256.hpp"
#include "harness/wire/request.hpp"

namespace kilter {
namespace asio = boost::asio;
namespace {

constexpr std::chrono::milliseconds k_longest_wait = std::chrono::minutes{2};
constexpr int k_stream_tokens = 24;
constexpr int k_schema_tokens = 256;
constexpr int k_cached_lines = 120;

constexpr std::string_view k_count = "Count from one to ten.";
constexpr std::string_view k_sum = "What is 17 + 25? Think first, then answer.";
constexpr std::string_view k_colour = "Name a colour.";

struct SmallQuestion {
    std::string prompt{k_count};
    int max_tokens = 1;
    bool stream = false;
    bool structured = false;
    CacheMode cache = CacheMode::as_is;
    json::Value more;  // members that the request gets on top
};

// Longer than the blocks in which engines cache prompts, which may hold 1,024 tokens.
std::string long_prompt() {
    std::string out = "Here is a list.\n";
    for (int i = 1; i <= k_cached_lines; ++i) {
        out += fmt::format("Line {} of the list says {}.\n", i, (i * 37) % 101);
    }
    return out + "How many lines has the list?";
}

class CapabilityAsker {
  public:
    CapabilityAsker(EngineClient& client, EngineConfig engine, Dialect dialect,
                    RequestParams params, std::string api_key, std::string salt_seed)
        : client_(client),
          engine_(std::move(engine)),
          dialect_(dialect),
          params_(std::move(params)),
          api_key_(std::move(api_key)),
          salt_seed_(std::move(salt_seed)) {
        params_.seed = std::nullopt;
        params_.logprobs = std::nullopt;
        params_.token_ids = false;
    }

    asio::awaitable<EngineCapabilities> ask();

  private:
    asio::awaitable<SmallReply> send(SmallQuestion question);
    asio::awaitable<SmallReply> send_once(const SmallQuestion& question);
    asio::awaitable<void> ask_about_streams(const SmallReply& plain);
    asio::awaitable<void> ask_about_tokens();
    asio::awaitable<void> ask_about_fields();
    asio::awaitable<void> ask_about_cache();
    std::string body_of(const SmallQuestion& question);
    void keep(Capability capability);
    void keep_none(std::string name, std::string why);

    EngineClient& client_;
    EngineConfig engine_;
    Dialect dialect_;
    RequestParams params_;
    std::string api_key_, salt_seed_, url_;
    EngineCapabilities found_;
    bool gave_up_ = false;  // it did not answer in time: every other question would wait as long
};

std::string CapabilityAsker::body_of(const SmallQuestion& question) {
    Item item;
    item.id = "small";
    item.messages = {{"user", question.prompt}};
    item.max_tokens = question.max_tokens;
    item.structured = question.structured;
    if (question.structured) item.schema = small_schema();
    RequestParams params = params_;
    params.stream = question.stream;
    EngineConfig engine = engine_;
    engine.cache = question.cache;
    const RequestBytes request = build_request(item, params, engine, dialect_);
    const std::string salt =
        sha256_hex(salt_seed_ + std::to_string(found_.requests)).substr(0, k_salt_length);
    const std::string body = salted_body(request, salt);
    if (question.more.members.empty()) return body;
    json::Value changed = json::read(body).value;
    for (const json::Member& member : question.more.members) changed.set(member.key, member.value);
    return json::write(changed);
}

asio::awaitable<SmallReply> CapabilityAsker::send(SmallQuestion question) {
    if (gave_up_) {
        SmallReply none;
        none.end.kind = TransferEnd::Kind::timeout;
        none.end.message = "not asked: the engine did not answer an earlier question in time";
        co_return none;
    }
    SmallReply reply = co_await send_once(question);
    // A server may close a kept connection just then: that tells nothing about the question.
    if (reply.end.kind == TransferEnd::Kind::transport_error) reply = co_await send_once(question);
    co_return reply;
}

asio::awaitable<SmallReply> CapabilityAsker::send_once(const SmallQuestion& question) {
    HttpRequest request;
    request.url = url_;
    request.body = body_of(question);
    request.api_key = api_key_;
    request.timeout.connect = engine_.timeout.connect;
    request.timeout.first_byte =
        std::min(engine_.timeout.first_byte.value_or(k_longest_wait), k_longest_wait);
    request.timeout.idle = std::min(engine_.timeout.idle.value_or(k_longest_wait), k_longest_wait);
    request.stream = question.stream;
    ++found_.requests;
    const HttpExchange exchange = co_await client_.exchange(std::move(request), OnBytes());
    gave_up_ = exchange.end.kind == TransferEnd::Kind::timeout ||
               exchange.end.kind == TransferEnd::Kind::interrupted;
    co_return small_reply(exchange, engine_);
}

// An engine may echo the key in what it says, in a form that only reading the JSON reveals.
void CapabilityAsker::keep(Capability capability) {
    for (std::string* text : {&capability.value, &capability.detail}) {
        if (!api_key_.empty() && text->find(api_key_) != std::string::npos) *text = "(withheld)";
    }
    found_.all.push_back(std::move(capability));
}

void CapabilityAsker::keep_none(std::string name, std::string why) {
    keep({std::move(name), Support::no, {}, std::move(why)});
}

asio::awaitable<void> CapabilityAsker::ask_about_streams(const SmallReply& plain) {
    SmallQuestion sum;
    sum.prompt = k_sum;
    sum.max_tokens = k_stream_tokens;
    sum.stream = true;
    const SmallReply stream = co_await send(std::move(sum));
    SmallQuestion colour;
    colour.prompt = k_colour;
    colour.max_tokens = k_schema_tokens;
    colour.structured = true;
    const SmallReply schema = co_await send(std::move(colour));
    keep(read_stream(stream));
    keep(read_stream_usage(stream));
    keep(read_finish_length(plain));
    keep(read_reasoning({&stream, &schema, &plain}));
    keep(read_json_schema(schema));
}

asio::awaitable<void> CapabilityAsker::ask_about_tokens() {
    std::vector<LogprobsReply> replies;
    for (const int asked : {20, 5, 1, 0}) {
        SmallQuestion question;
        question.more.set("logprobs", json::make_boolean(true));
        // 0 alternatives may be refused where log probabilities alone are not.
        if (asked > 0) question.more.set("top_logprobs", json::make_integer(asked));
        SmallReply reply = co_await send(std::move(question));
        const bool refused = reply.is_refusal();
        replies.push_back({asked, std::move(reply)});
        if (!refused) break;
    }
    for (Capability& one : read_logprobs(replies)) keep(std::move(one));
    const std::string field(traits_of(dialect_).token_ids);
    if (field.empty()) {
        keep_none("token_ids", "this dialect has no field for it");
        co_return;
    }
    SmallQuestion question;
    question.more.set(field, json::make_boolean(true));
    const SmallReply reply = co_await send(std::move(question));
    keep(read_token_ids(field, reply));
}

asio::awaitable<void> CapabilityAsker::ask_about_fields() {
    SmallQuestion seeded;
    seeded.more.set("seed", json::make_integer(1));
    const SmallReply seed = co_await send(std::move(seeded));
    keep(read_seed(seed));
    SmallQuestion odd;
    odd.more.set("kilter_unknown_field", json::make_integer(1));
    const SmallReply unknown = co_await send(std::move(odd));
    keep(read_unknown_field(unknown));
}

asio::awaitable<void> CapabilityAsker::ask_about_cache() {
    SmallQuestion repeated;
    repeated.prompt = long_prompt();
    const SmallReply first = co_await send(repeated);
    const SmallReply second = co_await send(repeated);
    keep(read_cached_tokens(first, second));
    if (cold_support(dialect_) == ColdSupport::none) {
        keep_none("cold", "this dialect has no field for it");
        co_return;
    }
    repeated.cache = CacheMode::cold;
    const SmallReply salted = co_await send(repeated);
    const SmallReply cold = co_await send(repeated);
    keep(read_cold(second, salted.is_refusal() ? salted : cold));
}

asio::awaitable<EngineCapabilities> CapabilityAsker::ask() {
    const Result<Endpoints> endpoints = endpoints_of(engine_.base_url);
    if (!endpoints) {
        found_.problem = endpoints.error().message;
        co_return std::move(found_);
    }
    url_ = endpoints->chat_completions;
    SmallQuestion question;
    const SmallReply plain = co_await send(std::move(question));
    if (!plain.is_answer()) {
        const bool told = plain.end.kind == TransferEnd::Kind::complete;
        found_.problem = told ? plain.result.error : plain.end.message;
        if (!api_key_.empty() && found_.problem.find(api_key_) != std::string::npos) {
            found_.problem = "(withheld)";
        }
        co_return std::move(found_);
    }
    co_await ask_about_streams(plain);
    co_await ask_about_tokens();
    co_await ask_about_fields();
    co_await ask_about_cache();
    co_return std::move(found_);
}

json::Value text_or_null(const std::string& text) {
    return text.empty() ? json::make_null() : json::make_string(text);
}

}  // namespace

SmallReply small_reply(const HttpExchange& exchange, const EngineConfig& engine) {
    SmallReply reply;
    reply.end = exchange.end;
    reply.body = exchange.body;
    ResponseReader reader(engine.think_tags);
    reader.feed(exchange.body, exchange.total);
    reply.result = reader.finish(exchange.end, exchange.total);
    return reply;
}

asio::awaitable<EngineCapabilities> ask_capabilities(EngineClient& client, EngineConfig engine,
                                                     Dialect dialect, RequestParams params,
                                                     std::string api_key, std::string salt_seed) {
    CapabilityAsker asker(client, std::move(engine), dialect, std::move(params), std::move(api_key),
                          std::move(salt_seed));
    co_return co_await asker.ask();
}

json::Value to_json(const std::vector<Capability>& capabilities) {
    json::Value out = json::make_object();
    for (const Capability& one : capabilities) {
        json::Value entry = json::make_object();
        entry.set("support", json::make_string(std::string(to_word(one.support))));
        entry.set("value", text_or_null(one.value));
        entry.set("detail", text_or_null(one.detail));
        out.set(one.name, std::move(entry));
    }
    return out;
}

}  // namespace kilter
