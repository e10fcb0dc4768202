#include "config/base_url.hpp"

#include <catch2/catch_all.hpp>

using namespace kilter;

TEST_CASE("Base URLs that an engine may have") {
    struct Case {
        std::string_view url, result;
    };
    const Case cases[] = {
        {"http://h", "http://h"},
        {"http://h/", "http://h"},
        {"http://h/v1", "http://h/v1"},
        {"https://h.example:8443/v1//", "https://h.example:8443/v1"},
        {"HTTP://H:80/v1/chat/completions", "HTTP://H:80/v1/chat/completions"},
        {"http://[::1]:8000/v1", "http://[::1]:8000/v1"},
        {"http://127.0.0.1:1", "http://127.0.0.1:1"},
        {"http://h/a@b", "http://h/a@b"},
    };
    for (const Case& one : cases) {
        INFO(one.url);
        const auto result = check_base_url(one.url);
        REQUIRE(result.has_value());
        CHECK(*result == one.result);
    }
}

TEST_CASE("Base URLs that are refused, and why; credentials are not repeated") {
    struct Case {
        std::string_view url, reason;
    };
    const Case cases[] = {
        {"", "must start with http"},
        {"localhost:8000/v1", "must start with http"},
        {"ftp://h/v1", "must start with http"},
        {"http:/h", "must start with http"},
        {"http://", "needs a host"},
        {"http:///v1", "needs a host"},
        {"http://:80", "needs a host"},
        {"http://h:", "needs a host"},
        {"http://h:0", "needs a host"},
        {"http://h:65536", "needs a host"},
        {"http://h:80x", "needs a host"},
        {"http://[::1", "needs a host"},
        {"http://[]:80", "needs a host"},
        {"http://[::1]80", "needs a host"},
        {"http://user:secret@h/v1", "credentials in a URL are not allowed, use api_key_env"},
        {"http://secret@h/v1", "credentials in a URL are not allowed, use api_key_env"},
        {"http://h/v1?key=secret", "must not have a query"},
        {"http://h/v1#secret", "must not have a query"},
        {"http://h/v 1", "no place in a URL"},
        {"http://h/\tv1", "no place in a URL"},
    };
    for (const Case& one : cases) {
        INFO(one.url);
        const auto result = check_base_url(one.url);
        REQUIRE(result.has_error());
        CHECK(result.error().message.find(one.reason) != std::string::npos);
        CHECK(result.error().message.find("secret") == std::string::npos);
    }
}
