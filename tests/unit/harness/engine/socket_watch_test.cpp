#include "harness/engine/socket_watch.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <catch2/catch_all.hpp>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace kilter;

namespace {

struct Pair {
    Pair() { REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()) == 0); }
    ~Pair() {
        for (const int end : ends) {
            if (end >= 0) ::close(end);
        }
    }
    Pair(const Pair&) = delete;
    Pair& operator=(const Pair&) = delete;

    int mine() const { return ends[0]; }
    void send() const { REQUIRE(::write(ends[1], "x", 1) == 1); }
    void read() const {
        char c = 0;
        REQUIRE(::read(ends[0], &c, 1) == 1);
    }
    void hang_up() { ::close(std::exchange(ends[1], -1)); }

    std::array<int, 2> ends{};
};

struct Fixture {
    Fixture()
        : watch(loop.get_executor(), [this](int fd, bool to_write) {
              log.push_back((to_write ? "w" : "r") +
                            std::to_string(names.at(static_cast<std::size_t>(fd))));
              if (then) then();
          }) {}

    void run() {
        loop.restart();
        loop.run();
    }

    boost::asio::io_context loop{1};
    std::vector<int> names = std::vector<int>(1024);  // by descriptor
    std::vector<std::string> log;
    std::function<void()> then;
    SocketWatch watch;
};

}  // namespace

TEST_CASE("socket watch: what is ready is told until it is no longer wanted") {
    Fixture fixture;
    Pair one;
    fixture.names.at(static_cast<std::size_t>(one.mine())) = 1;
    fixture.watch.want(one.mine(), true, false);
    one.send();
    fixture.then = [&] {
        if (fixture.log.size() == 3) fixture.watch.want(one.mine(), false, false);
    };
    fixture.run();  // ends: nothing is wanted
    CHECK(fixture.log == std::vector<std::string>{"r1", "r1", "r1"});
}

TEST_CASE("socket watch: reading and writing, of one descriptor and of several") {
    Fixture fixture;
    Pair one, two;
    fixture.names.at(static_cast<std::size_t>(one.mine())) = 1;
    fixture.names.at(static_cast<std::size_t>(two.mine())) = 2;
    fixture.watch.want(one.mine(), true, true);
    fixture.watch.want(two.mine(), false, true);
    one.send();
    fixture.then = [&] {
        if (fixture.log.back() == "w1") fixture.watch.want(one.mine(), false, false);
        if (fixture.log.back() == "w2") fixture.watch.want(two.mine(), false, false);
    };
    fixture.run();
    CHECK(fixture.log == std::vector<std::string>{"r1", "w1", "w2"});
}

TEST_CASE(
    "socket watch: an idle descriptor that was hung up is told to nobody, and costs no rest") {
    Fixture fixture;
    Pair idle, busy;
    fixture.names.at(static_cast<std::size_t>(busy.mine())) = 2;
    fixture.watch.closes_are_told(idle.mine());
    fixture.watch.want(idle.mine(), true, false);
    fixture.watch.want(idle.mine(), false, false);  // stays in the set
    idle.hang_up();
    fixture.watch.want(busy.mine(), true, false);
    busy.send();
    fixture.then = [&] {
        if (fixture.log.size() == 2) fixture.watch.want(busy.mine(), false, false);
    };
    fixture.run();
    CHECK(fixture.log == std::vector<std::string>{"r2", "r2"});
    // Wanted again, its end is told.
    fixture.names.at(static_cast<std::size_t>(idle.mine())) = 1;
    fixture.then = [&] { fixture.watch.want(idle.mine(), false, false); };
    fixture.watch.want(idle.mine(), true, false);
    fixture.run();
    CHECK(fixture.log.back() == "r1");
}

TEST_CASE("socket watch: one that stayed in the set is told again when it is wanted again") {
    Fixture fixture;
    Pair one;
    fixture.names.at(static_cast<std::size_t>(one.mine())) = 1;
    fixture.watch.closes_are_told(one.mine());
    fixture.then = [&] {
        one.read();
        fixture.watch.want(one.mine(), false, false);
    };
    for (int i = 0; i < 3; ++i) {
        fixture.watch.want(one.mine(), true, false);
        one.send();
        fixture.run();
    }
    CHECK(fixture.log == std::vector<std::string>{"r1", "r1", "r1"});
}

TEST_CASE("socket watch: the number of a closed descriptor may come back as another one") {
    Fixture fixture;
    const bool told = GENERATE(true, false);
    auto first = std::make_unique<Pair>();
    const int number = first->mine();
    fixture.names.at(static_cast<std::size_t>(number)) = 1;
    if (told) fixture.watch.closes_are_told(number);
    fixture.watch.want(number, true, false);
    fixture.watch.want(number, false, false);
    if (told) fixture.watch.closed(number);
    first.reset();
    Pair second;
    REQUIRE(second.mine() == number);
    fixture.watch.want(number, true, false);
    second.send();
    fixture.then = [&] { fixture.watch.want(number, false, false); };
    fixture.run();
    CHECK(fixture.log == std::vector<std::string>{"r1"});
}
