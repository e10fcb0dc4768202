#include "harness/engine/socket_watch.hpp"

#include <sys/epoll.h>
#include <unistd.h>

#include <array>
#include <boost/asio/error.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/system/system_error.hpp>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace kilter {

namespace asio = boost::asio;

namespace {

constexpr std::size_t k_most_at_once = 128;  // events of one call

int make_set() {
    const int set = ::epoll_create1(EPOLL_CLOEXEC);
    if (set < 0) {
        throw boost::system::system_error(errno, boost::system::system_category(), "epoll_create1");
    }
    return set;
}

}  // namespace

struct SocketWatch::State : std::enable_shared_from_this<State> {
    struct Entry {
        std::uint32_t wanted = 0;  // EPOLLIN, EPOLLOUT
        std::uint32_t in_set = 0;  // what the kernel was told; 0: not in the set
        bool closes_are_told = false;
    };

    State(asio::any_io_executor executor, OnReady callback)
        : set(executor, make_set()), on_ready(std::move(callback)) {}

    Entry& entry(int fd) {
        const auto at = static_cast<std::size_t>(fd);
        if (at >= entries.size()) entries.resize(at + 1);
        return entries[at];
    }
    void tell_kernel(int fd, std::uint32_t events);
    void wait();
    void look();
    void hand_on(const epoll_event& event);

    asio::posix::stream_descriptor set;
    OnReady on_ready;
    std::vector<Entry> entries;  // by descriptor
    std::size_t waited_for = 0;  // entries that want anything
    bool waiting = false;        // a wait for the set stands in the loop
};

void SocketWatch::State::tell_kernel(int fd, std::uint32_t events) {
    Entry& known = entry(fd);
    if (known.in_set == events) return;
    epoll_event event{};
    event.events = events;
    event.data.fd = fd;
    const int call = events == 0         ? EPOLL_CTL_DEL
                     : known.in_set == 0 ? EPOLL_CTL_ADD
                                         : EPOLL_CTL_MOD;
    const int done = ::epoll_ctl(set.native_handle(), call, fd, &event);
    known.in_set = events;
    if (done == 0 || events == 0) return;  // what was closed has left the set by itself
    known.in_set = 0;
    throw boost::system::system_error(errno, boost::system::system_category(), "epoll_ctl");
}

void SocketWatch::State::wait() {
    if (waiting || waited_for == 0) return;
    waiting = true;
    set.async_wait(asio::posix::descriptor_base::wait_read,
                   [weak = weak_from_this()](boost::system::error_code error) {
                       const std::shared_ptr<State> state = weak.lock();
                       if (!state) return;
                       state->waiting = false;
                       if (!error) state->look();
                       state->wait();
                   });
}

void SocketWatch::State::look() {
    std::array<epoll_event, k_most_at_once> events;
    const int count = ::epoll_wait(set.native_handle(), events.data(), k_most_at_once, 0);
    for (int i = 0; i < count && set.is_open(); ++i) hand_on(events[static_cast<std::size_t>(i)]);
}

// What an earlier callback has changed since then counts: the number may mean another descriptor.
void SocketWatch::State::hand_on(const epoll_event& event) {
    const int fd = event.data.fd;
    const bool broken = (event.events & (EPOLLERR | EPOLLHUP)) != 0;  // told by reading or writing
    if (entry(fd).wanted == 0) return tell_kernel(fd, 0);  // an idle one that was hung up
    for (const std::uint32_t kind : {std::uint32_t{EPOLLIN}, std::uint32_t{EPOLLOUT}}) {
        if ((broken || (event.events & kind) != 0) && (entry(fd).wanted & kind) != 0) {
            on_ready(fd, kind == EPOLLOUT);
        }
    }
}

SocketWatch::SocketWatch(asio::any_io_executor executor, OnReady on_ready)
    : state_(std::make_shared<State>(std::move(executor), std::move(on_ready))) {}

SocketWatch::~SocketWatch() {
    boost::system::error_code ignored;
    state_->set.close(ignored);
    state_->waited_for = 0;
}

void SocketWatch::closes_are_told(int fd) {
    state_->entry(fd).closes_are_told = true;
}

void SocketWatch::want(int fd, bool to_read, bool to_write) {
    State& state = *state_;
    State::Entry& entry = state.entry(fd);
    const std::uint32_t wanted = (to_read ? EPOLLIN : 0U) | (to_write ? EPOLLOUT : 0U);
    if (entry.wanted == 0 && wanted != 0) ++state.waited_for;
    if (entry.wanted != 0 && wanted == 0) --state.waited_for;
    entry.wanted = wanted;
    if (wanted != 0 || !entry.closes_are_told) state.tell_kernel(fd, wanted);
    if (state.waited_for > 0) {
        state.wait();
    } else if (state.waiting) {
        state.set.cancel();
    }
}

void SocketWatch::closed(int fd) {
    want(fd, false, false);
    State::Entry& entry = state_->entry(fd);
    if (entry.in_set != 0) state_->tell_kernel(fd, 0);
    entry = {};
}

}  // namespace kilter
