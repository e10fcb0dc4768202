#include "harness/sim/sim_server.hpp"

#include <catch2/catch_all.hpp>

#include "base/files.hpp"
#include "base/json/write.hpp"
#include "base/sha256.hpp"
#include "tests/support/temp_folder.hpp"
#include "tests/unit/harness/sim/raw_client.hpp"

using namespace kilter;
using namespace kilter::test;
using Catch::Matchers::ContainsSubstring;

namespace {

std::shared_ptr<const Scenario> bundled(const std::string& name) {
    return load_scenario(name, source_root()).value();
}

// The request body of an item, as any client might write it.
std::string ask(const std::string& model, const Item& item, bool stream) {
    std::string messages;
    for (const Message& one : item.messages) {
        if (!messages.empty()) messages += ',';
        messages +=
            "{\"role\":" + json::quote(one.role) + ",\"content\":" + json::quote(one.content) + "}";
    }
    return "{\"model\":" + json::quote(model) + ",\"messages\":[" + messages + "],\"stream\":" +
           (stream ? "true,\"stream_options\":{\"include_usage\":true}" : "false") + "}";
}

const Item& item_of(const Scenario& scenario, const std::string& id) {
    return *scenario.suites.front().find(id);
}

const std::string k_hello = R"({"model":"anything","messages":[{"role":"user","content":"Hi"}]})";

}  // namespace

