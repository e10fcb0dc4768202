#include "cli/viewing/admission.hpp"

#include <catch2/catch_all.hpp>

using namespace kilter;

namespace {

const ViewSecret k_secret{std::string(64, 'a'), 4321};

ViewRequest asking(const std::string& target = "/") {
    ViewRequest request;
    request.method = "GET";
    request.target = target;
    request.hosts = {"127.0.0.1:4321"};
    return request;
}

ViewRequest known() {
    ViewRequest request = asking();
    request.cookies = {"kilter-4321=" + k_secret.token};
    return request;
}

}  // namespace

TEST_CASE("only a request to this machine's own name and port is looked at") {
    for (const char* host : {"127.0.0.1:4321", "localhost:4321", "LocalHost:4321"}) {
        INFO(host);
        ViewRequest request = known();
        request.hosts = {host};
        CHECK(admit(request, k_secret) == Admission::welcome);
    }
    for (const char* host :
         {"", "127.0.0.1", "127.0.0.1:4322", "127.0.0.1:43210", "evil.example:4321", "localhost",
          "localhost.evil.example:4321", "127.0.0.1:4321.evil.example", "[::1]:4321",
          "127.0.0.1:4321@evil.example", " 127.0.0.1:4321"}) {
        INFO(host);
        ViewRequest request = known();
        request.hosts = {host};
        CHECK(admit(request, k_secret) == Admission::wrong_host);
    }
    ViewRequest request = known();
    request.hosts = {};
    CHECK(admit(request, k_secret) == Admission::wrong_host);
    request.hosts = {"127.0.0.1:4321", "127.0.0.1:4321"};
    CHECK(admit(request, k_secret) == Admission::wrong_host);
    const ViewSecret at_80{k_secret.token, 80};
    request.hosts = {"localhost"};
    request.cookies = {"kilter-80=" + at_80.token};
    CHECK(admit(request, at_80) == Admission::welcome);
}

TEST_CASE("nothing but reading is answered, with the token or without") {
    for (const char* method :
         {"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "CONNECT", "TRACE", "get"}) {
        INFO(method);
        ViewRequest request = known();
        request.method = method;
        CHECK(admit(request, k_secret) == Admission::wrong_method);
    }
    ViewRequest request = known();
    request.method = "HEAD";
    CHECK(admit(request, k_secret) == Admission::welcome);
}

TEST_CASE("the token comes by cookie or by header") {
    CHECK(admit(asking(), k_secret) == Admission::no_token);
    CHECK(admit(known(), k_secret) == Admission::welcome);
    struct Case {
        const char* name;
        std::string cookie, authorization;
        Admission expected;
    };
    const std::string token = k_secret.token, wrong(64, 'b');
    const Case cases[] = {
        {"among others", "x=1; kilter-4321=" + token + "; y", "", Admission::welcome},
        {"of another port first", "kilter-99=" + wrong + ";kilter-4321=" + token, "",
         Admission::welcome},
        {"a wrong one before the right one", "kilter-4321=" + wrong + "; kilter-4321=" + token, "",
         Admission::welcome},
        {"another name", "kilter-43210=" + token, "", Admission::no_token},
        {"wrong", "kilter-4321=" + wrong, "", Admission::no_token},
        {"a part of it", "kilter-4321=" + token.substr(1), "", Admission::no_token},
        {"empty", "kilter-4321=", "", Admission::no_token},
        {"no value", "kilter-4321", "", Admission::no_token},
        {"header", "", "Bearer " + token, Admission::welcome},
        {"header, other case", "", "bearer  " + token, Admission::welcome},
        {"header, wrong", "", "Bearer " + wrong, Admission::no_token},
        {"header, other scheme", "", "Basic " + token, Admission::no_token},
        {"header, no scheme", "", token, Admission::no_token},
        {"header, short", "", "B", Admission::no_token},
    };
    for (const Case& one : cases) {
        INFO(one.name);
        ViewRequest request = asking();
        if (!one.cookie.empty()) request.cookies = {one.cookie};
        request.authorization = one.authorization;
        CHECK(admit(request, k_secret) == one.expected);
    }
}

TEST_CASE("the token in the address is exchanged, and a wrong one is not overlooked") {
    CHECK(admit(asking("/?token=" + k_secret.token), k_secret) == Admission::exchange);
    CHECK(admit(asking("/compare?a=1&token=" + k_secret.token), k_secret) == Admission::exchange);
    CHECK(admit(asking("/?token=" + std::string(64, 'b')), k_secret) == Admission::no_token);
    ViewRequest request = known();
    request.target = "/?token=";
    CHECK(admit(request, k_secret) == Admission::no_token);
}

TEST_CASE("pages of other origins may link here, no more") {
    for (const char* site : {"cross-site", "same-site"}) {
        INFO(site);
        ViewRequest request = known();
        request.fetch_site = site;
        request.fetch_mode = "no-cors";
        CHECK(admit(request, k_secret) == Admission::other_site);
        request.fetch_mode = "navigate";
        CHECK(admit(request, k_secret) == Admission::welcome);
    }
    for (const char* site : {"", "none", "same-origin"}) {
        INFO(site);
        ViewRequest request = known();
        request.fetch_site = site;
        request.fetch_mode = "cors";
        CHECK(admit(request, k_secret) == Admission::welcome);
    }
}

TEST_CASE("the cookie is for this server's pages only") {
    CHECK(cookie_for(k_secret) ==
          "kilter-4321=" + k_secret.token + "; Path=/; HttpOnly; SameSite=Strict");
}
