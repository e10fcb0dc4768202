#include "harness/wire/http_date.hpp"

using namespace kilter;
using namespace std::chrono_literals;

namespace {

using Time = std::chrono::system_clock::time_point;

Time day(int year, unsigned month, unsigned number) {
    return std::chrono::sys_days{std::chrono::year{year} / std::chrono::month{month} /
                                 std::chrono::day{number}};
}

std::optional<Time> read(std::string_view text) {
    return parse_http_date(text, day(2026, 11, 29));
}

}  // namespace

TEST_CASE("HTTP dates: the three forms of RFC 9110 are one moment") {
    const Time when = day(1994, 11, 6) + 8h + 49min + 37s;
    CHECK(read("Sun, 06 Nov 1994 08:49:37 GMT") == when);
    CHECK(read("Sunday, 06-Nov-94 08:49:37 GMT") == when);
    CHECK(read("Sun Nov  6 08:49:37 1994") == when);
    CHECK(read("Wed Nov 16 08:49:37 1994") == when + 240h);
}

TEST_CASE("HTTP dates: two digits of a year mean at most 50 years ahead") {
    CHECK(read("Sunday, 29-Nov-26 00:00:00 GMT") == day(2026, 11, 29));
    CHECK(read("Sunday, 29-Nov-76 00:00:00 GMT") == day(2076, 11, 29));
    CHECK(read("Sunday, 29-Nov-77 00:00:00 GMT") == day(1977, 11, 29));
    CHECK(read("Sunday, 29-Nov-00 00:00:00 GMT") == day(2000, 11, 29));
    // Near the end of a century the next one is meant.
    CHECK(parse_http_date("Friday, 01-Jan-10 00:00:00 GMT", day(2099, 6, 1)) == day(2110, 1, 1));
}

TEST_CASE("HTTP dates: edges") {
    CHECK(read("Sat, 31 Dec 2016 23:59:60 GMT") == day(2017, 1, 1));
    CHECK(read("Thu, 29 Feb 2024 00:00:00 GMT") == day(2024, 2, 29));
    CHECK(read("Sat, 31 Dec 9999 00:00:00 GMT") == day(2200, 12, 31));
    CHECK(read("Thu, 29 Feb 9996 00:00:00 GMT") == day(2200, 12, 31));
    CHECK(read("Thu, 01 Jan 1970 00:00:01 GMT") == day(1970, 1, 1) + 1s);
    CHECK(read("Wed, 31 Dec 1969 23:59:59 GMT") == day(1970, 1, 1));
    CHECK(read("Sun, 06 Nov 0050 08:49:37 GMT") == day(1970, 1, 1));
    CHECK(read("Sat, 01 Jan 0000 00:00:00 GMT") == day(1970, 1, 1));
    CHECK(read("Fri, 29 Feb 9999 00:00:00 GMT") == std::nullopt);
}

TEST_CASE("HTTP dates: what is none") {
    for (const char* bad : {"",
                            "GMT",
                            "Sun, 06 Nov 1994 08:49:37",
                            "Sun, 06 Nov 1994 08:49:37 GMT ",
                            " Sun, 06 Nov 1994 08:49:37 GMT",
                            "Sun, 06 Nov 1994 08:49:37 UTC",
                            "Sun, 6 Nov 1994 08:49:37 GMT",
                            "Sun, 06 nov 1994 08:49:37 GMT",
                            "sun, 06 Nov 1994 08:49:37 GMT",
                            "Sun, 06 Nov 94 08:49:37 GMT",
                            "Xyz, 06 Nov 1994 08:49:37 GMT",
                            "Sun, 00 Nov 1994 08:49:37 GMT",
                            "Sun, 31 Nov 1994 08:49:37 GMT",
                            "Sun, 06 Nov 1994 24:00:00 GMT",
                            "Sun, 06 Nov 1994 08:60:00 GMT",
                            "Sun, 06 Nov 1994 08:49:61 GMT",
                            "Sun, 06 Nov 1994 8:49:37 GMT",
                            "Sun, -6 Nov 1994 08:49:37 GMT",
                            "Sun, 06-Nov-94 08:49:37 GMT",
                            "Sunday, 06 Nov 1994 08:49:37 GMT",
                            "Sunday, 06-Nov-1994 08:49:37 GMT",
                            "Sun Nov 6 08:49:37 1994",
                            "Sun Nov  6 08:49:37 94",
                            "Sun Nov  6 08:49:37 1994 GMT",
                            "1994-11-06T08:49:37Z"}) {
        INFO(bad);
        CHECK_FALSE(read(bad).has_value());
    }
}
