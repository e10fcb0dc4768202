// Who an engine says it is, over real sockets.
#include "harness/engine/identity.hpp"

#include <boost/asio/co_spawn.hpp>
#include <catch2/catch_all.hpp>
#include <map>

#include "base/json/write.hpp"
#include "harness/engine/identity_facts.hpp"
#include "tests/support/exchange_fixture.hpp"

using namespace kilter;
using namespace kilter::test;
using namespace std::chrono_literals;
using Catch::Matchers::ContainsSubstring;
using Then = ScriptedReply::Then;

namespace {

// Replies by path; everything else is a 404.
ScriptedServer::Script pages(std::map<std::string, std::string> replies) {
    return [replies = std::move(replies)](const ScriptedServer::Asked& asked) -> ScriptedReply {
        const std::size_t begin = asked.head.find(' ') + 1;
        const std::string path = asked.head.substr(begin, asked.head.find(' ', begin) - begin);
        const auto found = replies.find(path);
        if (found == replies.end())
            return {{http_reply("404 Not Found", "", "nothing here")}, Then::keep};
        return {{found->second}, Then::keep};
    };
}

std::string models(std::string_view owner, std::string_view id = "m") {
    return http_ok("{\"object\":\"list\",\"data\":[{\"id\":\"" + std::string(id) +
                   "\",\"owned_by\":\"" + std::string(owner) + "\",\"created\":123}]}");
}

EngineIdentity ask(ExchangeFixture& fixture, EngineConfig engine = {}, LoadingWait wait = {}) {
    engine.base_url = fixture.server.url();
    engine.model = "m";
    std::optional<EngineIdentity> identity;
    auto on_end = [&](std::exception_ptr thrown, EngineIdentity who) {
        fixture.thrown = thrown;
        identity = std::move(who);
        fixture.server.stop();
    };
    boost::asio::co_spawn(fixture.loop, identify(*fixture.client, engine, "sk-0123456789", wait),
                          on_end);
    fixture.loop.run();
    REQUIRE_FALSE(fixture.thrown);
    REQUIRE(identity.has_value());
    return *identity;
}

}  // namespace

TEST_CASE("The dialect follows from the owner of the model") {
    const std::vector<std::pair<std::string, Dialect>> cases = {
        {"llamacpp", Dialect::llama_cpp},
        {"vllm", Dialect::vllm},
        {"sglang", Dialect::sglang},
        {"library", Dialect::ollama},
        {"tensorrt_llm", Dialect::tensorrt_llm},
        {"system", Dialect::openai},
        {"", Dialect::openai}};
    for (const auto& [owner, dialect] : cases) {
        INFO(owner);
        ExchangeFixture fixture(pages({{"/v1/models", models(owner)}}));
        const EngineIdentity identity = ask(fixture);
        CHECK(identity.dialect == dialect);
        CHECK(identity.reachable);
        CHECK(identity.problem.empty());
        CHECK(identity.models == std::vector<std::string>{"m"});
    }
    CHECK(dialect_of("someone", "llama.cpp") == Dialect::llama_cpp);
    ExchangeFixture fixed(pages({{"/v1/models", models("vllm")}}));
    EngineConfig engine;
    engine.dialect = Dialect::openai;
    CHECK(ask(fixed, engine).dialect == Dialect::openai);
}

TEST_CASE("Where nobody owns up, a page that only one dialect serves tells it") {
    struct Case {
        std::string name, model_list;
        std::map<std::string, std::string> served;
        Dialect dialect;
        std::string member;  // of the fingerprint
    };
    const std::string with_length =
        http_ok(R"({"data":[{"id":"m","owned_by":"me","max_model_len":4096}]})");
    const std::vector<Case> cases = {
        {"llama.cpp behind a proxy",
         models("me"),
         {{"/props", http_ok(R"({"build_info":"b1-abc","total_slots":1})")}},
         Dialect::llama_cpp,
         "props"},
        // Ollama names the owner of a model, which is "library" for its own ones only.
        {"Ollama with a model of somebody",
         models("bartowski"),
         {{"/api/version", http_ok(R"({"version":"0.12.11"})")}},
         Dialect::ollama,
         "version"},
        {"SGLang, newer",
         models("me"),
         {{"/server_info", http_ok(R"({"model_path":"q","version":"0.5"})")}},
         Dialect::sglang,
         "server_info"},
        {"SGLang, older",
         models("me"),
         {{"/get_server_info", http_ok(R"({"model_path":"q","version":"0.4"})")}},
         Dialect::sglang,
         "server_info"},
        {"vLLM",
         with_length,
         {{"/version", http_ok(R"({"version":"0.12.0"})")}},
         Dialect::vllm,
         "version"},
        {"a version alone",
         models("me"),
         {{"/version", http_ok(R"({"version":"7"})")}},
         Dialect::openai,
         ""},
        {"vLLM's page of the same name",
         models("me"),
         {{"/server_info", http_ok(R"({"vllm_config":{"model":"q"}})")}},
         Dialect::openai,
         ""},
        // LM Studio answers every path with 200.
        {"an error as 200",
         models("organization_owner"),
         {{"/props", http_ok(R"({"error":"Unexpected endpoint"})")},
          {"/api/version", http_ok(R"({"error":"Unexpected endpoint"})")}},
         Dialect::openai,
         ""},
        {"a hosted API is not asked",
         models("openai"),
         {{"/api/version", http_ok(R"({"version":"1"})")}},
         Dialect::openai,
         ""},
    };
    for (const Case& one : cases) {
        INFO(one.name);
        std::map<std::string, std::string> served = one.served;
        served["/v1/models"] = one.model_list;
        ExchangeFixture fixture(pages(served));
        const EngineIdentity identity = ask(fixture);
        CHECK(to_word(identity.dialect) == to_word(one.dialect));
        CHECK(identity.problem.empty());
        if (!one.member.empty()) CHECK(identity.fingerprint.find(one.member) != nullptr);
        // No page is asked twice.
        std::map<std::string, int> asked;
        for (const ScriptedServer::Asked& request : fixture.server.asked()) {
            CHECK(++asked[request.head.substr(0, request.head.find(" HTTP"))] == 1);
        }
    }
}

