#include "harness/sim/http_writer.hpp"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http.hpp>

namespace kilter {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;

constexpr auto k_token = asio::as_tuple(asio::use_awaitable);
constexpr std::size_t k_block =
    8192;  // bytes of events that go out together when there are no pauses

using Head = http::response<http::empty_body>;

Head make_head(const HttpAnswer& answer) {
    Head head;
    head.version(answer.http_version);
    head.result(static_cast<unsigned>(answer.status));
    head.set(http::field::server, "kilter-sim");
    head.set(http::field::content_type, answer.content_type);
    for (const auto& [name, value] : answer.headers) head.set(name, value);
    head.keep_alive(answer.keep_alive);
    return head;
}

asio::awaitable<bool> write_head(asio::ip::tcp::socket& socket, Head head) {
    http::response_serializer<http::empty_body> serializer{head};
    const auto [error, bytes] = co_await http::async_write_header(socket, serializer, k_token);
    co_return !error && bytes > 0;
}

asio::awaitable<bool> write_bytes(asio::ip::tcp::socket& socket, std::string bytes) {
    const asio::const_buffer buffer{bytes.data(), bytes.size()};
    const auto [error, written] = co_await asio::async_write(socket, buffer, k_token);
    co_return !error && written == bytes.size();
}

asio::awaitable<bool> write_chunk(asio::ip::tcp::socket& socket, std::string bytes) {
    const asio::const_buffer buffer{bytes.data(), bytes.size()};
    const auto chunk = http::make_chunk(buffer);
    const auto [error, written] = co_await asio::async_write(socket, chunk, k_token);
    co_return !error && written > 0;
}

// Events from `at` on that go out together; moves `at` behind them.
std::string next_block(const EventStream& stream, std::size_t& at) {
    std::string block = stream.events[at++];
    if (stream.each.count() != 0) return block;
    if (stream.first.count() != 0 && at == 1) return block;
    while (at < stream.events.size() && block.size() < k_block) block += stream.events[at++];
    return block;
}

}  // namespace

asio::awaitable<void> pause(asio::ip::tcp::socket& socket, std::chrono::milliseconds time) {
    if (time.count() == 0) co_return;
    asio::steady_timer timer{socket.get_executor(), time};
    const auto [error] = co_await timer.async_wait(k_token);
    static_cast<void>(error);  // nobody cancels it
}

asio::awaitable<bool> write_answer(asio::ip::tcp::socket& socket, HttpAnswer answer) {
    Head head = make_head(answer);
    head.content_length(answer.body.size());
    if (!co_await write_head(socket, std::move(head))) co_return false;
    co_return co_await write_bytes(socket, std::move(answer.body));
}

asio::awaitable<bool> write_half(asio::ip::tcp::socket& socket, HttpAnswer answer) {
    Head head = make_head(answer);
    head.content_length(answer.body.size());
    if (!co_await write_head(socket, std::move(head))) co_return false;
    answer.body.resize(answer.body.size() / 2);
    co_return co_await write_bytes(socket, std::move(answer.body));
}

asio::awaitable<bool> write_stream(asio::ip::tcp::socket& socket, HttpAnswer answer,
                                   EventStream stream) {
    const bool chunked = answer.http_version >= 11;
    Head head = make_head(answer);
    head.set(http::field::cache_control, "no-cache");
    if (chunked) head.chunked(true);
    if (!co_await write_head(socket, std::move(head))) co_return false;
    for (std::size_t at = 0; at < stream.events.size();) {
        co_await pause(socket, at == 0 ? stream.first : stream.each);
        std::string block = next_block(stream, at);
        bool sent = false;
        if (chunked) {
            sent = co_await write_chunk(socket, std::move(block));
        } else {
            sent = co_await write_bytes(socket, std::move(block));
        }
        if (!sent) co_return false;
    }
    if (!chunked || stream.broken_off) co_return true;
    const auto last = http::make_chunk_last();
    const auto [error, written] = co_await asio::async_write(socket, last, k_token);
    co_return !error && written > 0;
}

}  // namespace kilter
