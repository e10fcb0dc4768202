#include "harness/engine/identity.hpp"

#include <fmt/format.h>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "base/json/read.hpp"
#include "harness/engine/curl_errors.hpp"
#include "harness/engine/identity_facts.hpp"
#include "harness/wire/error_body.hpp"
#include "harness/wire/request.hpp"

namespace kilter {
namespace asio = boost::asio;
namespace {

using Kind = TransferEnd::Kind;

constexpr int k_still_loading = 503;
constexpr int k_proxy_wants_login = 407;
constexpr std::chrono::milliseconds k_page_wait = std::chrono::seconds{10};  // per info page

HttpRequest get_request(std::string url, const EngineConfig& engine, const std::string& api_key) {
    HttpRequest request;
    request.url = std::move(url);
    request.method = "GET";
    request.api_key = api_key;
    request.timeout.connect = engine.timeout.connect;
    request.timeout.first_byte = std::chrono::seconds{30};
    request.timeout.idle = std::chrono::seconds{30};
    return request;
}

// Asks again while the engine is loading its model.
asio::awaitable<HttpExchange> ask_when_loaded(EngineClient& client, HttpRequest request,
                                              LoadingWait wait) {
    asio::steady_timer pause(co_await asio::this_coro::executor);
    std::chrono::milliseconds waited{0};
    while (true) {
        HttpRequest copy = request;
        HttpExchange exchange = co_await client.exchange(std::move(copy), OnBytes());
        const bool loading =
            exchange.end.kind == Kind::complete && exchange.end.http_status == k_still_loading;
        if (!loading || waited >= wait.at_most) co_return exchange;
        if (wait.on_wait && waited.count() == 0) {
            wait.on_wait(fmt::format("{}; asking again for up to {}",
                                     describe_http_error(k_still_loading, exchange.body),
                                     in_words(wait.at_most)));
        }
        pause.expires_after(wait.pause);
        co_await pause.async_wait(asio::use_awaitable);
        waited += wait.pause;
    }
}

// The advice for a refused prompt does not fit a question without one.
std::string list_error(int status, std::string_view body) {
    std::string line = describe_http_error(status, body);
    const bool refused = status == 400 || status == 422;
    if (refused) line.resize(line.rfind("; "));
    if (!refused && status < 500) return line;
    return line + "; check base_url: its address, and whether http or https is right";
}

// What the answer to /v1/models says about reaching the engine. False: it cannot be asked.
bool judge_reach(const HttpExchange& exchange, const LoadingWait& wait, bool key_sent,
                 EngineIdentity& identity) {
    const int status = exchange.end.http_status;
    if (exchange.end.kind == Kind::timeout) {
        identity.reachable = true;
        identity.problem =
            "the engine accepts connections but does not list its models: " + exchange.end.message;
        return false;
    }
    if (exchange.end.kind != Kind::complete) {
        identity.problem = exchange.end.message;
        if (!identity.problem.starts_with("cannot reach") &&
            identity.problem.find("; ") == std::string::npos) {
            identity.problem += "; check base_url: its port, and whether http or https is right";
        }
        identity.fatal = true;
        return false;
    }
    identity.reachable = true;
    if (status == 401 || status == 403) {
        identity.problem =
            describe_http_error(status, exchange.body) + (key_sent ? "" : "; none was sent");
        identity.fatal = true;
        return false;
    }
    if (status == k_proxy_wants_login) {
        identity.reachable = false;
        identity.problem = describe_http_error(status, exchange.body);
        identity.fatal = true;
        return false;
    }
    if (status == k_still_loading) {
        identity.problem =
            fmt::format("{}; still so after {}: try again once the engine has loaded its model",
                        describe_http_error(status, exchange.body), in_words(wait.at_most));
        identity.fatal = true;
        return false;
    }
    return true;
}

// A server without /v1/models is no trouble as such, but its absence may also mean a wrong URL.
void read_models(const HttpExchange& exchange, const EngineConfig& engine, const std::string& url,
                 EngineIdentity& identity, std::string& owned_by) {
    const int status = exchange.end.http_status;
    if (status < 200 || status >= 300) {
        identity.problem =
            fmt::format("no list of models at {}: {}", url, list_error(status, exchange.body));
        return;
    }
    const json::ReadOutcome read = json::read(exchange.body);
    if (!read.ok) {
        identity.problem = fmt::format("{} answers with {}", url, describe_unusable(exchange.body));
        return;
    }
    std::optional<ModelList> list = read_model_list(read.value, engine.model);
    if (!list) {
        identity.problem = fmt::format(
            "{} answers with JSON that is no list of models; check base_url (it usually ends in "
            "/v1)",
            url);
        return;
    }
    owned_by = list->owned_by;
    identity.models = std::move(list->ids);
    if (!list->listed) {
        identity.problem = describe_missing_model(engine.model, identity.models);
        return;
    }
    identity.fingerprint.set("model", std::move(list->entry));
}

// The facts of one info page; null where it is not served or tells nothing. `gone`: the server does
// not answer on such paths in time, so the other pages are not worth the wait.
asio::awaitable<json::Value> facts_at(EngineClient& client, HttpRequest request, InfoPage page,
                                      bool& gone) {
    request.timeout.first_byte = k_page_wait;
    const HttpExchange exchange = co_await client.exchange(std::move(request), OnBytes());
    gone = gone || exchange.end.kind == Kind::timeout;
    if (exchange.end.kind != Kind::complete || exchange.end.http_status != 200) {
        co_return json::make_null();
    }
    const json::ReadOutcome read = json::read(exchange.body);
    co_return read.ok ? facts_of_page(page.member, read.value) : json::make_null();
}

// Where neither the model's owner nor the Server header tells a dialect: by the page that only one
// of them serves.
asio::awaitable<void> find_dialect(EngineClient& client, const EngineConfig& engine,
                                   const std::string& api_key, const std::string& root,
                                   EngineIdentity& identity) {
    const json::Value* listed = identity.fingerprint.find("model");
    const json::Value model = listed != nullptr ? *listed : json::make_null();
    bool gone = false;
    for (const DialectSign& sign : dialect_signs()) {
        if (sign.only_page.empty()) continue;
        for (const InfoPage& page : info_pages(sign.dialect)) {
            HttpRequest request = get_request(root + std::string(page.path), engine, api_key);
            json::Value facts = co_await facts_at(client, std::move(request), page, gone);
            if (gone) co_return;
            if (!page_shows(sign.dialect, facts, model)) continue;
            identity.dialect = sign.dialect;
            identity.fingerprint.set(std::string(page.member), std::move(facts));
            co_return;
        }
    }
}

asio::awaitable<void> add_info_pages(EngineClient& client, const EngineConfig& engine,
                                     const std::string& api_key, const std::string& root,
                                     EngineIdentity& identity) {
    bool gone = false;
    for (const InfoPage& page : info_pages(identity.dialect)) {
        if (gone || identity.fingerprint.find(page.member) != nullptr) continue;
        HttpRequest request = get_request(root + std::string(page.path), engine, api_key);
        json::Value facts = co_await facts_at(client, std::move(request), page, gone);
        if (!facts.is_null()) identity.fingerprint.set(std::string(page.member), std::move(facts));
    }
}

// A base_url with a path of its own that lists no models, where the usual place does.
asio::awaitable<void> look_elsewhere(EngineClient& client, const EngineConfig& engine,
                                     const std::string& api_key, const Endpoints& endpoints,
                                     EngineIdentity& identity) {
    const std::string usual = endpoints.origin + "/v1";
    if (!identity.models.empty() || endpoints.models == usual + "/models") co_return;
    HttpRequest request = get_request(usual + "/models", engine, api_key);
    request.timeout.first_byte = k_page_wait;
    const HttpExchange exchange = co_await client.exchange(std::move(request), OnBytes());
    if (exchange.end.kind != Kind::complete || exchange.end.http_status != 200) co_return;
    const json::ReadOutcome read = json::read(exchange.body);
    if (!read.ok || !read_model_list(read.value, engine.model)) co_return;
    identity.problem += fmt::format("; {} lists models: set base_url to it", usual);
}

asio::awaitable<EngineIdentity> ask_for_identity(EngineClient& client, EngineConfig engine,
                                                 std::string api_key, LoadingWait wait) {
    EngineIdentity identity;
    identity.fingerprint = json::make_object();
    if (engine.dialect != Dialect::automatic) identity.dialect = engine.dialect;
    const Result<Endpoints> endpoints = endpoints_of(engine.base_url);
    if (!endpoints) {
        identity.problem = endpoints.error().message;
        identity.fatal = true;
        co_return identity;
    }
    HttpRequest request = get_request(endpoints->models, engine, api_key);
    const bool key_sent = !api_key.empty();
    const HttpExchange exchange = co_await ask_when_loaded(client, std::move(request), wait);
    identity.proxy = exchange.proxy;
    if (!judge_reach(exchange, wait, key_sent, identity)) co_return identity;

    std::string owned_by;
    read_models(exchange, engine, endpoints->models, identity, owned_by);
    if (!exchange.server_header.empty()) {
        identity.fingerprint.set("server", json::make_string(exchange.server_header));
    }
    if (engine.dialect == Dialect::automatic) {
        identity.dialect = dialect_of(owned_by, exchange.server_header);
        if (identity.dialect == Dialect::openai && !is_hosted_owner(owned_by)) {
            co_await find_dialect(client, engine, api_key, endpoints->root, identity);
        }
    }
    co_await look_elsewhere(client, engine, api_key, *endpoints, identity);
    co_await add_info_pages(client, engine, api_key, endpoints->root, identity);
    co_return identity;
}

}  // namespace

asio::awaitable<EngineIdentity> identify(EngineClient& client, EngineConfig engine,
                                         std::string api_key, LoadingWait wait) {
    EngineIdentity identity =
        co_await ask_for_identity(client, std::move(engine), std::move(api_key), std::move(wait));
    // Whatever went wrong may be the doing of what stands in between.
    if (!identity.problem.empty() && !identity.proxy.empty() &&
        identity.problem.find(identity.proxy) == std::string::npos) {
        identity.problem += "; asked through the proxy " + identity.proxy;
    }
    co_return identity;
}

}  // namespace kilter