TEST_CASE("The Server header shows llama.cpp where the owner does not") {
    ExchangeFixture fixture(
        pages({{"/v1/models", http_reply("200 OK", "Server: llama.cpp\r\n",
                                         R"({"data":[{"id":"m","owned_by":"me"}]})")}}));
    CHECK(ask(fixture).dialect == Dialect::llama_cpp);
}

TEST_CASE(
    "The fingerprint keeps an allowlist: no key of the engine, no time, long texts as digest") {
    const std::string tpl(300, 't');
    ExchangeFixture fixture(pages(
        {{"/v1/models", models("llamacpp")},
         {"/props",
          http_reply(
              "200 OK", "Server: llama.cpp\r\n",
              "{\"build_info\":\"b1-abc\",\"api_key\":\"hunter2\",\"total_slots\":1,"
              "\"default_generation_settings\":{\"n_ctx\":4096,\"seed\":1},\"chat_template\":\"" +
                  tpl + "\"}")}}));
    const EngineIdentity identity = ask(fixture);
    const std::string text = json::write(identity.fingerprint);
    CHECK_THAT(text, ContainsSubstring("\"build_info\":\"b1-abc\""));
    CHECK_THAT(text, ContainsSubstring("\"n_ctx\":4096"));
    CHECK_THAT(text, ContainsSubstring("chat_template_sha256"));
    CHECK_THAT(text, !ContainsSubstring("hunter2"));
    CHECK_THAT(text, !ContainsSubstring("created"));
    CHECK_THAT(fixture.server.asked().at(0).head, ContainsSubstring("Bearer sk-0123456789"));
}

TEST_CASE("A model that is not offered is a line with at most five names, and not fatal") {
    std::string list;
    for (const char* id : {"a", "b", "c", "d", "e", "f", "g"}) {
        list += std::string(list.empty() ? "" : ",") + "{\"id\":\"" + id + "\"}";
    }
    ExchangeFixture fixture(pages({{"/v1/models", http_ok("{\"data\":[" + list + "]}")}}));
    const EngineIdentity identity = ask(fixture);
    CHECK_FALSE(identity.fatal);
    CHECK(identity.problem == "model 'm' is not offered; offered: a, b, c, d, e and 2 more");
    ExchangeFixture ollama(pages({{"/v1/models", models("library", "m:latest")}}));
    CHECK(ask(ollama).problem.empty());
    ExchangeFixture gateway(pages({{"/v1/models", models("proxy", "*")}}));
    CHECK(ask(gateway).problem.empty());
}

TEST_CASE("A model that is nearly right is named") {
    const std::vector<std::string> offered = {"Qwen/Qwen3-8B", "llama3.1:8b", "gemma"};
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"Qwen/Qwen3-8b", "Qwen/Qwen3-8B"},  // one letter
        {"qwen3-8b", "Qwen/Qwen3-8B"},       // without its owner
        {"llama3.1", "llama3.1:8b"},         // without its tag
        {"gemma-2-9b-it", "gemma"},          // more than the name
        {"mistral", ""},
        {"a", ""}};  // part of several
    for (const auto& [asked, meant] : cases) {
        INFO(asked);
        const std::string line = describe_missing_model(asked, offered);
        if (meant.empty()) CHECK_THAT(line, !ContainsSubstring("did you mean"));
        if (!meant.empty()) CHECK_THAT(line, ContainsSubstring("did you mean '" + meant + "'?"));
        CHECK_THAT(line, ContainsSubstring("Qwen/Qwen3-8B, llama3.1:8b, gemma"));
    }
    CHECK(describe_missing_model("m", {}) == "model 'm' is not offered; offered: none");
}

