#include "harness/runner/turns.hpp"

#include <unistd.h>

#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <catch2/catch_all.hpp>
#include <functional>
#include <string>
#include <vector>

using namespace kilter;

namespace {

namespace asio = boost::asio;

asio::awaitable<void> step(Turns& turns, std::vector<std::string>& log, std::string name,
                           std::function<void()> heavy) {
    co_await turns.next();
    log.push_back(std::move(name));
    if (heavy) heavy();
}

}  // namespace

TEST_CASE("turns: a socket that became readable in one step is looked at before the last one") {
    asio::io_context loop(1);
    Turns turns(loop.get_executor());
    std::vector<std::string> log;
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    asio::posix::stream_descriptor reader(loop, ends[0]);
    reader.async_wait(asio::posix::descriptor_base::wait_read,
                      [&](boost::system::error_code) { log.push_back("read"); });
    const auto write = [&] { CHECK(::write(ends[1], "x", 1) == 1); };
    // All of them stand in the loop's queue before it looks at its sockets for the first time.
    asio::co_spawn(loop, step(turns, log, "1", write), asio::detached);
    for (const char* name : {"2", "3", "4"}) {
        asio::co_spawn(loop, step(turns, log, name, {}), asio::detached);
    }
    loop.run();
    ::close(ends[1]);
    REQUIRE(log.size() == 5);
    CHECK(log.front() == "1");
    CHECK(log.back() == "4");
    std::erase(log, "read");
    CHECK(log == std::vector<std::string>{"1", "2", "3", "4"});  // in the order of asking
}

TEST_CASE("turns: whoever comes alone does not wait, and nothing keeps the loop at work") {
    asio::io_context loop(1);
    Turns turns(loop.get_executor());
    std::vector<std::string> log;
    for (const char* name : {"1", "2"}) {
        asio::co_spawn(loop, step(turns, log, name, {}), asio::detached);
        loop.restart();
        loop.run();
    }
    CHECK(log == std::vector<std::string>{"1", "2"});
}
