// HttpEngineClient over real sockets: what goes out, what comes back, how it can end.
#include <catch2/catch_all.hpp>

#include "harness/engine/spill_buffer.hpp"
#include "tests/support/exchange_fixture.hpp"
#include "tests/unit/harness/wire/chat_bytes.hpp"

using namespace kilter;
using namespace kilter::test;
using Catch::Matchers::ContainsSubstring;
using Kind = TransferEnd::Kind;
using Then = ScriptedReply::Then;

TEST_CASE("A whole answer: status, headers, body, pieces, one connection") {
    const std::string reply = http_reply(
        "200 OK", "Content-Type: application/json\r\nServer: llama.cpp\r\n", "{\"a\":1}");
    ExchangeFixture fixture(always({{reply}, Then::keep}));
    std::string pieces;
    const HttpExchange exchange =
        fixture.run_one(fixture.request("{\"x\":1}"), [&](auto bytes, auto) {
            pieces += bytes;
            return true;
        });
    CHECK(exchange.end.kind == Kind::complete);
    CHECK(exchange.end.http_status == 200);
    CHECK(exchange.end.content_type == "application/json");
    CHECK(exchange.server_header == "llama.cpp");
    CHECK(exchange.body == "{\"a\":1}");
    CHECK(pieces == exchange.body);
    CHECK(exchange.new_connections == 1);
    CHECK(exchange.total.count() > 0);
    CHECK_FALSE(exchange.secret_replaced);
    REQUIRE(fixture.server.asked().size() == 1);
    CHECK(fixture.server.asked()[0].body == "{\"x\":1}");
}

TEST_CASE("A body that went to its file stays there where the request allows it") {
    std::string body;  // beyond what is held in memory
    while (body.size() < 3 * k_spill_beyond) body += std::to_string(body.size()) + " ";
    for (const bool allowed : {true, false}) {
        INFO(allowed);
        ExchangeFixture fixture(always({{http_ok(body)}, Then::keep}));
        HttpRequest request = fixture.request();
        request.may_stay_spilled = allowed;
        const HttpExchange exchange = fixture.run_one(std::move(request));
        REQUIRE((exchange.spilled != nullptr) == allowed);
        CHECK(exchange.body == (allowed ? "" : body));
        if (allowed) CHECK(exchange.spilled->take() == body);
    }
    ExchangeFixture fixture(always({{http_ok("short")}, Then::keep}));
    HttpRequest request = fixture.request();
    request.may_stay_spilled = true;
    const HttpExchange exchange = fixture.run_one(std::move(request));
    CHECK(exchange.spilled == nullptr);
    CHECK(exchange.body == "short");
}

TEST_CASE("The request's head: no Expect, no compression, the key, the accepted type") {
    ExchangeFixture fixture(always({{http_ok("{}")}, Then::keep}));
    HttpRequest request = fixture.request(std::string(3 << 20, 'x'));  // beyond curl's Expect limit
    request.api_key = "sk-0123456789";
    request.stream = true;
    fixture.run_one(std::move(request));
    const std::string& head = fixture.server.asked().at(0).head;
    CHECK_THAT(head, ContainsSubstring("POST /v1/chat/completions HTTP/1.1\r\n"));
    CHECK_THAT(head, ContainsSubstring("Accept: text/event-stream\r\n"));
    CHECK_THAT(head, ContainsSubstring("Accept-Encoding: identity\r\n"));
    CHECK(head.find("Accept-Encoding", head.find("Accept-Encoding") + 1) == std::string::npos);
    CHECK_THAT(head, ContainsSubstring("Content-Type: application/json\r\n"));
    CHECK_THAT(head, ContainsSubstring("Authorization: Bearer sk-0123456789\r\n"));
    CHECK_THAT(head, ContainsSubstring("Content-Length: 3145728\r\n"));
    CHECK_THAT(head, !ContainsSubstring("Expect"));
    CHECK(fixture.server.asked()[0].body.size() == 3 << 20);
}

TEST_CASE("A GET has no body, no key where none is given, and accepts JSON") {
    ExchangeFixture fixture(always({{http_ok("{}")}, Then::keep}));
    HttpRequest request = fixture.request();
    request.method = "GET";
    fixture.run_one(std::move(request));
    const std::string& head = fixture.server.asked().at(0).head;
    CHECK_THAT(head, ContainsSubstring("GET /v1/chat/completions"));
    CHECK_THAT(head, ContainsSubstring("Accept: application/json\r\n"));
    CHECK_THAT(head, !ContainsSubstring("Authorization"));
    CHECK_THAT(head, !ContainsSubstring("Content-Length"));
}

