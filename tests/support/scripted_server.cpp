#include "tests/support/scripted_server.hpp"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <charconv>
#include <utility>

namespace kilter::test {
namespace {

constexpr auto k_token = boost::asio::as_tuple(boost::asio::use_awaitable);

std::size_t content_length(const std::string& head) {
    constexpr std::string_view name = "Content-Length: ";
    const std::size_t at = head.find(name);
    std::size_t length = 0;
    if (at == std::string::npos) return 0;
    std::from_chars(head.data() + at + name.size(), head.data() + head.size(), length);
    return length;
}
}  // namespace

std::string http_reply(std::string_view status_line, std::string_view headers,
                       std::string_view body) {
    return "HTTP/1.1 " + std::string(status_line) + "\r\n" + std::string(headers) +
           "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

std::string http_ok(std::string_view body) {
    return http_reply("200 OK", "Content-Type: application/json\r\n", body);
}

std::vector<std::string> one_byte_each(std::string_view bytes) {
    std::vector<std::string> out;
    for (const char byte : bytes) out.emplace_back(1, byte);
    return out;
}

ScriptedServer::ScriptedServer(boost::asio::io_context& loop, Script script)
    : acceptor_(loop, {boost::asio::ip::address_v4::loopback(), 0}),
      script_(std::move(script)),
      gate_(loop) {
    gate_.expires_at(boost::asio::steady_timer::time_point::max());
    boost::asio::co_spawn(loop, accept(), boost::asio::detached);
}

std::string ScriptedServer::url() const {
    return "http://127.0.0.1:" + std::to_string(acceptor_.local_endpoint().port());
}

void ScriptedServer::stop() {
    boost::system::error_code ignored;
    acceptor_.close(ignored);
    gate_.cancel();
    for (const auto& weak : sockets_) {
        if (const auto socket = weak.lock()) socket->close(ignored);
    }
}

boost::asio::awaitable<void> ScriptedServer::accept() {
    while (true) {
        auto [error, peer] = co_await acceptor_.async_accept(k_token);
        if (error) co_return;
        auto socket = std::make_shared<Socket>(std::move(peer));
        socket->set_option(boost::asio::ip::tcp::no_delay(true));
        sockets_.push_back(socket);
        boost::asio::co_spawn(acceptor_.get_executor(), serve(socket, connections_++),
                              boost::asio::detached);
    }
}

boost::asio::awaitable<void> ScriptedServer::serve(std::shared_ptr<Socket> socket, int connection) {
    std::string buffer;
    while (true) {
        Asked asked;
        asked.connection = connection;
        if (!co_await read_request(*socket, buffer, asked)) co_return;
        asked.number = static_cast<int>(asked_.size());
        asked_.push_back(asked);
        peak_open_ = std::max(peak_open_, ++open_);
        if (open_ >= hold_until_) {
            hold_until_ = 0;
            gate_.cancel();
        }
        if (hold_until_ > 0) co_await gate_.async_wait(k_token);
        const ScriptedReply reply = script_(asked);
        const bool sent = co_await send(*socket, reply);
        --open_;
        if (!sent || reply.then == ScriptedReply::Then::close) break;
        if (reply.then == ScriptedReply::Then::reset) {
            socket->set_option(boost::asio::socket_base::linger(true, 0));
            break;
        }
    }
    boost::system::error_code ignored;
    socket->close(ignored);
}

boost::asio::awaitable<bool> ScriptedServer::read_request(Socket& socket, std::string& buffer,
                                                          Asked& asked) {
    auto dynamic = boost::asio::dynamic_buffer(buffer);
    auto [error, size] =
        co_await boost::asio::async_read_until(socket, dynamic, "\r\n\r\n", k_token);
    if (error) co_return false;
    asked.head = buffer.substr(0, size);
    buffer.erase(0, size);
    const std::size_t length = content_length(asked.head);
    while (buffer.size() < length) {
        const std::size_t had = buffer.size();
        buffer.resize(length);
        auto target = boost::asio::buffer(buffer.data() + had, length - had);
        auto [failed, got] = co_await socket.async_read_some(target, k_token);
        buffer.resize(had + got);
        if (failed) co_return false;
    }
    asked.body = buffer.substr(0, length);
    buffer.erase(0, length);
    co_return true;
}

boost::asio::awaitable<bool> ScriptedServer::send(Socket& socket, const ScriptedReply& reply) {
    for (const std::string& piece : reply.pieces) {
        auto bytes = boost::asio::buffer(piece);
        auto [error, sent] = co_await boost::asio::async_write(socket, bytes, k_token);
        if (error) co_return false;
        // The client gets its turn before the next piece.
        co_await boost::asio::post(socket.get_executor(), boost::asio::use_awaitable);
    }
    if (reply.then != ScriptedReply::Then::hang) co_return true;
    char byte = 0;
    auto target = boost::asio::buffer(&byte, 1);
    co_await socket.async_read_some(target, k_token);
    co_return false;
}

}  // namespace kilter::test
