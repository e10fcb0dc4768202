#include "harness/store/known_rows.hpp"

#include <catch2/catch_all.hpp>
#include <string>

using namespace kilter;

TEST_CASE("what a writer knows: only what it was told, and nothing after clear()") {
    KnownRows known;
    const std::string one(64, '1');
    const std::string two = std::string(63, '1') + '2';
    CHECK_FALSE(known.has_blob(one));
    known.add_blob(one);
    known.add_blob("no hash");
    CHECK(known.has_blob(one));
    CHECK_FALSE(known.has_blob(two));
    CHECK_FALSE(known.has_blob("no hash"));
    CHECK_FALSE(known.has_blob(""));

    known.set_asked({1, 2}, one);
    known.set_asked({2, 1}, "");
    CHECK(known.asked_with({1, 2}, one));
    CHECK_FALSE(known.asked_with({1, 2}, two));
    CHECK_FALSE(known.asked_with({2, 1}, one));
    CHECK_FALSE(known.asked_with({2, 1}, ""));

    known.clear();
    CHECK_FALSE(known.has_blob(one));
    CHECK_FALSE(known.asked_with({1, 2}, one));
}

TEST_CASE("a writer that knows too much forgets the oldest and still tells the truth") {
    KnownRows known;
    const auto hash = [](int i) {
        std::string text = std::to_string(i);
        return text + std::string(64 - text.size(), 'x');
    };
    constexpr int k_more_than_fit = 20'000;
    for (int i = 0; i < k_more_than_fit; ++i) {
        known.add_blob(hash(i));
        known.set_asked({1, i}, hash(i));
        REQUIRE(known.has_blob(hash(i)));
        REQUIRE(known.asked_with({1, i}, hash(i)));
    }
    CHECK_FALSE(known.has_blob(hash(0)));
    CHECK_FALSE(known.asked_with({1, 0}, hash(0)));
}
