#include "cli/viewing/view_session.hpp"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <functional>
#include <utility>

namespace kilter {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using Socket = asio::ip::tcp::socket;
using Parser = http::request_parser<http::empty_body>;

constexpr auto k_token = asio::as_tuple(asio::use_awaitable);
constexpr std::uint32_t k_most_header = 16 << 10;  // bytes
constexpr std::chrono::seconds k_idle{120};        // until the next request
constexpr std::chrono::seconds k_send{120};        // for a piece of an answer to be taken
constexpr std::size_t k_piece = 256 << 10;         // bytes
constexpr std::chrono::seconds k_heartbeat{15};
constexpr std::chrono::seconds k_last_bytes{2};

// Shuts the socket down where it is not called off in time, so that whatever waits on it ends.
class Deadline {
  public:
    Deadline(Socket& socket, std::chrono::seconds time)
        : timer_(socket.get_executor(), time), over_(std::make_shared<bool>(false)) {
        // An expired timer's handler may already be on its way when it is called off.
        timer_.async_wait([&socket, over = over_](const boost::system::error_code& called_off) {
            if (called_off || *over) return;
            boost::system::error_code ignored;
            socket.cancel(ignored);
            socket.shutdown(Socket::shutdown_both, ignored);
        });
    }
    ~Deadline() { *over_ = true; }
    Deadline(const Deadline&) = delete;
    Deadline& operator=(const Deadline&) = delete;

  private:
    asio::steady_timer timer_;
    std::shared_ptr<bool> over_;
};

std::string text_of(boost::beast::string_view view) {
    return {view.data(), view.size()};
}

ViewRequest request_of(const Parser& parser) {
    const auto& head = parser.get();
    ViewRequest request;
    request.method = text_of(head.method_string());
    request.target = text_of(head.target());
    for (const auto& field : head) {
        if (field.name() == http::field::host) request.hosts.push_back(text_of(field.value()));
        if (field.name() == http::field::cookie) request.cookies.push_back(text_of(field.value()));
    }
    request.authorization = text_of(head[http::field::authorization]);
    request.fetch_site = text_of(head["Sec-Fetch-Site"]);
    request.fetch_mode = text_of(head["Sec-Fetch-Mode"]);
    request.http_version = head.version();
    request.keep_alive = head.keep_alive();
    request.has_body = !parser.is_done();
    return request;
}

asio::awaitable<bool> write_all(Socket& socket, std::string bytes) {
    for (std::size_t at = 0; at < bytes.size(); at += k_piece) {
        const Deadline deadline{socket, k_send};
        const asio::const_buffer piece{bytes.data() + at, std::min(k_piece, bytes.size() - at)};
        const auto [error, written] = co_await asio::async_write(socket, piece, k_token);
        if (error || written != piece.size()) co_return false;
    }
    co_return true;
}

asio::awaitable<bool> write_answer(std::shared_ptr<ViewState> state, Socket& socket,
                                   ViewAnswer answer, bool with_body, bool keep_alive) {
    std::string head = head_of(answer, state->policy, keep_alive);
    if (!co_await write_all(socket, std::move(head))) co_return false;
    if (!with_body) co_return keep_alive;
    co_return co_await write_all(socket, std::move(answer.body)) && keep_alive;
}

// Rings while it is in the topic's list.
class Bell {
  public:
    Bell(Socket& socket, std::shared_ptr<LiveTopic> topic)
        : timer(socket.get_executor()), topic_(std::move(topic)) {
        topic_->bells.insert(&timer);
    }
    ~Bell() { topic_->bells.erase(&timer); }
    Bell(const Bell&) = delete;
    Bell& operator=(const Bell&) = delete;

    asio::steady_timer timer;

