// An EngineClient without a network: a script says what each chat request gets, and everything that
// happened stands in a log. Answers may be held until the test lets them go. Loop's thread.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness/engine/engine_client.hpp"

namespace kilter::test {

struct FakeReply {
    TransferEnd::Kind kind = TransferEnd::Kind::complete;
    int status = 200;
    std::string body;
    std::string content_type = "application/json";
    std::string message;  // of the transport
    std::optional<std::chrono::milliseconds> retry_after;
    bool hold = false;  // wait for release() or cancellation, after half of the body
    bool secret_replaced = false;
    long new_connections = 1;
    bool spilled = false;  // the body stays in its file, where the request allows it
};

std::string chat_body(const std::string& content);
FakeReply answer(const std::string& content);
FakeReply http_error(int status);
FakeReply broken_connection();

class FakeEngineClient final : public EngineClient {
  public:
    // `call` counts the chat requests from 0.
    using Script = std::function<FakeReply(const HttpRequest& request, int call)>;
    explicit FakeEngineClient(Script script) : script_(std::move(script)) {}

    boost::asio::awaitable<HttpExchange> exchange(HttpRequest request, OnBytes on_bytes) override;

    void release();

    std::string models = R"({"object":"list","data":[{"id":"m"}]})";
    int models_status = 200;  // 0: the connection is refused
    bool hold_models = false;
    std::function<void()> on_held;  // when an answer begins to be held

    std::vector<HttpRequest> asked;  // chat requests, in order
    std::vector<std::string> log;    // "+url" and "-url" of chat requests, in order
    int models_asked = 0;
    int in_flight = 0, peak = 0;
    int turns = 3;  // of the loop, that each answer takes; one request is begun in each of them

  private:
    boost::asio::awaitable<HttpExchange> list_models(HttpRequest request);
    // False: cancelled, by the slot where it is connected, otherwise with the coroutine.
    boost::asio::awaitable<bool> held(boost::asio::cancellation_slot cancel);

    Script script_;
    std::set<boost::asio::steady_timer*> gates_;
};

}  // namespace kilter::test
