// The server that all clients of bench/run peers are measured against: an engine that answers from
// a pool of words, after a set time, on one core. One thread, epoll, loopback. It counts what it is
// asked, and how busy it was itself. Its first line on stdout is its base URL; it ends when its
// stdin does. Usage: mock_server [name=number ...]; names and meanings: Options below.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <memory>
#include <queue>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bench/peers/answers.hpp"
#include "bench/peers/mock_counters.hpp"
#include "bench/peers/replies.hpp"
#include "bench/peers/request_buffer.hpp"

namespace {

using namespace kilter::bench;

constexpr std::int64_t k_most_kept = 4096;  // bytes of an answer

struct Options {
    std::int64_t latency_us = 0;  // from a request to its reply, or to the first token of a stream
    std::int64_t spread_us = 0;   // a share of this on top, another one for each note
    std::int64_t grid_us = 1000;  // replies wait for the next multiple: as batches of an engine end
    std::int64_t tick_us = 20000;                                 // between two sends of a stream
    std::int64_t events = 1;                                      // of a stream in one send
    std::int64_t delta = 5;                                       // bytes of text in an event
    std::int64_t answer = 1000, wrong_every = 10, differing = 0;  // AnswerPlan
};

bool read_option(std::string_view word, Options& options) {
    const std::pair<std::string_view, std::int64_t*> names[] = {
        {"latency_us", &options.latency_us}, {"spread_us", &options.spread_us},
        {"grid_us", &options.grid_us},       {"tick_us", &options.tick_us},
        {"events", &options.events},         {"delta", &options.delta},
        {"answer", &options.answer},         {"wrong_every", &options.wrong_every},
        {"differing", &options.differing}};
    const std::size_t equals = word.find('=');
    for (const auto& [name, value] : names) {
        if (equals == std::string_view::npos || word.substr(0, equals) != name) continue;
        const char* end = word.data() + word.size();
        return std::from_chars(word.data() + equals + 1, end, *value).ptr == end;
    }
    return false;
}

struct Connection {
    int fd = -1;
    RequestBuffer in;
    std::string out;  // not yet taken by the socket
    bool waits_to_write = false;
    bool busy = false;  // a reply is owed
    bool streams = false;
    std::uint64_t reply = 0;  // which one; an older entry of the queue of times is void
    std::uint32_t note = 0;
    std::string id, text;  // a stream's text, else the whole reply
    std::size_t sent = 0;  // bytes of a stream's text
    std::int64_t received = 0;
};

struct Due {
    std::int64_t at;
    int fd;
    std::uint64_t reply;
    bool operator>(const Due& other) const {
        return at != other.at ? at > other.at : reply > other.reply;
    }
};

class Server {
  public:
    explicit Server(const Options& options)
        : options_(options),
          answers_({static_cast<std::size_t>(options.answer),
                    static_cast<unsigned>(options.wrong_every),
                    static_cast<unsigned>(options.differing)}) {}

    bool listen();
    void run();

  private:
    void watch(int fd, std::uint32_t events, int how) const {
        epoll_event event{};
        event.events = events;
        event.data.fd = fd;
        epoll_ctl(epoll_, how, fd, &event);
    }
    void wait(std::array<epoll_event, 256>& events, int& count) const;
    void accept_all();
    void read(Connection& connection);
    void answer(Connection& connection, const HttpRequest& request);
    void begin(Connection& connection, const HttpRequest& request);
    const std::string& rest_of(const Note& note, std::uint32_t ask);
    std::int64_t due_time(const Connection& connection) const;
    void release(std::int64_t now);
    void send_events(Connection& connection, std::int64_t now);
    void finish(Connection& connection);
    void send(Connection& connection, std::string_view bytes);
    void flush(Connection& connection);
    void close(int fd);

