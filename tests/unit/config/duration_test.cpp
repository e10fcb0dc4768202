#include "config/duration.hpp"

#include <catch2/catch_all.hpp>

using namespace kilter;
using std::chrono::milliseconds;

TEST_CASE("Durations are read and written in their largest unit") {
    struct Case {
        std::string_view text;
        long long count;
        std::string_view written;
    };
    const Case cases[] = {
        {"500ms", 500, "500ms"}, {"10s", 10'000, "10s"},          {"30m", 1'800'000, "30m"},
        {"2h", 7'200'000, "2h"}, {"60s", 60'000, "1m"},           {"1500ms", 1'500, "1500ms"},
        {"90s", 90'000, "90s"},  {"720h", 2'592'000'000, "720h"},
    };
    for (const Case& one : cases) {
        INFO(one.text);
        const auto duration = parse_duration(one.text);
        REQUIRE(duration);
        CHECK(*duration == milliseconds{one.count});
        CHECK(to_text(*duration) == one.written);
    }
    REQUIRE(parse_duration("none"));
    CHECK_FALSE(*parse_duration("none"));
    CHECK(to_text(std::nullopt) == "none");
}

TEST_CASE("What is no duration") {
    for (const std::string_view text :
         {"", "5", "s", "0s", "-1s", "+1s", "1.5s", "1 s", "10S", "1d", "1min", "721h", "None",
          "99999999999999999999s", "2592000001ms", "1s1"}) {
        INFO(text);
        CHECK_FALSE(parse_duration(text));
    }
}