TEST_CASE("the steady scenario answers any request for any model, whole and as a stream") {
    RunningSim sim{bundled("steady")};
    const RawResponse whole = post(sim.port(), k_hello);
    CHECK(whole.status == 200);
    CHECK(whole.whole);
    CHECK_THAT(whole.head, ContainsSubstring("Content-Type: application/json"));
    CHECK_THAT(whole.body, ContainsSubstring(R"("content":"{\"answer\": \"steady\"}")"));

    const std::string streamed =
        R"({"model":"other","messages":[{"role":"user","content":"Hi"}],"stream":true})";
    const RawResponse stream = post(sim.port(), streamed);
    CHECK(stream.status == 200);
    CHECK(stream.whole);
    CHECK_THAT(stream.head, ContainsSubstring("Content-Type: text/event-stream"));
    const auto events = payloads(stream.body);
    REQUIRE(events.size() == 5);  // role, 16 + 4 code points, finish, [DONE]
    CHECK_THAT(events[1], ContainsSubstring(R"({"content":"{\"answer\": \"stea"})"));
    CHECK(events[4] == "[DONE]");
}

TEST_CASE("the pages beside chat completions") {
    RunningSim sim{bundled("starter")};
    CHECK(get(sim.port(), "/health").status == 200);
    CHECK(get(sim.port(), "/version").status == 200);
    const RawResponse models = get(sim.port(), "/v1/models?x=1");
    CHECK(models.status == 200);
    CHECK_THAT(models.body, ContainsSubstring(R"("id":"racing","object":"model")"));
    CHECK_THAT(models.body, ContainsSubstring(R"("owned_by":"kilter-sim")"));
    const RawResponse unknown = get(sim.port(), "/metrics");
    CHECK(unknown.status == 404);
    CHECK_THAT(unknown.body, ContainsSubstring(R"("error":{"message":)"));
    CHECK(get(sim.port(), "/v1/chat/completions").status == 405);
    CHECK(send_raw(sim.port(), "nonsense\r\n\r\n").status == 400);
}

TEST_CASE("requests that cannot be answered are refused with an OpenAI error body") {
    struct Case {
        const char* name;
        std::string body;
        int status;
        const char* expected;
    };
    const Case cases[] = {
        {"no JSON", "{\"model\":", 400, "the body is no JSON"},
        {"no object", "[]", 400, "must be a JSON object"},
        {"no model", R"({"messages":[{"role":"user","content":"x"}]})", 400, "`model`"},
        {"no messages", R"({"model":"steady","messages":[]})", 400, "`messages`"},
        {"no role", R"({"model":"steady","messages":[{"content":"x"}]})", 400, "`role`"},
        {"unknown model", k_hello, 404, "model_not_found"},
        {"no item of the suite", R"({"model":"steady","messages":[{"role":"user","content":"x"}]})",
         404, "item_not_found"},
    };
    RunningSim sim{bundled("starter")};
    for (const Case& one : cases) {
        INFO(one.name);
        const RawResponse response = post(sim.port(), one.body);
        CHECK(response.status == one.status);
        CHECK_THAT(response.body, ContainsSubstring(one.expected));
        CHECK_THAT(response.body, ContainsSubstring("invalid_request_error"));
    }
}

TEST_CASE("a key that is asked for and wrong is a 401, for models too") {
    const TempFolder folder;
    REQUIRE(write_file_atomically(
                folder / "s.yaml",
                "scenario: k\napi_key: sim-key\nengines: {\"*\": {other: {content: a}}}\n")
                .has_value());
    RunningSim sim{load_scenario((folder / "s.yaml").string(), source_root()).value()};
    CHECK(post(sim.port(), k_hello).status == 401);
    CHECK(post(sim.port(), k_hello, "Authorization: Bearer sim-kex\r\n").status == 401);
    CHECK(post(sim.port(), k_hello, "Authorization: Bearer sim-key\r\n").status == 200);
    CHECK(get(sim.port(), "/v1/models").status == 401);
    CHECK(get(sim.port(), "/v1/models", "Authorization: Bearer sim-key\r\n").status == 200);
    CHECK(get(sim.port(), "/health").status == 200);
}

TEST_CASE("the runs of an item come in order and begin anew after K") {
    const auto scenario = bundled("starter");
    RunningSim sim{scenario};
    const std::string body = ask("racing", item_of(*scenario, "S-HU-4"), false);
    std::vector<std::string> answers;
    for (int i = 0; i < 6; ++i) answers.push_back(post(sim.port(), body).body);
    CHECK(answers[0] != answers[2]);
    CHECK_THAT(answers[0], ContainsSubstring("2026-11-19"));
    CHECK_THAT(answers[2], ContainsSubstring("2026. november 19."));
    for (std::size_t i = 0; i < 3; ++i) CHECK(answers[i] == answers[i + 3]);

    const auto& log = sim.stop().log();
    REQUIRE(log.size() == 6);
    CHECK(log[5].run == 5);
    CHECK(log[5].item == "S-HU-4");
    CHECK(log[5].model == "racing");
    CHECK(log[5].body_sha256 == sha256_hex(body));
}

TEST_CASE(
    "other bytes for the same item are flagged in the answer, in the log and in the log file") {
    const TempFolder folder;
    const auto scenario = bundled("starter");
    SimOptions options;
    options.log_file = folder / "log.jsonl";
    RunningSim sim{scenario, options};
    const std::string body = ask("steady", item_of(*scenario, "S-EN-1"), false);
    CHECK(post(sim.port(), body).head.find("X-Kilter-Bytes") == std::string::npos);
    CHECK(post(sim.port(), body).head.find("X-Kilter-Bytes") == std::string::npos);
    const RawResponse changed = post(sim.port(), body + " ");
    CHECK(changed.status == 200);
    CHECK_THAT(changed.head, ContainsSubstring("X-Kilter-Bytes: differ"));
    CHECK(sim.stop().log().back().bytes_differ);
    const std::string lines = read_file(options.log_file).value();
    CHECK(std::count(lines.begin(), lines.end(), '\n') == 3);
    CHECK_THAT(lines, ContainsSubstring(R"("item":"S-EN-1","run":2,)"));
}

TEST_CASE("two requests on one connection are answered one after the other") {
    RunningSim sim{bundled("steady")};
    const std::string head = "POST /v1/chat/completions HTTP/1.1\r\nHost: t\r\nContent-Length: " +
                             std::to_string(k_hello.size()) + "\r\n";
    const std::string both = head + "\r\n" + k_hello + head + "Connection: close\r\n\r\n" + k_hello;
    const RawResponse response = send_raw(sim.port(), both);
    CHECK(response.status == 200);
    CHECK_THAT(response.body, ContainsSubstring("HTTP/1.1 200 OK"));
    CHECK(sim.stop().log().size() == 2);
    CHECK(sim.stop().peak_in_flight() == 1);
}

TEST_CASE("each fault looks on the wire as it is named") {
    struct Case {
        const char* item;
        int status;
        bool whole;
        const char* expected;  // in head or body
    };
    const Case cases[] = {
        {"fine", 200, true, "F-00"},
        {"status-400", 400, true, "invalid_request_error"},
        {"status-401", 401, true, "\"error\""},
        {"status-404", 404, true, "\"error\""},
        {"status-429", 429, true, "Retry-After: 1"},
        {"status-500", 500, true, "server_error"},
        {"status-503", 503, true, "Retry-After: 1"},
        {"html-502", 502, true, "<!DOCTYPE html>"},
        {"html-200", 200, true, "Content-Type: text/html"},
        {"error-200", 200, true, "{\"error\":{\"message\":"},
        {"cut-stream", 200, false, ""},
        {"no-finish", 200, true, "\"finish_reason\":null}]"},
        {"close-without-reply", 0, false, ""},
        {"invalid-utf8", 200, true, "\xC3\x28"},
        {"deep-body", 200, true, "[[[[[[[["},
        {"deep-content", 200, true, "[[[[[[[["},
        {"empty-content", 200, true, "\"content\":\"\""},
        {"null-content", 200, true, "\"content\":null"},
        {"cut-in-answer", 200, true, "\"finish_reason\":\"length\""},
    };
    const auto scenario = bundled("faults");
    RunningSim sim{scenario};
    for (const Case& one : cases) {
        for (const bool stream : {false, true}) {
            INFO(one.item << (stream ? ", stream" : ", whole"));
            const RawResponse response =
                post(sim.port(), ask("faulty", item_of(*scenario, one.item), stream));
            CHECK(response.status == one.status);
            CHECK(response.whole == one.whole);
            CHECK_THAT(response.head + response.body, ContainsSubstring(one.expected));
        }
    }
}

TEST_CASE("a stream that is cut has some of its events and no finish") {
    const auto scenario = bundled("faults");
    RunningSim sim{scenario};
    const RawResponse cut = post(sim.port(), ask("faulty", item_of(*scenario, "cut-stream"), true));
    CHECK_FALSE(payloads(cut.body).empty());
    CHECK(cut.body.find("\"finish_reason\":\"stop\"") == std::string::npos);
    CHECK(cut.body.find("[DONE]") == std::string::npos);
}

TEST_CASE("a fault of one run leaves the others alone") {
    const auto scenario = bundled("faults");
    RunningSim sim{scenario};
    const std::string body = ask("faulty", item_of(*scenario, "flaky"), true);
    CHECK(post(sim.port(), body).status == 500);
    CHECK(post(sim.port(), body).status == 200);
    CHECK(post(sim.port(), body).status == 500);
}

TEST_CASE("a hanging request ends when the server stops, and so does a connection without one") {
    const auto scenario = bundled("faults");
    RunningSim sim{scenario};
    boost::asio::io_context context;
    boost::asio::ip::tcp::socket idle{context};
    idle.connect({boost::asio::ip::address_v4::loopback(), sim.port()});
    RawResponse hung;
    const std::string body = ask("faulty", item_of(*scenario, "hang"), true);
    std::thread client{[&] { hung = post(sim.port(), body); }};
    while (sim.received() == 0) std::this_thread::yield();
    sim.stop();
    client.join();
    CHECK(hung.status == 0);
}

TEST_CASE("a client that dies before it has read the reply leaves the run to the next request") {
    const auto scenario = bundled("qsa-topk");
    RunningSim sim{scenario};
    const std::string body = ask("stock", item_of(*scenario, "T6-02"), true);
    post(sim.port(), body);
    post(sim.port(), body);
    {
        // The third reply is the long one; closing with bytes unread resets the connection.
        boost::asio::io_context context;
        boost::asio::ip::tcp::socket client{context};
        client.connect({boost::asio::ip::address_v4::loopback(), sim.port()});
        boost::asio::write(client,
                           boost::asio::buffer("POST /v1/chat/completions HTTP/1.1\r\nHost: t\r\n"
                                               "Content-Length: " +
                                               std::to_string(body.size()) + "\r\n\r\n" + body));
        client.wait(boost::asio::ip::tcp::socket::wait_read);
    }
    while (sim.open_connections() > 0) std::this_thread::yield();
    CHECK_THAT(post(sim.port(), body).body, ContainsSubstring("\"finish_reason\":\"length\""));
    const auto& log = sim.stop().log();
    REQUIRE(log.size() == 4);
    CHECK(log[2].run == 2);
    CHECK(log[3].run == 2);
}

TEST_CASE("a port that is taken is an error that names it") {
    RunningSim sim{bundled("steady")};
    boost::asio::io_context context;
    const auto second = SimServer::start(context.get_executor(), bundled("steady"), sim.port());
    REQUIRE(second.has_error());
    CHECK_THAT(second.error().message, ContainsSubstring(std::to_string(sim.port())));
}