    Options options_;
    Answers answers_;
    MockCounters counters_;
    std::unordered_map<int, std::unique_ptr<Connection>> connections_;
    std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
    std::vector<std::string> rests_;  // completion_rest of right and wrong answers, by note
    std::string fresh_rest_;
    std::uint64_t replies_ = 0;
    int epoll_ = -1, listener_ = -1;
    bool stops_ = false;
};

bool Server::listen() {
    listener_ = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    epoll_ = epoll_create1(0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* plain = reinterpret_cast<sockaddr*>(&address);
    if (bind(listener_, plain, size) != 0 || ::listen(listener_, 4096) != 0) return false;
    getsockname(listener_, plain, &size);
    std::printf("http://127.0.0.1:%d/v1\n", ntohs(address.sin_port));
    std::fflush(stdout);
    watch(listener_, EPOLLIN, EPOLL_CTL_ADD);
    watch(STDIN_FILENO, EPOLLIN, EPOLL_CTL_ADD);
    return true;
}

void Server::run() {
    std::array<epoll_event, 256> events{};
    while (!stops_) {
        int count = 0;
        wait(events, count);
        for (int i = 0; i < count; ++i) {
            const epoll_event& event = events[static_cast<std::size_t>(i)];
            if (event.data.fd == STDIN_FILENO) {
                stops_ = true;
            } else if (event.data.fd == listener_) {
                accept_all();
            } else if (const auto at = connections_.find(event.data.fd); at != connections_.end()) {
                if ((event.events & EPOLLOUT) != 0) flush(*at->second);
                if ((event.events & ~EPOLLOUT) != 0) read(*at->second);
            }
        }
        const std::int64_t now = clock_ns(CLOCK_MONOTONIC);
        release(now);
        counters_.turn(now);
    }
}

void Server::wait(std::array<epoll_event, 256>& events, int& count) const {
    timespec pause{};
    if (!due_.empty()) {
        const std::int64_t ns =
            std::max<std::int64_t>(0, due_.top().at - clock_ns(CLOCK_MONOTONIC));
        pause = {ns / 1'000'000'000, ns % 1'000'000'000};
    }
    count = epoll_pwait2(epoll_, events.data(), static_cast<int>(events.size()),
                         due_.empty() ? nullptr : &pause, nullptr);
}

void Server::accept_all() {
    for (;;) {
        const int fd = accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK);
        if (fd < 0) return;
        const int on = 1;
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        auto connection = std::make_unique<Connection>();
        connection->fd = fd;
        connections_[fd] = std::move(connection);
        watch(fd, EPOLLIN, EPOLL_CTL_ADD);
    }
}

void Server::read(Connection& connection) {
    std::array<char, 65536> bytes;
    const ssize_t size = recv(connection.fd, bytes.data(), bytes.size(), 0);
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (size <= 0) {
        close(connection.fd);
        return;
    }
    connection.in.add(bytes.data(), static_cast<std::size_t>(size));
    const int fd = connection.fd;
    while (const auto request = connection.in.take()) {
        answer(connection, *request);
        if (!connections_.contains(fd)) return;
    }
}

void Server::answer(Connection& connection, const HttpRequest& request) {
    if (request.path.ends_with("/completions")) {
        begin(connection, request);
    } else if (request.path.ends_with("/models")) {
        send(connection,
             plain_reply("200 OK", "application/json",
                         R"({"object":"list","data":[{"id":"mock","object":"model"}]})"));
    } else if (request.path == "/stats") {
        send(connection, plain_reply("200 OK", "application/json", counters_.as_json()));
    } else if (request.path == "/waits") {
        send(connection, plain_reply("200 OK", "text/plain", counters_.waits()));
    } else if (request.path == "/forget") {
        counters_.forget();
        send(connection, plain_reply("200 OK", "text/plain", ""));
    } else {
        send(connection, plain_reply("404 Not Found", "text/plain", ""));
    }
}

void Server::begin(Connection& connection, const HttpRequest& request) {
    const Note note = find_note(request.body);
    const std::uint32_t ask = counters_.begin(note.number);
    connection.received = clock_ns(CLOCK_MONOTONIC);
    connection.busy = true;
    connection.reply = ++replies_;
    connection.note = note.number;
    connection.id = "chatcmpl-" + std::to_string(replies_);
    connection.streams = request.body.find("\"stream\":true") != std::string_view::npos ||
                         request.body.find("\"stream\": true") != std::string_view::npos;
    connection.sent = 0;
    if (connection.streams) {
        connection.text = answers_.text(note, ask);
        send(connection, stream_start(connection.id));
    } else {
        connection.text = completion_reply(connection.id, rest_of(note, ask));
        if (options_.latency_us == 0) {
            finish(connection);
            return;
        }
    }
    due_.push({due_time(connection), connection.fd, connection.reply});
}

// Of the body of a reply: kept, as long as it is small and the note is always answered alike.
const std::string& Server::rest_of(const Note& note, std::uint32_t ask) {
    if (options_.answer > k_most_kept || answers_.differs(note)) {
        fresh_rest_ = completion_rest(answers_.text(note, ask));
        return fresh_rest_;
    }
    const std::size_t at = note.number * 2UL + (answers_.is_wrong(note, ask) ? 1 : 0);
    if (at >= rests_.size()) rests_.resize(at + 1);
    if (rests_[at].empty()) rests_[at] = completion_rest(answers_.text(note, ask));
    return rests_[at];
}

std::int64_t Server::due_time(const Connection& connection) const {
    const std::int64_t share = options_.spread_us > 0
                                   ? (connection.note * 7919LL * 1000) % (options_.spread_us * 1000)
                                   : 0;
    const std::int64_t at = connection.received + options_.latency_us * 1000 + share;
    const std::int64_t grid = options_.grid_us * 1000;
    return options_.latency_us > 0 && grid > 0 ? (at + grid - 1) / grid * grid : at;
}

void Server::release(std::int64_t now) {
    while (!due_.empty() && due_.top().at <= now) {
        const Due due = due_.top();
        due_.pop();
        const auto at = connections_.find(due.fd);
        if (at == connections_.end()) continue;
        Connection& connection = *at->second;
        if (!connection.busy || connection.reply != due.reply) continue;
        if (connection.streams) {
            send_events(connection, due.at);
        } else {
            finish(connection);
        }
    }
}

void Server::send_events(Connection& connection, std::int64_t now) {
    const std::string_view text = connection.text;
    std::string events;
    const auto delta = static_cast<std::size_t>(options_.delta);
    const bool first = connection.sent == 0;
    for (std::int64_t i = 0; i < options_.events && connection.sent < text.size(); ++i) {
        add_stream_event(events, connection.id, text.substr(connection.sent, delta));
        connection.sent += delta;
    }
    if (first) {
        counters_.add_wait(connection.note, clock_ns(CLOCK_MONOTONIC) - connection.received);
    }
    if (connection.sent >= text.size()) {
        connection.text = chunk(events) + stream_end(connection.id, text.size());
        finish(connection);
    } else {
        due_.push({now + options_.tick_us * 1000, connection.fd, connection.reply});
        send(connection, chunk(events));
    }
}

// Sends the reply, or the rest of it.
void Server::finish(Connection& connection) {
    connection.busy = false;
    counters_.end(true);
    const std::string reply = std::move(connection.text);
    connection.text.clear();
    send(connection, reply);
}

void Server::send(Connection& connection, std::string_view bytes) {
    if (connection.out.empty()) {
        const ssize_t taken = ::send(connection.fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (taken > 0) bytes.remove_prefix(static_cast<std::size_t>(taken));
        if (bytes.empty()) return;
        if (taken < 0 && errno != EAGAIN) return;  // the next read sees the end
    }
    connection.out.append(bytes);
    if (!connection.waits_to_write) watch(connection.fd, EPOLLIN | EPOLLOUT, EPOLL_CTL_MOD);
    connection.waits_to_write = true;
}

void Server::flush(Connection& connection) {
    const ssize_t taken =
        ::send(connection.fd, connection.out.data(), connection.out.size(), MSG_NOSIGNAL);
    if (taken > 0) connection.out.erase(0, static_cast<std::size_t>(taken));
    if (!connection.out.empty()) return;
    connection.waits_to_write = false;
    watch(connection.fd, EPOLLIN, EPOLL_CTL_MOD);
}

void Server::close(int fd) {
    if (connections_.at(fd)->busy) counters_.end(false);
    connections_.erase(fd);
    ::close(fd);
}

}  // namespace

int main(int count, char** words) {
    Options options;
    for (int i = 1; i < count; ++i) {
        if (!read_option(words[i], options)) {
            std::fprintf(stderr, "mock_server: no such option: %s\n", words[i]);
            return 2;
        }
    }
    rlimit files{};
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    Server server(options);
    if (!server.listen()) {
        std::perror("mock_server");
        return 1;
    }
    server.run();
    return 0;
}
