#include "base/portable_random.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch_all.hpp>
#include <vector>

using namespace kilter;

TEST_CASE("SplitMix64 gives its published first numbers") {
    // The sequence of seed 1234567 by the author's reference.
    PortableRandom random(1234567);
    CHECK(random.next() == 6457827717110365317U);
    CHECK(random.next() == 3203168211198807973U);
    CHECK(random.next() == 9817491932198370423U);
    PortableRandom zero(0);
    CHECK(zero.next() == 0xe220a8397b1dcdafU);
}

TEST_CASE("bounded numbers stay below their bound and reach all values") {
    PortableRandom random(7);
    std::array<int, 3> seen{};
    for (int i = 0; i < 3000; ++i) ++seen[static_cast<std::size_t>(random.below(3))];
    for (const int count : seen) CHECK((count > 900 && count < 1100));
    for (int i = 0; i < 10; ++i) CHECK(random.below(1) == 0);
    for (int i = 0; i < 1000; ++i) {
        const double unit = random.unit();
        CHECK((unit >= 0 && unit < 1));
    }
}

TEST_CASE("a shuffle keeps all elements and depends on the seed only") {
    std::vector<int> first, second, third;
    for (int i = 0; i < 100; ++i) first.push_back(i);
    const std::vector<int> sorted = first;
    second = third = first;
    PortableRandom(5).shuffle(first);
    PortableRandom(5).shuffle(second);
    PortableRandom(6).shuffle(third);
    CHECK(first == second);
    CHECK(first != third);
    CHECK(first != sorted);
    std::sort(first.begin(), first.end());
    CHECK(first == sorted);
    std::vector<int> none;
    PortableRandom(5).shuffle(none);
    CHECK(none.empty());
}
