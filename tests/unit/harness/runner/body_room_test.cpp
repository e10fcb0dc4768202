#include "harness/runner/body_room.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <catch2/catch_all.hpp>
#include <map>
#include <string>

using namespace kilter;
namespace asio = boost::asio;

namespace {

// Whoever has entered stays until the test sends it away.
struct Guests {
    asio::io_context loop{1};
    BodyRoom room;
    std::string entered;  // their names in the order in which they came in
    std::map<char, BodyRoom::Place> places;

    explicit Guests(std::size_t bytes) : room(loop.get_executor(), bytes) {}

    void ask(char name, std::size_t bytes);
    void settle() {
        loop.restart();
        loop.poll();
    }
};

asio::awaitable<void> enter(Guests& guests, char name, std::size_t bytes) {
    BodyRoom::Place place = co_await guests.room.enter(bytes);
    guests.entered += name;
    guests.places[name] = std::move(place);
}

void Guests::ask(char name, std::size_t bytes) {
    asio::co_spawn(loop, enter(*this, name, bytes), asio::detached);
}

}  // namespace

TEST_CASE("whoever finds no room waits, and enters in the order of asking") {
    Guests guests(10);
    guests.ask('a', 6);
    guests.ask('b', 5);
    guests.ask('c', 1);  // would fit, but b was there before
    guests.settle();
    CHECK(guests.entered == "a");
    CHECK(guests.room.held() == 6);
    CHECK(guests.room.waiting() == 2);
    guests.places['a'].leave();
    CHECK(guests.room.held() == 6);  // b and c have their places before they run on
    guests.settle();
    CHECK(guests.entered == "abc");
    CHECK(guests.room.waiting() == 0);
    guests.places.clear();
    CHECK(guests.room.held() == 0);
}

TEST_CASE("a body that fills all the room enters; a larger one when the room is empty") {
    Guests guests(10);
    guests.ask('a', 10);
    guests.ask('b', 11);
    guests.ask('c', 1);
    guests.settle();
    CHECK(guests.entered == "a");
    guests.places['a'].leave();
    guests.settle();
    CHECK(guests.entered == "ab");
    CHECK(guests.room.held() == 11);
    guests.places['b'].leave();
    guests.settle();
    CHECK(guests.entered == "abc");
    CHECK(guests.room.held() == 1);
}

TEST_CASE("a place is given back once, wherever it was moved to") {
    Guests guests(10);
    guests.ask('a', 4);
    guests.settle();
    {
        BodyRoom::Place moved = std::move(guests.places['a']);
        guests.places['a'].leave();  // has nothing any more
        CHECK(guests.room.held() == 4);
        moved.leave();
        moved.leave();
        CHECK(guests.room.held() == 0);
    }
    CHECK(guests.room.held() == 0);
    guests.ask('b', 3);
    guests.settle();
    guests.places['b'] = BodyRoom::Place();
    CHECK(guests.room.held() == 0);
}

TEST_CASE("the room may end before its guests, and with somebody waiting") {
    BodyRoom::Place last;
    {
        Guests guests(1);
        guests.ask('a', 1);
        guests.ask('b', 1);
        guests.settle();
        REQUIRE(guests.entered == "a");
        last = std::move(guests.places['a']);
        guests.places.clear();
    }
    last.leave();
    SUCCEED("nothing was touched that is gone");
}