TEST_CASE("B21 B22 a stream that arrives byte by byte is read like one in one piece") {
    const std::string body = content_delta("é✓🙂ő") + finish_event("stop") + k_done;
    std::string reply =
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";
    ExchangeFixture fixture(always({one_byte_each(reply + body), Then::close}));
    ResponseReader reader({"think"});
    const HttpExchange exchange = fixture.run_one(fixture.request(), [&](auto bytes, auto when) {
        reader.feed(bytes, when);
        return true;
    });
    CHECK(exchange.body == body);
    const WireResult result = reader.finish(exchange.end, exchange.total);
    CHECK(result.outcome == Outcome::answered);
    CHECK(result.completion.content.text == "é✓🙂ő");
    CHECK(result.completion.timings.first_token_ms.value() <= exchange.total.count());
}

TEST_CASE("B31 cut streams: by a clean close, in a chunk, by a reset, without a word") {
    const std::string event = content_delta("x");
    const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";
    struct Case {
        std::string name;
        ScriptedReply reply;
        Kind kind;
        std::string message;
    };
    const std::vector<Case> cases = {
        {"clean close", {{head + "\r\n" + event}, Then::close}, Kind::complete, ""},
        {"in a chunk",
         {{head + "Transfer-Encoding: chunked\r\n\r\nfff\r\n" + event}, Then::close},
         Kind::transport_error,
         "cut in the middle"},
        {"short of its length",
         {{head + "Content-Length: 9999\r\n\r\n" + event}, Then::close},
         Kind::transport_error,
         "cut in the middle"},
        {"nothing at all", {{}, Then::close}, Kind::transport_error, "without an answer"},
        {"not HTTP", {{"SSH-2.0-OpenSSH_9\r\n"}, Then::close}, Kind::transport_error, "HTTP"},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        ExchangeFixture fixture(always(c.reply));
        const HttpExchange exchange = fixture.run_one(fixture.request());
        CHECK(exchange.end.kind == c.kind);
        CHECK_THAT(exchange.end.message, ContainsSubstring(c.message));
        if (!c.reply.pieces.empty() && c.name != "not HTTP") CHECK(exchange.body == event);
    }
}

TEST_CASE("Errors of the server come back with status and body; redirects are not followed") {
    for (const auto& [line, status] : std::vector<std::pair<std::string, int>>{
             {"401 Unauthorized", 401}, {"404 Not Found", 404}, {"502 Bad Gateway", 502}}) {
        ExchangeFixture fixture(always(
            {{http_reply(line, "Content-Type: text/html\r\n", "<html>no</html>")}, Then::keep}));
        const HttpExchange exchange = fixture.run_one(fixture.request());
        CHECK(exchange.end.kind == Kind::complete);
        CHECK(exchange.end.http_status == status);
        CHECK(exchange.body == "<html>no</html>");
    }
    ExchangeFixture moved(always(
        {{http_reply("307 Temporary Redirect", "Location: /elsewhere\r\n", "")}, Then::keep}));
    CHECK(moved.run_one(moved.request()).end.http_status == 307);
    CHECK(moved.server.asked().size() == 1);
}

TEST_CASE("Retry-After is handed on, the vendor's milliseconds first") {
    ExchangeFixture both(always(
        {{http_reply("429 Too Many Requests", "retry-after: 7\r\nRetry-After-Ms: 250\r\n", "")},
         Then::keep}));
    CHECK(both.run_one(both.request()).end.retry_after == std::chrono::milliseconds{250});
    ExchangeFixture one(
        always({{http_reply("503 Service Unavailable", "Retry-After: 7\r\n", "")}, Then::keep}));
    CHECK(one.run_one(one.request()).end.retry_after == std::chrono::seconds{7});
}

TEST_CASE("A 1xx response before the answer leaves no trace") {
    ExchangeFixture fixture(
        always({{"HTTP/1.1 103 Early Hints\r\nServer: wrong\r\n\r\n", http_ok("{}")}, Then::keep}));
    const HttpExchange exchange = fixture.run_one(fixture.request());
    CHECK(exchange.end.http_status == 200);
    CHECK(exchange.server_header.empty());
    CHECK(exchange.body == "{}");
}

TEST_CASE("Nobody listens: one clear line") {
    ExchangeFixture fixture(always({}));
    HttpRequest request = fixture.request();
    fixture.server.stop();
    // The port was free a moment ago and nobody listens on it now.
    const HttpExchange exchange = fixture.run_one(std::move(request));
    CHECK(exchange.end.kind == Kind::transport_error);
    CHECK(exchange.end.http_status == 0);
    CHECK_THAT(exchange.end.message, ContainsSubstring("cannot reach http://127.0.0.1:"));
    CHECK_THAT(exchange.end.message,
               ContainsSubstring("connection refused; is the engine running?"));
}

