#include "tests/support/fake_engine_client.hpp"

#include <algorithm>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <memory>

#include "harness/engine/spill_buffer.hpp"

namespace kilter::test {

std::string chat_body(const std::string& content) {
    return R"({"id":"r","object":"chat.completion","model":"m","choices":[{"index":0,"message":)"
           R"({"role":"assistant","content":")" +
           content + R"("},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,)" +
           R"("completion_tokens":2}})";
}

FakeReply answer(const std::string& content) {
    FakeReply reply;
    reply.body = chat_body(content);
    return reply;
}

FakeReply http_error(int status) {
    FakeReply reply;
    reply.status = status;
    reply.body = R"({"error":{"message":"no"}})";
    reply.retry_after = std::chrono::milliseconds{0};
    return reply;
}

FakeReply broken_connection() {
    FakeReply reply;
    reply.kind = TransferEnd::Kind::transport_error;
    reply.status = 0;
    reply.message = "connection reset";
    reply.retry_after = std::chrono::milliseconds{0};
    return reply;
}

void FakeEngineClient::release() {
    for (boost::asio::steady_timer* gate : std::set(gates_)) gate->cancel();
}

boost::asio::awaitable<bool> FakeEngineClient::held(boost::asio::cancellation_slot cancel) {
    const boost::asio::any_io_executor executor = co_await boost::asio::this_coro::executor;
    boost::asio::steady_timer gate(executor, boost::asio::steady_timer::time_point::max());
    gates_.insert(&gate);
    bool by_slot = false;
    const auto on_cancel = [&by_slot, &gate](boost::asio::cancellation_type) {
        by_slot = true;
        gate.cancel();
    };
    if (cancel.is_connected()) cancel.assign(on_cancel);
    if (on_held) boost::asio::post(executor, on_held);  // once the wait below has begun
    co_await gate.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
    gates_.erase(&gate);
    if (cancel.is_connected()) cancel.clear();
    if (by_slot) co_return false;
    const auto state = co_await boost::asio::this_coro::cancellation_state;
    co_return state.cancelled() == boost::asio::cancellation_type::none;
}

boost::asio::awaitable<HttpExchange> FakeEngineClient::list_models(HttpRequest request) {
    HttpExchange exchange;
    const bool is_models = request.url.ends_with("/v1/models");
    if (is_models) ++models_asked;
    if (is_models && hold_models && !co_await held(request.cancel)) {
        exchange.end.kind = TransferEnd::Kind::interrupted;
        co_return exchange;
    }
    exchange.end.http_status = is_models ? models_status : 404;
    exchange.body = is_models ? models : "";
    if (is_models && models_status == 0) {
        exchange.end.kind = TransferEnd::Kind::transport_error;
        exchange.end.message = "connection refused";
    }
    co_return exchange;
}

boost::asio::awaitable<HttpExchange> FakeEngineClient::exchange(HttpRequest request,
                                                                OnBytes on_bytes) {
    co_await boost::asio::this_coro::throw_if_cancelled(false);
    if (request.method == "GET") {
        HttpExchange listed = co_await list_models(std::move(request));
        co_return listed;
    }
    const FakeReply reply = script_(request, static_cast<int>(asked.size()));
    const std::string url = request.url;
    const boost::asio::cancellation_slot cancel = request.cancel;
    asked.push_back(std::move(request));
    log.push_back("+" + url);
    peak = std::max(peak, ++in_flight);
    // Others get their turn, as they would while the network is waited for.
    const boost::asio::any_io_executor executor = co_await boost::asio::this_coro::executor;
    for (int i = 0; i < turns; ++i)
        co_await boost::asio::post(executor, boost::asio::use_awaitable);
    HttpExchange exchange;
    exchange.end.kind = reply.kind;
    exchange.end.http_status = reply.status;
    exchange.end.content_type = reply.content_type;
    exchange.end.message = reply.message;
    exchange.end.retry_after = reply.retry_after;
    exchange.secret_replaced = reply.secret_replaced;
    exchange.new_connections = reply.new_connections;
    exchange.total = std::chrono::milliseconds{5};
    exchange.body = reply.body.substr(0, reply.body.size() / 2);
    on_bytes(exchange.body, exchange.total);
    bool complete = true;
    if (reply.hold) complete = co_await held(cancel);
    if (complete) {
        const std::string rest = reply.body.substr(exchange.body.size());
        if (!rest.empty()) on_bytes(rest, exchange.total);
        exchange.body = reply.body;
    } else {
        exchange.end.kind = TransferEnd::Kind::interrupted;
    }
    if (reply.spilled && asked.back().may_stay_spilled) {
        exchange.spilled = std::make_shared<SpillBuffer>(std::size_t{0});
        exchange.spilled->append(std::exchange(exchange.body, std::string()));
    }
    --in_flight;
    log.push_back("-" + url);
    co_return exchange;
}

}  // namespace kilter::test
