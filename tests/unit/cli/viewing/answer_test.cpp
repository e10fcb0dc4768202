#include "cli/viewing/answer.hpp"

#include <catch2/catch_all.hpp>

using namespace kilter;
using Catch::Matchers::ContainsSubstring;

namespace {

const ViewSecret k_secret{"t0ken", 4321};

ViewRequest asking(const std::string& target) {
    ViewRequest request;
    request.method = "GET";
    request.target = target;
    return request;
}

std::string header(const ViewAnswer& answer, const std::string& name) {
    for (const auto& [key, value] : answer.headers)
        if (key == name) return value;
    return "(none)";
}

}  // namespace

TEST_CASE("every answer forbids to cache, frame, sniff and tell where one came from") {
    ViewAnswer answer;
    answer.body = "four";
    const std::string kept = head_of(answer, "default-src 'none'", true);
    CHECK_THAT(kept, Catch::Matchers::StartsWith("HTTP/1.1 200 OK\r\n"));
    CHECK_THAT(kept, ContainsSubstring("\r\nContent-Length: 4\r\n"));
    CHECK_THAT(kept, ContainsSubstring("\r\nConnection: keep-alive\r\n"));
    CHECK_THAT(head_of(answer, "p", false), ContainsSubstring("\r\nConnection: close\r\n"));
    ViewAnswer nothing;
    nothing.status = 204;
    CHECK_THAT(head_of(nothing, "p", true), !ContainsSubstring("Content-Length"));
    for (const std::string& head : {kept, event_stream_head("default-src 'none'")}) {
        CHECK_THAT(head, Catch::Matchers::EndsWith("\r\n\r\n"));
        for (const char* line :
             {"Cache-Control: no-store", "Content-Security-Policy: default-src 'none'",
              "X-Content-Type-Options: nosniff", "X-Frame-Options: DENY",
              "Referrer-Policy: no-referrer", "Cross-Origin-Resource-Policy: same-origin"})
            CHECK_THAT(head, ContainsSubstring("\r\n" + std::string{line} + "\r\n"));
    }
    CHECK_THAT(event_stream_head("p"), ContainsSubstring("Content-Type: text/event-stream\r\n"));
}

TEST_CASE("an event takes a data line for each line of its data") {
    CHECK(event_text("progress", "{\"a\":1}") == "event: progress\ndata: {\"a\":1}\n\n");
    CHECK(event_text("x", "") == "event: x\ndata: \n\n");
    CHECK(event_text("x", "a\nb\r\nc\rd\n") ==
          "event: x\ndata: a\ndata: b\ndata: c\ndata: d\ndata: \n\n");
    CHECK(heartbeat_text() == ": still here\n\n");
}

TEST_CASE("an exchange leads to the same page without the token, and never to another host") {
    struct Case {
        const char* target;
        const char* location;
    };
    for (const Case& one :
         {Case{"/?token=t0ken", "/"}, Case{"/compare?a=1&token=t0ken", "/compare?a=1"},
          Case{"//evil.example/?token=t0ken", "/"}, Case{"/\\evil.example/?token=t0ken", "/"},
          Case{"http://evil.example/?token=t0ken", "/"}}) {
        INFO(one.target);
        const ViewAnswer answer = answer_for(Admission::exchange, asking(one.target), k_secret);
        CHECK(answer.status == 303);
        CHECK(header(answer, "Location") == one.location);
        CHECK(header(answer, "Set-Cookie") == cookie_for(k_secret));
    }
}

TEST_CASE("who is not welcome is told why, and learns no token") {
    struct Case {
        Admission admission;
        int status;
    };
    for (const Case& one : {Case{Admission::wrong_host, 403}, Case{Admission::wrong_method, 405},
                            Case{Admission::other_site, 403}, Case{Admission::no_token, 401}}) {
        const ViewAnswer answer = answer_for(one.admission, asking("/?token=x"), k_secret);
        CHECK(answer.status == one.status);
        CHECK(answer.body.find("t0ken") == std::string::npos);
        CHECK(header(answer, "Set-Cookie") == "(none)");
    }
    CHECK(header(answer_for(Admission::wrong_method, asking("/"), k_secret), "Allow") ==
          "GET, HEAD");
}

TEST_CASE("a page about a problem shows text as text") {
    const ViewAnswer answer = problem_answer(404, "No <b>", "\"x\" & <script>");
    CHECK(answer.status == 404);
    CHECK_THAT(answer.body, ContainsSubstring("<h1>No &lt;b&gt;</h1>"));
    CHECK_THAT(answer.body, ContainsSubstring("&quot;x&quot; &amp; &lt;script&gt;"));
}