  private:
    std::shared_ptr<LiveTopic> topic_;
};

// A client that only listens sends nothing more: whatever becomes readable is its end.
void notice_end(Socket& socket, std::shared_ptr<bool> gone, std::shared_ptr<Bell> bell) {
    socket.async_wait(Socket::wait_read, [gone = std::move(gone), bell = std::move(bell)](
                                             const boost::system::error_code&) {
        *gone = true;
        bell->timer.cancel();
    });
}

asio::awaitable<void> stream_events(std::shared_ptr<ViewState> state, Socket& socket,
                                    std::string experiment) {
    const auto topic = state->feed->join(experiment);
    const auto bell = std::make_shared<Bell>(socket, topic);
    const auto gone = std::make_shared<bool>(false);
    notice_end(socket, gone, bell);
    std::string head = event_stream_head(state->policy) + "retry: 2000\n\n";
    if (!co_await write_all(socket, std::move(head))) co_return;
    unsigned long told = 0;
    while (!*gone && !state->stopped) {
        std::string text = heartbeat_text();
        if (topic->version != told) {
            told = topic->version;
            text = event_text(topic->news.event, topic->news.data);
        } else {
            bell->timer.expires_after(k_heartbeat);
            const auto [woken] = co_await bell->timer.async_wait(k_token);
            if (woken) continue;  // there is news, or the client is gone
        }
        if (!co_await write_all(socket, std::move(text))) co_return;
        if (told > 0 && told == topic->version && topic->news.finished) co_return;
    }
}

ViewAnswer busy() {
    ViewAnswer answer = problem_answer(503, "Busy", "Other pages are being made; try again.");
    answer.headers.emplace_back("Retry-After", "2");
    return answer;
}

// False: close.
asio::awaitable<bool> answer_request(std::shared_ptr<ViewState> state, Socket& socket,
                                     ViewRequest request) {
    const bool with_body = request.method != "HEAD";
    const bool keep = request.keep_alive && !request.has_body && !state->stopped;
    const Admission admission = admit(request, state->secret);
    if (admission != Admission::welcome) {
        ViewAnswer answer = answer_for(admission, request, state->secret);
        co_return co_await write_answer(state, socket, std::move(answer), with_body, keep);
    }
    ViewRoute route = route_of(request.target);
    if (route.part == ViewPart::events) {
        if (with_body) {
            co_await stream_events(state, socket, std::move(route.experiment));
        } else {
            std::string head = event_stream_head(state->policy);
            co_await write_all(socket, std::move(head));
        }
        co_return false;
    }
    ViewAnswer answer;
    if (route.part == ViewPart::icon) {
        answer.status = 204;
    } else if (route.part == ViewPart::none) {
        answer = problem_answer(404, "No such page", "There is nothing at this address.");
    } else {
        const std::function<void()> make = [&] { answer = make_page(*state->source, route); };
        if (!co_await state->builder.run(make)) answer = busy();
    }
    co_return co_await write_answer(state, socket, std::move(answer), with_body, keep);
}

// What was sent and not read would make the system throw the answer away: it is read, for a moment.
asio::awaitable<void> drain(Socket& socket) {
    boost::system::error_code ignored;
    socket.shutdown(Socket::shutdown_send, ignored);
    const Deadline deadline{socket, k_last_bytes};
    std::string bytes(4096, '\0');
    for (int i = 0; i < 16; ++i) {
        const asio::mutable_buffer buffer{bytes.data(), bytes.size()};
        const auto [error, read] = co_await socket.async_read_some(buffer, k_token);
        if (error || read == 0) co_return;
    }
}

}  // namespace

asio::awaitable<void> serve_view(std::shared_ptr<ViewState> state, Socket& socket) {
    boost::beast::flat_buffer buffer{k_most_header};
    bool keep = true;
    while (keep && !state->stopped) {
        Parser parser;
        parser.header_limit(k_most_header);
        boost::system::error_code failed;
        {
            const Deadline deadline{socket, k_idle};
            const auto [error, bytes] =
                co_await http::async_read_header(socket, buffer, parser, k_token);
            static_cast<void>(bytes);
            failed = error;
        }
        if (failed) {
            const bool unreadable =
                failed.category() == http::make_error_code(http::error::bad_method).category() &&
                failed != http::error::end_of_stream && failed != http::error::partial_message;
            if (!unreadable) co_return;
            ViewAnswer answer = problem_answer(400, "The request cannot be read", failed.message());
            co_await write_answer(state, socket, std::move(answer), true, false);
            break;
        }
        ViewRequest request = request_of(parser);
        keep = co_await answer_request(state, socket, std::move(request));
    }
    if (!state->stopped) co_await drain(socket);
}

}  // namespace kilter
