#include "cli/viewing/request.hpp"

#include <catch2/catch_all.hpp>

using namespace kilter;

TEST_CASE("the address of a page says which it is") {
    CHECK(route_of("/").part == ViewPart::experiments);
    CHECK(route_of("/?x=1").part == ViewPart::experiments);
    for (const char* none :
         {"", "x", "//", "/experiment", "/experiment/", "/experimentx", "/Compare", "/compare/",
          "/events/x", "/../etc/passwd", "/favicon.icon", "*"}) {
        INFO(none);
        CHECK(route_of(none).part == ViewPart::none);
    }
    CHECK(route_of("/favicon.ico").part == ViewPart::icon);
    const ViewRoute one = route_of("/experiment/2026-a%3Ab?x=1");
    CHECK(one.part == ViewPart::experiment);
    CHECK(one.experiment == "2026-a:b");
    const ViewRoute two = route_of("/compare?a=x%3Ae1&b=y:e+2&level=full");
    CHECK(two.part == ViewPart::compare);
    CHECK(two.a == "x:e1");
    CHECK(two.b == "y:e 2");
    CHECK(two.level == "full");
    CHECK(route_of("/compare").a.empty());
    CHECK(route_of("/events").part == ViewPart::events);
    CHECK(route_of("/events").experiment.empty());
    CHECK(route_of("/events?experiment=x1").experiment == "x1");
}

TEST_CASE("a query gives its values and can lose one") {
    CHECK(query_value("/?token=abc", "token") == "abc");
    CHECK(query_value("/?a=1&token=abc&b", "token") == "abc");
    CHECK(query_value("/?a=1&b", "b") == "");
    CHECK(query_value("/?t%6Fken=a%62c", "token") == "abc");
    CHECK(query_value("/?token=a%zz%", "token") == "a%zz%");
    CHECK(query_value("/?token=a=b", "token") == "a=b");
    CHECK_FALSE(query_value("/token=abc", "token"));
    CHECK_FALSE(query_value("/?tokens=abc", "token"));
    CHECK(without_query_value("/?token=abc", "token") == "/");
    CHECK(without_query_value("/compare?a=1&token=abc&b=2&token=d", "token") == "/compare?a=1&b=2");
    CHECK(without_query_value("/x", "token") == "/x");
}

TEST_CASE("what may not stand in a query is encoded, and comes back") {
    CHECK(percent_encoded("2026-a_b.c~:d e/\xC3\xA9&") == "2026-a_b.c~%3Ad%20e%2F%C3%A9%26");
    const std::string odd = "a&b=c%:\"<>\n+ \xFF";
    CHECK(query_value("/?x=" + percent_encoded(odd), "x") == odd);
}
