// The small parts of the client, without a socket.
#include <cerrno>

#include "harness/engine/curl_errors.hpp"
#include "harness/engine/response_head.hpp"
#include "harness/engine/secret_filter.hpp"
#include "harness/engine/spill_buffer.hpp"

using namespace kilter;
using namespace std::chrono_literals;

TEST_CASE("The secret filter finds the key for every cut") {
    const std::string key = "ababababac";  // its own beginnings repeat inside it
    const std::string text = "xabababababac-ababababac-abababab";
    const std::string want = "xab[secret]-[secret]-abababab";
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        INFO(cut);
        SecretFilter filter(key);
        std::string out = filter.feed(text.substr(0, cut));
        out += filter.feed(text.substr(cut));
        out += filter.finish();
        CHECK(out == want);
        CHECK(filter.replaced());
    }
}

TEST_CASE("Placeholders are no secrets, and no key means no filter") {
    CHECK(without_secret("EMPTY none", "EMPTY") == "EMPTY none");
    CHECK(without_secret("text", "") == "text");
    SecretFilter filter("sk-12345678");
    CHECK(filter.feed("sk-1234") == "");
    CHECK(filter.finish() == "sk-1234");
    CHECK_FALSE(filter.replaced());
}

TEST_CASE("The spill buffer gives back its bytes in order, from memory and from its file") {
    SpillBuffer buffer(8);
    CHECK(buffer.take().empty());
    buffer.append("12345678");
    CHECK_FALSE(buffer.spilled());
    buffer.append("9");
    CHECK(buffer.spilled());
    buffer.append("ab");
    buffer.append("cdefghijkl");
    CHECK(buffer.size() == 21);
    CHECK(buffer.take() == "123456789abcdefghijkl");
    CHECK(buffer.size() == 0);
    buffer.append("again");
    CHECK(buffer.take() == "again");
}

TEST_CASE("Response heads: any case of letters, last response counts, odd lines do no harm") {
    ResponseHead head;
    const std::chrono::system_clock::time_point now{};
    for (const char* line : {"HTTP/1.1 100 Continue\r\n", "Server: old\r\n", "\r\n",
                             "HTTP/1.1 429 X\r\n", "CONTENT-TYPE:text/html\r\n", "no colon\r\n",
                             ": nameless\r\n", "Retry-After: soon\r\n"}) {
        head.line(line, now);
    }
    CHECK(head.server().empty());
    CHECK(head.content_type() == "text/html");
    CHECK_FALSE(head.retry_after().has_value());
}

TEST_CASE("Failures of the transport in one line") {
    const auto line = [](CURLcode code, long os_error = 0) {
        return describe({code, os_error, "", "http://h:8000/v1/models", 10s});
    };
    CHECK(line(CURLE_COULDNT_CONNECT, ECONNREFUSED) ==
          "cannot reach http://h:8000: connection refused; is the engine running?");
    CHECK(line(CURLE_COULDNT_RESOLVE_HOST) ==
          "cannot reach http://h:8000: unknown host; is base_url spelled right?");
    CHECK(
        line(CURLE_OPERATION_TIMEDOUT) ==
        "cannot reach http://h:8000: no connection within 10 s; is the engine running, and does a "
        "firewall let it through?");
    CHECK(in_words(30min) == "30 min");
    CHECK(in_words(90s) == "90 s");
    CHECK(in_words(1500ms) == "1500 ms");
    CHECK(in_words(0ms) == "0 ms");
    CHECK(origin_of("http://[::1]:9/v1") == "http://[::1]:9");
    CHECK(origin_of("http://h") == "http://h");
}
