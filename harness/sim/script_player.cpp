#include "harness/sim/script_player.hpp"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <system_error>

#include "harness/sim/http_writer.hpp"
#include "harness/sim/reply_body.hpp"

namespace kilter {
namespace {

namespace asio = boost::asio;
using Socket = asio::ip::tcp::socket;

bool came_true(const SimState& state, const ScriptWait& wait, long long requests_before) {
    using Wait = ScriptWait::Kind;
    std::error_code ignored;
    switch (wait.kind) {
        case Wait::open:
            return state.in_flight >= wait.count;
        case Wait::requests:
            return state.requests >= wait.count;
        case Wait::next_request:
            return state.requests > requests_before;
        case Wait::file:
            return std::filesystem::exists(wait.file, ignored);
        case Wait::time:
            return true;
    }
    return true;
}

// `open` holds from the moment when it was first true: replies that end one after the other must
// not shut out the rest.
asio::awaitable<void> wait_for(std::shared_ptr<SimState> state, Socket& socket, ScriptWait wait,
                               long long requests_before) {
    co_await pause(socket, wait.ms);
    const bool once = wait.kind == ScriptWait::Kind::open;
    while (!state->stopped && !(once && state->peak_in_flight >= wait.count) &&
           !came_true(*state, wait, requests_before)) {
        co_await pause(socket, std::chrono::milliseconds{1});
    }
}

asio::awaitable<bool> write_step(Socket& socket, std::string bytes) {
    constexpr auto token = asio::as_tuple(asio::use_awaitable);
    const asio::const_buffer buffer{bytes.data(), bytes.size()};
    const auto [error, written] = co_await asio::async_write(socket, buffer, token);
    // Other connections have their turn before the next piece.
    co_await asio::post(socket.get_executor(), asio::use_awaitable);
    co_return !error && written == bytes.size();
}

asio::awaitable<void> wait_for_client(Socket& socket) {
    constexpr auto token = asio::as_tuple(asio::use_awaitable);
    char byte = 0;
    const asio::mutable_buffer buffer{&byte, 1};
    while (true) {
        const auto [error, bytes] = co_await socket.async_read_some(buffer, token);
        if (error || bytes == 0) co_return;
    }
}

void reset(Socket& socket) {
    boost::system::error_code ignored;
    socket.set_option(asio::socket_base::linger{true, 0}, ignored);
    socket.close(ignored);
}

}  // namespace

asio::awaitable<bool> play_script(std::shared_ptr<SimState> state, Socket& socket,
                                  std::shared_ptr<const Scripts> scripts, ScriptFacts facts,
                                  std::string request) {
    const long long requests_before = state->requests;
    const auto last = scripts->size() - 1;
    const Script& script = (*scripts)[std::min(static_cast<std::size_t>(facts.ask), last)];
    if (const std::string need = missing_need(script, request); !need.empty()) {
        HttpAnswer answer;
        answer.status = 400;
        answer.body = error_body("The request lacks " + need, "invalid_request_error", "");
        co_return co_await write_answer(socket, std::move(answer));
    }
    std::vector<ScriptStep> steps = steps_of(script, facts);
    for (ScriptStep& step : steps) {
        if (step.wait) {
            co_await wait_for(state, socket, *step.wait, requests_before);
            continue;
        }
        if (!co_await write_step(socket, std::move(step.bytes))) co_return false;
    }
    if (script.end == ScriptEnd::hang) co_await wait_for_client(socket);
    if (script.end == ScriptEnd::reset) reset(socket);
    co_return script.end == ScriptEnd::keep;
}

}  // namespace kilter
