#include "harness/sim/connection.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "harness/sim/chat_handler.hpp"
#include "harness/sim/http_writer.hpp"
#include "harness/sim/reply_body.hpp"
#include "harness/sim/script_player.hpp"

namespace kilter {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using Socket = asio::ip::tcp::socket;
using Request = http::request<http::string_body>;

constexpr auto k_token = asio::as_tuple(asio::use_awaitable);
constexpr std::size_t k_max_body = std::size_t{64} << 20;  // bytes

std::string text_of(boost::beast::string_view view) {
    return {view.data(), view.size()};
}

std::string path_of(const Request& request) {
    const std::string target = text_of(request.target());
    return target.substr(0, target.find('?'));
}

HttpAnswer error_answer(int status, std::string_view message, std::string_view code) {
    HttpAnswer answer;
    answer.status = status;
    answer.body = error_body(message, "invalid_request_error", code);
    return answer;
}

// Everything but chat completions.
HttpAnswer plain_route(const Scenario& scenario, const Request& request, const std::string& path) {
    if (request.method() != http::verb::get) {
        return error_answer(path == "/v1/chat/completions" ? 405 : 404,
                            "No such method at " + path + ".", "");
    }
    HttpAnswer answer;
    if (path == "/health") {
        answer.body = "{\"status\":\"ok\"}";
    } else if (path == "/version") {
        answer.body = "{\"version\":\"kilter-sim\"}";
    } else if (path == "/v1/models") {
        if (!has_key(scenario, text_of(request[http::field::authorization]))) {
            return error_answer(401, "Incorrect API key provided.", "invalid_api_key");
        }
        answer.body = models_body(scenario);
    } else if (path == "/v1/chat/completions") {
        return error_answer(405, "Chat completions are asked for by POST.", "");
    } else {
        return error_answer(404, "Unknown path " + path + ".", "not_found");
    }
    return answer;
}

// False: close.
asio::awaitable<bool> answer_request(std::shared_ptr<SimState> state, Socket& socket,
                                     Request request, std::optional<SentRun>& sent_run) {
    const std::string path = path_of(request);
    const auto scripted = state->scenario->paths.find(path);
    if (scripted != state->scenario->paths.end()) {
        ScriptFacts facts;
        facts.ask = state->path_asks[path]++;
        facts.authorization = text_of(request[http::field::authorization]);
        const bool keep = request.keep_alive();
        const bool kept = co_await play_script(state, socket, scripted->second, std::move(facts),
                                               std::move(request.body()));
        co_return kept&& keep;
    }
    if (request.method() == http::verb::post && path == "/v1/chat/completions") {
        ChatCall call;
        call.authorization = text_of(request[http::field::authorization]);
        call.keep_alive = request.keep_alive();
        call.http_version = request.version();
        call.body = std::move(request.body());
        co_return co_await answer_chat(state, socket, std::move(call), sent_run);
    }
    HttpAnswer answer = plain_route(*state->scenario, request, path);
    answer.keep_alive = request.keep_alive();
    answer.http_version = request.version();
    const bool keep = answer.keep_alive;
    const bool sent = co_await write_answer(socket, std::move(answer));
    co_return sent&& keep;
}

asio::awaitable<void> refuse_request(Socket& socket, std::string reason) {
    HttpAnswer answer = error_answer(400, "The request cannot be read: " + reason + ".", "");
    answer.keep_alive = false;
    co_await write_answer(socket, std::move(answer));
}

}  // namespace

asio::awaitable<void> serve_connection(std::shared_ptr<SimState> state, Socket& socket) {
    boost::beast::flat_buffer buffer;
    std::optional<SentRun> sent_run;
    while (!state->stopped) {
        http::request_parser<http::string_body> parser;
        parser.body_limit(k_max_body);
        const auto [error, bytes] = co_await http::async_read(socket, buffer, parser, k_token);
        static_cast<void>(bytes);
        if (error) {
            // A client that dies with bytes unread resets the connection: it never saw the reply.
            if (error == asio::error::connection_reset && sent_run) {
                state->asks.give_back(*sent_run);
            }
            const bool unreadable =
                error.category() == http::make_error_code(http::error::bad_method).category();
            if (unreadable && error != http::error::end_of_stream &&
                error != http::error::partial_message) {
                co_await refuse_request(socket, error.message());
            }
            break;
        }
        Request request = parser.release();
        const bool keep = co_await answer_request(state, socket, std::move(request), sent_run);
        if (!keep) break;
    }
}

}  // namespace kilter
