#include "base/json/real.hpp"

#include <catch2/catch_all.hpp>
#include <limits>

#include "base/json/write.hpp"

using namespace kilter;

TEST_CASE("a double becomes the shortest number that reads back as the same") {
    const auto [value, text] = GENERATE(table<double, std::string>({
        {0.0, "0"},
        {-0.0, "-0"},
        {1.0, "1"},
        {0.1, "0.1"},
        {1.0 / 3, "0.3333333333333333"},
        {297.5, "297.5"},
        {1e300, "1e+300"},
        {5e-324, "5e-324"},
    }));
    CHECK(json::write(json::make_real(value)) == text);
    std::string out = "[";
    json::append_real(out, value);
    CHECK(out == "[" + text);
}

TEST_CASE("what is not finite is null") {
    using Limits = std::numeric_limits<double>;
    for (const double value : {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity()}) {
        CHECK(json::make_real(value).is_null());
        std::string out;
        json::append_real(out, value);
        CHECK(out == "null");
    }
}