TEST_CASE("Silence ends an exchange: before the first byte and after it") {
    ExchangeFixture silent(always({{}, Then::hang}));
    HttpRequest first = silent.request();
    first.timeout.first_byte = std::chrono::milliseconds{50};
    const HttpExchange none = silent.run_one(std::move(first));
    CHECK(none.end.kind == Kind::timeout);
    CHECK_THAT(none.end.message, ContainsSubstring("within 50 ms (timeout.first_byte)"));

    const std::string head = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n";
    ExchangeFixture stalled(always({{head + "abc"}, Then::hang}));
    HttpRequest second = stalled.request();
    second.timeout.first_byte.reset();
    second.timeout.idle = std::chrono::milliseconds{50};
    const HttpExchange half = stalled.run_one(std::move(second));
    CHECK(half.end.kind == Kind::timeout);
    CHECK_THAT(half.end.message, ContainsSubstring("no byte for 50 ms"));
    CHECK(half.body == "abc");
    CHECK(half.end.http_status == 200);

    ExchangeFixture slow(always({{head + "abc"}, Then::hang}));
    HttpRequest third = slow.request();
    third.timeout.total = std::chrono::milliseconds{50};
    const HttpExchange total = slow.run_one(std::move(third));
    CHECK(total.end.kind == Kind::timeout);
    CHECK_THAT(total.end.message, ContainsSubstring("timeout.total"));
}

TEST_CASE("on_bytes stops the transfer, and its exception comes out of the await") {
    const std::string head = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc";
    ExchangeFixture fixture(always({{head}, Then::hang}));
    const HttpExchange exchange =
        fixture.run_one(fixture.request(), [](auto, auto) { return false; });
    CHECK(exchange.end.kind == Kind::stopped_by_client);
    CHECK(exchange.body == "abc");

    ExchangeFixture throwing(always({{head}, Then::hang}));
    throwing.start(throwing.request(), [](auto, auto) -> bool { throw std::logic_error("bug"); });
    throwing.loop.run();
    REQUIRE(throwing.thrown);
    CHECK_THROWS_AS(std::rethrow_exception(throwing.thrown), std::logic_error);
}

TEST_CASE("A body beyond the limit is stopped") {
    HttpClientOptions options;
    options.max_body = 100;
    ExchangeFixture over(always({{http_ok(std::string(101, 'x'))}, Then::keep}), options);
    const HttpExchange exchange = over.run_one(over.request());
    CHECK(exchange.end.kind == Kind::transport_error);
    CHECK_THAT(exchange.end.message, ContainsSubstring("larger than 100 bytes"));
    ExchangeFixture just(always({{http_ok(std::string(100, 'x'))}, Then::keep}), options);
    CHECK(just.run_one(just.request()).end.kind == Kind::complete);
}

TEST_CASE("The key's bytes are replaced in the body, wherever the pieces are cut") {
    const std::string key = "sk-secret-aab";
    const std::string body = "your key sk-secret-aab is sk-secret-aa and sk-secret-aab";
    const std::string want = "your key [secret] is sk-secret-aa and [secret]";
    ExchangeFixture fixture(
        always({one_byte_each(http_reply("401 Unauthorized", "Server: sk-secret-aab\r\n", body)),
                Then::keep}));
    HttpRequest request = fixture.request();
    request.api_key = key;
    std::string pieces;
    const HttpExchange exchange = fixture.run_one(std::move(request), [&](auto bytes, auto) {
        pieces += bytes;
        return true;
    });
    CHECK(exchange.body == want);
    CHECK(pieces == want);
    CHECK(exchange.secret_replaced);
    CHECK(exchange.server_header == "[secret]");
}

TEST_CASE("A key with a line break never reaches the wire") {
    ExchangeFixture fixture(always({{http_ok("{}")}, Then::keep}));
    HttpRequest request = fixture.request();
    request.api_key = "sk-0123456789\nX-Injected: 1";
    const HttpExchange exchange = fixture.run_one(std::move(request));
    CHECK(exchange.end.kind == Kind::transport_error);
    CHECK_THAT(exchange.end.message, ContainsSubstring("control character"));
    CHECK_THAT(exchange.end.message, !ContainsSubstring("sk-0123456789"));
    CHECK(fixture.server.asked().empty());
}

TEST_CASE("A header that is too large for libcurl is named") {
    const std::string large = "X-Large: " + std::string(400'000, 'x') + "\r\n";
    ExchangeFixture fixture(always({{http_reply("200 OK", large, "{}")}, Then::close}));
    const HttpExchange exchange = fixture.run_one(fixture.request());
    CHECK(exchange.end.kind == Kind::transport_error);
    CHECK_THAT(exchange.end.message, ContainsSubstring("header"));
}

TEST_CASE("A large body comes back whole through the spill file") {
    std::string body;
    for (int i = 0; body.size() < (5U << 20); ++i) body += std::to_string(i) + ",";
    ExchangeFixture fixture(always({{http_ok(body)}, Then::keep}));
    const HttpExchange exchange = fixture.run_one(fixture.request());
    CHECK(exchange.end.kind == Kind::complete);
    CHECK((exchange.body == body));
}
