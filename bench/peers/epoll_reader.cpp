// A bare reader of streams: sockets and epoll, nothing parsed but the place where the first text of
// a stream begins. It shows how late a first token is seen at all under that load; what another
// client adds to it is that client's own. One thread. Usage: bench_epoll_reader PORT BODIES
// CONCURRENCY; one line a body, in their order: nanoseconds from before it was sent (or its
// connection was opened) until its first token was read.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdio>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include "bench/peers/bodies.hpp"

namespace {

constexpr std::string_view k_text = "\"content\":\"";
constexpr std::string_view k_end = "\r\n0\r\n\r\n";

std::int64_t now_ns() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

struct Stream {
    int fd = -1;
    std::size_t body = 0;
    std::int64_t began = 0, first = 0;
    bool connecting = false;
    std::string tail;  // of what was read: the marks may lie across two reads
};

class Reader {
  public:
    Reader(int port, std::vector<std::string> bodies) : port_(port), bodies_(std::move(bodies)) {}

    bool run(std::size_t concurrency);
    void print() const {
        for (const std::int64_t ns : waits_) std::printf("%lld\n", static_cast<long long>(ns));
    }

  private:
    bool open(std::size_t index);
    bool send_next(Stream& stream);
    bool read(Stream& stream);

    int port_, epoll_ = epoll_create1(0);
    std::vector<std::string> bodies_;
    std::vector<Stream> streams_;
    std::vector<std::int64_t> waits_;
    std::size_t begun_ = 0, done_ = 0;
};

bool Reader::run(std::size_t concurrency) {
    waits_.resize(bodies_.size());
    streams_.resize(std::min(concurrency, bodies_.size()));
    for (std::size_t i = 0; i < streams_.size(); ++i) {
        if (!open(i)) return false;
    }
    std::array<epoll_event, 256> events{};
    while (done_ < bodies_.size()) {
        const int count = epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), -1);
        for (int i = 0; i < count; ++i) {
            Stream& stream = streams_[events[static_cast<std::size_t>(i)].data.u64];
            if (!(stream.connecting ? send_next(stream) : read(stream))) return false;
        }
    }
    return true;
}

bool Reader::open(std::size_t index) {
    Stream& stream = streams_[index];
    stream.began = now_ns();
    stream.fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    const int on = 1;
    setsockopt(stream.fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port_));
    connect(stream.fd, reinterpret_cast<sockaddr*>(&address), sizeof address);
    stream.connecting = true;
    epoll_event event{};
    event.events = EPOLLOUT;
    event.data.u64 = index;
    return epoll_ctl(epoll_, EPOLL_CTL_ADD, stream.fd, &event) == 0;
}

bool Reader::send_next(Stream& stream) {
    if (begun_ == bodies_.size()) return true;
    if (!stream.connecting) stream.began = now_ns();
    stream.body = begun_++;
    stream.first = 0;
    stream.tail.clear();
    const std::string& body = bodies_[stream.body];
    const std::string request =
        "POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: "
        "application/json\r\nContent-Length: " +
        std::to_string(body.size()) + "\r\n\r\n" + body;
    if (send(stream.fd, request.data(), request.size(), MSG_NOSIGNAL) !=
        static_cast<ssize_t>(request.size())) {
        return false;
    }
    if (stream.connecting) {
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.u64 = static_cast<std::uint64_t>(&stream - streams_.data());
        epoll_ctl(epoll_, EPOLL_CTL_MOD, stream.fd, &event);
        stream.connecting = false;
    }
    return true;
}

bool Reader::read(Stream& stream) {
    std::array<char, 65536> bytes;
    const ssize_t size = recv(stream.fd, bytes.data(), bytes.size(), 0);
    const std::int64_t now = now_ns();
    if (size <= 0) return false;
    stream.tail.append(bytes.data(), static_cast<std::size_t>(size));
    const std::string_view seen = stream.tail;
    for (std::size_t at = seen.find(k_text); stream.first == 0 && at != std::string_view::npos;
         at = seen.find(k_text, at + 1)) {
        const std::size_t text = at + k_text.size();
        if (text < seen.size() && seen[text] != '"') stream.first = now;
    }
    if (!seen.ends_with(k_end)) {
        if (stream.tail.size() > 64) stream.tail.erase(0, stream.tail.size() - 64);
        return true;
    }
    waits_[stream.body] = stream.first - stream.began;
    ++done_;
    return send_next(stream);
}

}  // namespace

int main(int count, char** words) {
    std::array<std::size_t, 2> numbers{};  // port, concurrency
    for (std::size_t i = 0; count == 4 && i < numbers.size(); ++i) {
        const std::string_view word = words[1 + i * 2];
        std::from_chars(word.data(), word.data() + word.size(), numbers[i]);
    }
    if (numbers[0] == 0 || numbers[1] == 0) {
        std::fprintf(stderr, "usage: bench_epoll_reader PORT BODIES CONCURRENCY\n");
        return 2;
    }
    rlimit files{};
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    Reader reader(static_cast<int>(numbers[0]), kilter::bench::read_bodies(words[2]));
    if (!reader.run(numbers[1])) {
        std::perror("bench_epoll_reader");
        return 1;
    }
    reader.print();
    return 0;
}
