#include "base/clock.hpp"

#include <catch2/catch_all.hpp>

using namespace kilter;
using std::chrono::milliseconds;
using std::chrono::system_clock;

TEST_CASE("Times are written in UTC with milliseconds, rounded down") {
    struct Case {
        long long milliseconds_since_1970;
        const char* text;
    };
    const Case cases[] = {
        {0, "1970-01-01T00:00:00.000Z"},
        {-1, "1969-12-31T23:59:59.999Z"},
        {951782399999, "2000-02-28T23:59:59.999Z"},
        {951782400000, "2000-02-29T00:00:00.000Z"},
        {1000000000000, "2001-09-09T01:46:40.000Z"},
    };
    for (const Case& c : cases) {
        const system_clock::time_point time(milliseconds(c.milliseconds_since_1970));
        CHECK(to_iso8601(time) == c.text);
        CHECK(from_iso8601(c.text) == time);
    }
    const system_clock::time_point just_before =
        system_clock::time_point(milliseconds(2)) - std::chrono::microseconds(1);
    CHECK(to_iso8601(just_before) == "1970-01-01T00:00:00.001Z");
}

TEST_CASE("Only that one form of a time is read") {
    for (const char* text :
         {"", "2001-09-09T01:46:40Z", "2001-09-09T01:46:40.000", "2001-09-09 01:46:40.000Z",
          "2001-02-29T00:00:00.000Z", "2001-13-01T00:00:00.000Z", "2001-00-01T00:00:00.000Z",
          "2001-09-09T24:00:00.000Z", "2001-09-09T01:60:40.000Z", "2001-09-09T01:46:60.000Z",
          "2001-09-09T01:46:4x.000Z", "+001-09-09T01:46:40.000Z", "2001-09-09T01:46:40.000Zx"}) {
        INFO(text);
        CHECK_FALSE(from_iso8601(text).has_value());
    }
}

TEST_CASE("The system's clock goes on") {
    const SystemClock clock;
    const auto before = clock.steady_now();
    CHECK(clock.steady_now() >= before);
    CHECK(clock.now() > system_clock::time_point(milliseconds(1000000000000)));
}