TEST_CASE("A wrong path is told with the address that lists models") {
    ExchangeFixture fixture(pages({{"/v1/models", models("vllm")}}));
    std::optional<EngineIdentity> identity;
    EngineConfig engine;
    const std::string origin = fixture.server.url();
    engine.base_url = origin + "/api/v1";
    engine.model = "m";
    auto on_end = [&](std::exception_ptr, EngineIdentity who) {
        identity = std::move(who);
        fixture.server.stop();
    };
    boost::asio::co_spawn(fixture.loop, identify(*fixture.client, engine, ""), on_end);
    fixture.loop.run();
    REQUIRE(identity.has_value());
    CHECK_FALSE(identity->fatal);
    CHECK_THAT(identity->problem,
               ContainsSubstring("no list of models at " + engine.base_url + "/models: HTTP 404"));
    CHECK_THAT(identity->problem,
               ContainsSubstring(origin + "/v1 lists models: set base_url to it"));
}

TEST_CASE("Servers that do not list models can be asked all the same") {
    ExchangeFixture missing(pages({}));
    const EngineIdentity none = ask(missing);
    CHECK(none.reachable);
    CHECK_FALSE(none.fatal);
    CHECK_THAT(none.problem, ContainsSubstring("HTTP 404"));
    CHECK(none.dialect == Dialect::openai);
    ExchangeFixture html(pages({{"/v1/models", http_ok("<html>welcome</html>")}}));
    CHECK_THAT(ask(html).problem, ContainsSubstring("HTML page"));
    ExchangeFixture odd(pages({{"/v1/models", http_ok("[1]")}}));
    CHECK_THAT(ask(odd).problem, ContainsSubstring("no list of models"));
}

TEST_CASE("A server of another kind gets the advice that fits a question without a prompt") {
    const std::string advice = "; check base_url: its address, and whether http or https is right";
    ExchangeFixture tls(
        pages({{"/v1/models", http_reply("400 Bad Request", "", "<html>HTTPS port</html>")}}));
    const std::string refused = ask(tls).problem;
    CHECK_THAT(refused, ContainsSubstring("HTTP 400: an HTML page instead of JSON" + advice));
    CHECK_THAT(refused, !ContainsSubstring("--request"));
    ExchangeFixture proxy(
        pages({{"/v1/models", http_reply("502 Bad Gateway", "", "<html>no</html>")}}));
    CHECK_THAT(ask(proxy).problem,
               ContainsSubstring("HTTP 502: an HTML page instead of JSON" + advice));
    ExchangeFixture broken(always({{}, Then::reset}));
    const EngineIdentity reset = ask(broken);
    CHECK(reset.fatal);
    CHECK_THAT(reset.problem, ContainsSubstring("; check base_url: its port"));
}

TEST_CASE("A wrong key and a closed port are fatal, each with one line") {
    ExchangeFixture refused(
        pages({{"/v1/models", http_reply("401 Unauthorized", "",
                                         "{\"error\":{\"message\":\"bad key sk-0123456789\"}}")}}));
    const EngineIdentity key = ask(refused);
    CHECK(key.reachable);
    CHECK(key.fatal);
    CHECK_THAT(key.problem, ContainsSubstring("api_key_env"));
    CHECK_THAT(key.problem, !ContainsSubstring("none was sent"));
    CHECK_THAT(key.problem, !ContainsSubstring("sk-0123456789"));

    ExchangeFixture closed(pages({}));
    EngineConfig engine;
    const std::string url = closed.server.url();
    closed.server.stop();
    engine.base_url = url;
    engine.model = "m";
    std::optional<EngineIdentity> identity;
    auto on_end = [&](std::exception_ptr, EngineIdentity who) { identity = std::move(who); };
    boost::asio::co_spawn(closed.loop, identify(*closed.client, engine, ""), on_end);
    closed.loop.run();
    REQUIRE(identity.has_value());
    CHECK_FALSE(identity->reachable);
    CHECK(identity->fatal);
    CHECK(identity->problem ==
          "cannot reach " + url + ": connection refused; is the engine running?");
}

TEST_CASE("An engine that loads its model is asked again, and not for ever") {
    const std::string loading = http_reply(
        "503 Service Unavailable", "", "{\"error\":{\"code\":503,\"message\":\"Loading model\"}}");
    ExchangeFixture slow([&](const ScriptedServer::Asked& asked) {
        return ScriptedReply{{asked.number < 3 ? loading : models("vllm")}, Then::keep};
    });
    std::vector<std::string> told;
    const auto tell = [&](const std::string& line) { told.push_back(line); };
    const EngineIdentity identity = ask(slow, {}, {60s, 1ms, tell});
    REQUIRE(told.size() == 1);
    CHECK(told.front() == "HTTP 503: Loading model; asking again for up to 1 min");
    CHECK(identity.problem.empty());
    CHECK(identity.dialect == Dialect::vllm);

    ExchangeFixture stuck(always({{loading}, Then::keep}));
    const EngineIdentity never = ask(stuck, {}, {3ms, 1ms, {}});
    CHECK(never.fatal);
    CHECK_THAT(never.problem, ContainsSubstring("Loading model"));
    CHECK(stuck.server.asked().size() == 4);
}
