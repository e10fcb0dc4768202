// Lets a failed REQUIRE(result) show the error's sentence. Include it wherever a Result is checked.
#pragma once

#include <catch2/catch_tostring.hpp>
#include <string>

#include "base/result.hpp"

template <class T>
struct Catch::StringMaker<boost::system::result<T, kilter::Error>> {
    static std::string convert(const boost::system::result<T, kilter::Error>& result) {
        return result.has_value() ? "a value" : "the error: " + result.error().message;
    }
};
