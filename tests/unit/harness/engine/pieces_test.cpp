// The small parts of the client, without a socket.
#include <catch2/catch_all.hpp>
#include <cerrno>
#include <memory>
#include <vector>

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
    CHECK(without_secrets("EMPTY none", {"EMPTY"}) == "EMPTY none");
    CHECK(without_secrets("text", {""}) == "text");
    CHECK(without_secrets("text", {}) == "text");
    SecretFilter filter("sk-12345678");
    CHECK(filter.feed("sk-1234") == "");
    CHECK(filter.finish() == "sk-1234");
    CHECK_FALSE(filter.replaced());
}

TEST_CASE("Several secrets are found for every cut, also one beside the other") {
    const std::vector<std::string> secrets = {"key-aaaa", "", "password", "short"};
    const std::string text = "1 passwordkey-aaaa 2 key-aaaapassword 3 passwor short";
    const std::string want = "1 [secret][secret] 2 [secret][secret] 3 passwor short";
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        INFO(cut);
        SecretFilters filters(secrets);
        std::string out = filters.feed(text.substr(0, cut));
        out += filters.feed(text.substr(cut));
        out += filters.finish();
        CHECK(out == want);
        CHECK(filters.replaced());
    }
    CHECK_FALSE(SecretFilters({}).replaced());
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

TEST_CASE("Buffers that share a budget hold less each, the more of them are open") {
    // 1 MiB: 32 KiB for each of 32; 8 KiB for each of 128; never less than 4 KiB.
    const auto budget = std::make_shared<SpillBudget>(std::size_t{1} << 20);
    std::vector<std::unique_ptr<SpillBuffer>> open;
    const auto open_up_to = [&](std::size_t count) {
        while (open.size() < count) open.push_back(std::make_unique<SpillBuffer>(budget));
    };
    CHECK(budget->beyond() == 32768);
    open_up_to(32);
    CHECK(budget->beyond() == 32768);
    open.front()->append(std::string(9000, 'a'));
    CHECK_FALSE(open.front()->spilled());
    open_up_to(128);
    CHECK(budget->beyond() == 8192);
    open.front()->append("b");
    CHECK(open.front()->spilled());
    open.back()->append(std::string(8192, 'c'));
    CHECK_FALSE(open.back()->spilled());
    open.back()->append("d");
    CHECK(open.back()->spilled());
    CHECK(open.front()->take() == std::string(9000, 'a') + "b");
    CHECK(open.back()->take() == std::string(8192, 'c') + "d");
    open_up_to(1000);
    CHECK(budget->beyond() == 4096);
    open.clear();
    CHECK(budget->beyond() == 32768);
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

TEST_CASE("A compressed body is known by its header, and identity is none") {
    const auto compression = [](const char* line) {
        ResponseHead head;
        head.line("HTTP/1.1 200 OK\r\n", {});
        head.line(line, {});
        return head.compression();
    };
    CHECK(compression("content-encoding: gzip\r\n") == "gzip");
    CHECK(compression("Content-Encoding: Identity\r\n").empty());
    CHECK(compression("Content-Encoding:\r\n").empty());
}

TEST_CASE("Failures behind a proxy name the proxy, never its login") {
    const Proxy proxy = proxy_for("http://h:8000/", [](const char* name) {
        return std::string(name == std::string_view("http_proxy") ? "http://me:pw1@proxy:3128"
                                                                  : "");
    });
    const auto line = [&](CURLcode code, long proxy_status = 0, std::string_view details = {},
                          long os_error = 0) {
        CurlFailure failure{code, os_error, details, "http://h:8000/v1/models", 10s};
        failure.proxy = &proxy;
        failure.proxy_status = proxy_status;
        return describe(failure);
    };
    const std::string who = "the proxy http://proxy:3128 (http_proxy)";
    CHECK(line(CURLE_COULDNT_CONNECT, 0, {}, ECONNREFUSED) ==
          "cannot reach " + who +
              " in front of http://h:8000: connection refused; is it running, and is the variable "
              "right?");
    CHECK(line(CURLE_COULDNT_RESOLVE_PROXY) ==
          "cannot reach " + who +
              " in front of http://h:8000: unknown host; is the variable right?");
    CHECK(line(CURLE_OPERATION_TIMEDOUT) ==
          "cannot reach " + who + " in front of http://h:8000: no connection within 10 s");
    CHECK(line(CURLE_RECV_ERROR, 403) ==
          who +
              " refuses to connect to http://h:8000: HTTP 403; no_proxy names hosts that go "
              "without it");
    CHECK(line(CURLE_RECV_ERROR, 407) ==
          who +
              " refuses to connect to http://h:8000: HTTP 407; it wants a login: "
              "http_proxy=http://USER:PASSWORD@HOST:PORT");
    // After a tunnel stood, what breaks may be either's doing.
    CHECK(line(CURLE_GOT_NOTHING, 200) ==
          "the engine closed the connection without an answer; asked through " + who);
    // curl repeats what it cannot read, password and all, even one too short to be searched for.
    CHECK(
        line(CURLE_COULDNT_CONNECT, 0, "Unsupported proxy scheme for 'http://me:pw1@proxy:3128'") ==
        "cannot reach " + who +
            " in front of http://h:8000: Unsupported proxy scheme for 'http://proxy:3128'; is it "
            "running, and is the variable right?");
}

TEST_CASE("Certificates that are unknown or cannot be read: what to do") {
    TrustedCertificates trusted;
    CurlFailure failure{CURLE_PEER_FAILED_VERIFICATION, 0, "self-signed certificate",
                        "https://h:8000/v1/models", 10s};
    failure.trusted = &trusted;
    CHECK(
        describe(failure) ==
        "cannot reach https://h:8000: TLS failed: self-signed certificate; base_url must have the "
        "certificate's name, and where this machine does not know its issuer, CURL_CA_BUNDLE or "
        "SSL_CERT_FILE names a PEM file with the issuer's certificate");
    trusted.variable = "CURL_CA_BUNDLE";
    CHECK(describe(failure).ends_with("with the issuer's certificate (in force: CURL_CA_BUNDLE)"));
    trusted.variable.clear();
    failure.code = CURLE_SSL_CACERT_BADFILE;
    failure.details = "no such file";
    CHECK(describe(failure) ==
          "cannot reach https://h:8000: TLS failed: no such file; the certificates that this "
          "machine trusts cannot be read");
    trusted.variable = "SSL_CERT_FILE";
    CHECK(describe(failure) ==
          "cannot reach https://h:8000: TLS failed: no such file; SSL_CERT_FILE names what cannot "
          "be read");
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
