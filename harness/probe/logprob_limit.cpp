#include "harness/probe/logprob_limit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "harness/engine/capabilities.hpp"
#include "harness/wire/capability.hpp"
#include "harness/wire/request.hpp"

namespace kilter {
namespace asio = boost::asio;
namespace {

constexpr std::chrono::milliseconds k_longest_wait = std::chrono::minutes{2};

class LimitAsker {
  public:
    LimitAsker(EngineClient& client, EngineConfig engine, Dialect dialect, RequestParams params,
               std::string api_key)
        : client_(client),
          engine_(std::move(engine)),
          dialect_(dialect),
          params_(std::move(params)),
          api_key_(std::move(api_key)) {
        params_.stream = false;
        params_.token_ids = false;
    }

    asio::awaitable<LogprobLimit> ask();

  private:
    asio::awaitable<SmallReply> send(int top);
    asio::awaitable<SmallReply> send_once(int top);
    HttpRequest request_for(int top) const;
    // False: nothing more can be learnt.
    bool take(const SmallReply& reply, int top);
    std::string without_key(std::string text) const;

    EngineClient& client_;
    EngineConfig engine_;
    Dialect dialect_;
    RequestParams params_;
    std::string api_key_, url_;
    LogprobLimit found_;
    int refused_ = k_most_logprobs + 1;  // the fewest that were refused
};

std::string LimitAsker::without_key(std::string text) const {
    const bool echoed = !api_key_.empty() && text.find(api_key_) != std::string::npos;
    return echoed ? "(withheld)" : text;
}

HttpRequest LimitAsker::request_for(int top) const {
    Item item;
    item.id = "small";
    item.messages = {{"user", "Count from one to ten."}};
    item.max_tokens = 1;
    RequestParams params = params_;
    params.logprobs = top;
    HttpRequest request;
    request.url = url_;
    const RequestBytes bytes = build_request(item, params, engine_, dialect_);
    request.body = salted_body(bytes, std::string(k_salt_length, '1'));
    request.api_key = api_key_;
    request.timeout = engine_.timeout;
    request.timeout.first_byte =
        std::min(engine_.timeout.first_byte.value_or(k_longest_wait), k_longest_wait);
    request.timeout.idle = std::min(engine_.timeout.idle.value_or(k_longest_wait), k_longest_wait);
    return request;
}

asio::awaitable<SmallReply> LimitAsker::send_once(int top) {
    HttpRequest request = request_for(top);
    ++found_.requests;
    const HttpExchange exchange = co_await client_.exchange(std::move(request), OnBytes());
    co_return small_reply(exchange, engine_);
}

// A server may close a kept connection just then: that tells nothing about the question.
asio::awaitable<SmallReply> LimitAsker::send(int top) {
    SmallReply reply = co_await send_once(top);
    if (reply.end.kind == TransferEnd::Kind::transport_error) reply = co_await send_once(top);
    co_return reply;
}

bool LimitAsker::take(const SmallReply& reply, int top) {
    if (reply.is_refusal()) {
        refused_ = top;
        found_.reason = fmt::format("it refuses {}: {}", top, without_key(reply.said()));
        return true;
    }
    if (!reply.is_answer()) {
        found_.problem = without_key(reply.said());
        return false;
    }
    const std::optional<std::size_t> listed = listed_alternatives(reply.body);
    if (!listed) {
        found_.reason = "asked for, and not in the answer";
        found_.top.reset();
        return false;
    }
    found_.top = top;
    if (*listed < static_cast<std::size_t>(top))
        found_.reason = fmt::format("it lists {} where {} are asked for", *listed, top);
    return true;
}

// Bisection between what is listed and what is refused.
asio::awaitable<LogprobLimit> LimitAsker::ask() {
    const Result<Endpoints> endpoints = endpoints_of(engine_.base_url);
    if (!endpoints) {
        found_.problem = endpoints.error().message;
        co_return std::move(found_);
    }
    url_ = endpoints->chat_completions;
    int listed = -1, next = k_most_logprobs;
    while (listed + 1 < refused_) {
        const SmallReply reply = co_await send(next);
        if (!take(reply, next)) break;
        listed = found_.top.value_or(-1);
        if (listed == k_most_logprobs) break;
        next = listed + (refused_ - listed) / 2;
    }
    co_return std::move(found_);
}

}  // namespace

asio::awaitable<LogprobLimit> ask_logprob_limit(EngineClient& client, EngineConfig engine,
                                                Dialect dialect, RequestParams params,
                                                std::string api_key) {
    LimitAsker asker(client, std::move(engine), dialect, std::move(params), std::move(api_key));
    co_return co_await asker.ask();
}

}  // namespace kilter
