#include "harness/listen/loopback_listener.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <catch2/catch_all.hpp>
#include <thread>

#include "tests/support/result_printing.hpp"

using namespace kilter;
namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

asio::awaitable<void> echo_one(tcp::socket& socket) {
    constexpr auto token = asio::as_tuple(asio::use_awaitable);
    char byte = 0;
    const asio::mutable_buffer buffer{&byte, 1};
    const auto [error, read] = co_await socket.async_read_some(buffer, token);
    if (error || read == 0) co_return;
    const asio::const_buffer answer{&byte, 1};
    const auto [failed, written] = co_await asio::async_write(socket, answer, token);
    static_cast<void>(failed);
    static_cast<void>(written);
}

tcp::socket connect(asio::io_context& loop, std::uint16_t port) {
    tcp::socket socket{loop};
    socket.connect({asio::ip::address_v4::loopback(), port});
    return socket;
}

// What comes back for a byte; "" where the other side closed.
std::string answer_to(tcp::socket& socket, char byte) {
    boost::system::error_code error;
    asio::write(socket, asio::const_buffer{&byte, 1}, error);
    std::string out(8, '\0');
    out.resize(socket.read_some(asio::mutable_buffer{out.data(), out.size()}, error));
    return out;
}

}  // namespace

TEST_CASE("a listener serves each connection and closes it afterwards") {
    asio::io_context loop, clients;
    auto listener = LoopbackListener::start(loop.get_executor(), 0, echo_one);
    REQUIRE(listener);
    CHECK((*listener)->port() != 0);
    std::thread serving([&] { loop.run(); });
    tcp::socket one = connect(clients, (*listener)->port());
    tcp::socket two = connect(clients, (*listener)->port());
    CHECK(answer_to(two, 'b') == "b");
    CHECK(answer_to(one, 'a') == "a");
    CHECK(answer_to(one, 'a').empty());
    asio::post(loop, [&] { (*listener)->stop(); });
    serving.join();
    CHECK((*listener)->open_connections() == 0);
}

TEST_CASE("a connection too many is closed, and stopping closes those that wait") {
    asio::io_context loop, clients;
    auto listener = LoopbackListener::start(loop.get_executor(), 0, echo_one, 1);
    REQUIRE(listener);
    std::thread serving([&] { loop.run(); });
    tcp::socket one = connect(clients, (*listener)->port());
    tcp::socket two = connect(clients, (*listener)->port());
    CHECK(answer_to(two, 'b').empty());
    asio::post(loop, [&] { (*listener)->stop(); });
    CHECK(answer_to(one, 'a').size() <= 1);  // served before the stop, or closed by it
    serving.join();
}

TEST_CASE("a port that is taken is said in one line") {
    asio::io_context loop;
    auto first = LoopbackListener::start(loop.get_executor(), 0, echo_one);
    REQUIRE(first);
    const auto second = LoopbackListener::start(loop.get_executor(), (*first)->port(), echo_one);
    REQUIRE_FALSE(second);
    CHECK_THAT(second.error().message,
               Catch::Matchers::StartsWith(
                   "cannot listen on 127.0.0.1:" + std::to_string((*first)->port()) + ": "));
}
