#include "harness/engine/curl_multi.hpp"

#include <unistd.h>

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <utility>

#include "harness/engine/socket_watch.hpp"

namespace kilter {
namespace asio = boost::asio;
namespace {

constexpr long k_kept_connections = 4096;  // idle ones included

using SteadyTime = std::chrono::steady_clock::time_point;

void global_init() {
    static const CURLcode once = curl_global_init(CURL_GLOBAL_DEFAULT);
    static_cast<void>(once);
}

}  // namespace

struct CurlMulti::State : std::enable_shared_from_this<State> {
    State(asio::any_io_executor loop, long max_host_connections)
        : executor(std::move(loop)),
          timer(executor),
          sockets(executor, [this](curl_socket_t fd, bool to_write) {
              // What it calls may let go of the last owner.
              const std::shared_ptr<State> self = shared_from_this();
              act(fd, to_write ? CURL_CSELECT_OUT : CURL_CSELECT_IN);
          }) {
        global_init();
        multi = curl_multi_init();
        if (multi == nullptr) throw std::bad_alloc();
        curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, &State::on_socket);
        curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, this);
        curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, &State::on_timer);
        curl_multi_setopt(multi, CURLMOPT_TIMERDATA, this);
        curl_multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, max_host_connections);
        // Unset, curl keeps four for each open transfer, and closes most of them whenever the
        // answers of many requests come at the same time.
        curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, k_kept_connections);
        // No two requests on one connection: they would wait for each other's bytes. And with
        // libcurl 7.88 the last of several streams can stay unread for ever.
        curl_multi_setopt(multi, CURLMOPT_PIPELINING, static_cast<long>(CURLPIPE_NOTHING));
    }

    ~State() { close(); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    void close();
    void act(curl_socket_t fd, int events);
    void collect_finished();
    void fail_all();
    void finish(CURL* easy, CURLcode code);
    void tell_later();
    void tell_next();
    void set_timer(long timeout_ms);
    void arm(SteadyTime when);
    CURLMcode start(CURL* easy, OnDone on_done);

    static int on_socket(CURL*, curl_socket_t fd, int what, void* self, void*) noexcept;
    static int on_opened(void* self, curl_socket_t fd, curlsocktype) noexcept;
    static int on_close(void* self, curl_socket_t fd) noexcept;
    static int on_timer(CURLM*, long timeout_ms, void* self) noexcept;

    asio::any_io_executor executor;
    asio::steady_timer timer;
    std::uint64_t timer_round = 0;  // a call that was posted in an earlier round is stale
    std::optional<SteadyTime> due;  // when curl wants to be called; nullopt: never, or it is posted
    std::optional<SteadyTime> armed;   // what the timer is set to; at or before `due`
    std::optional<long> held_timeout;  // while `starting`: what curl asked for last
    bool starting = false;
    CURLM* multi = nullptr;
    std::map<CURL*, OnDone> transfers;
    std::deque<std::pair<OnDone, CURLcode>> ended;  // to be told; not empty: tell_next() is posted
    SocketWatch sockets;
};

void CurlMulti::State::close() {
    if (multi == nullptr) return;
    // From here on curl must not call back: the loop may be going down.
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, nullptr);
    curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, nullptr);
    ++timer_round;
    // Callbacks may own their handles: they go last, when curl has let go of everything.
    const std::map<CURL*, OnDone> gone = std::exchange(transfers, {});
    for (const auto& [easy, on_done] : gone) curl_multi_remove_handle(multi, easy);
    curl_multi_cleanup(std::exchange(multi, nullptr));
}

int CurlMulti::State::on_socket(CURL*, curl_socket_t fd, int what, void* self, void*) noexcept {
    try {
        // A removal may come for a descriptor that was never announced.
        const bool none = what == CURL_POLL_REMOVE;
        static_cast<State*>(self)->sockets.want(fd, !none && (what & CURL_POLL_IN) != 0,
                                                !none && (what & CURL_POLL_OUT) != 0);
        return 0;
    } catch (...) {
        return -1;
    }
}

int CurlMulti::State::on_opened(void* self, curl_socket_t fd, curlsocktype) noexcept {
    try {
        static_cast<State*>(self)->sockets.closes_are_told(fd);
        return CURL_SOCKOPT_OK;
    } catch (...) {
        return CURL_SOCKOPT_ERROR;
    }
}

int CurlMulti::State::on_close(void* self, curl_socket_t fd) noexcept {
    try {
        static_cast<State*>(self)->sockets.closed(fd);
    } catch (...) {
        // The kernel takes it out of every set when it is closed.
    }
    return ::close(fd);
}

int CurlMulti::State::on_timer(CURLM*, long timeout_ms, void* self) noexcept {
    try {
        static_cast<State*>(self)->set_timer(timeout_ms);
        return 0;
    } catch (...) {
        return -1;
    }
}

void CurlMulti::State::set_timer(long timeout_ms) {
    if (starting) {
        held_timeout = timeout_ms;
        return;
    }
    const std::uint64_t round = ++timer_round;
    due.reset();
    if (timeout_ms < 0) {
        armed.reset();
        timer.cancel();
        return;
    }
    if (timeout_ms == 0) {
        // Through the loop: curl must not be entered again from its own callback.
        asio::post(executor, [weak = weak_from_this(), round] {
            const std::shared_ptr<State> state = weak.lock();
            if (state && state->timer_round == round) state->act(CURL_SOCKET_TIMEOUT, 0);
        });
        return;
    }
    due = std::chrono::steady_clock::now() + std::chrono::milliseconds(timeout_ms);
    if (!armed || *due < *armed) arm(*due);
}

// A later time does not move the timer, which would be a system call for every request: when it
// goes off too early, it is set anew.
void CurlMulti::State::arm(SteadyTime when) {
    armed = when;
    timer.expires_at(when);
    timer.async_wait([weak = weak_from_this(), when](boost::system::error_code error) {
        const std::shared_ptr<State> state = weak.lock();
        if (error || !state || state->armed != when) return;
        state->armed.reset();
        if (!state->due) return;
        if (*state->due > std::chrono::steady_clock::now()) return state->arm(*state->due);
        state->due.reset();
        state->act(CURL_SOCKET_TIMEOUT, 0);
    });
}

void CurlMulti::State::act(curl_socket_t fd, int events) {
    if (multi == nullptr) return;
    int running = 0;
    const CURLMcode code = curl_multi_socket_action(multi, fd, events, &running);
    collect_finished();
    // After an error of the multi handle nothing is known about any transfer.
    if (code != CURLM_OK) fail_all();
}

void CurlMulti::State::collect_finished() {
    int left = 0;
    while (CURLMsg* message = curl_multi_info_read(multi, &left)) {
        if (message->msg != CURLMSG_DONE) continue;
        // The message is gone once the handle is removed.
        CURL* easy = message->easy_handle;
        const CURLcode code = message->data.result;
        finish(easy, code);
    }
}

void CurlMulti::State::fail_all() {
    while (!transfers.empty()) finish(transfers.begin()->first, CURLE_FAILED_INIT);
}

void CurlMulti::State::finish(CURL* easy, CURLcode code) {
    curl_multi_remove_handle(multi, easy);
    const auto found = transfers.find(easy);
    if (found == transfers.end()) return;
    ended.emplace_back(std::move(found->second), code);
    transfers.erase(found);
    if (ended.size() == 1) tell_later();
}

void CurlMulti::State::tell_later() {
    asio::post(executor, [weak = weak_from_this()] {
        if (const std::shared_ptr<State> state = weak.lock()) state->tell_next();
    });
}

// What follows the end of a transfer may take long: one in each turn of the loop, so that sockets
// are read between two of them.
void CurlMulti::State::tell_next() {
    const auto [on_done, code] = std::move(ended.front());
    ended.pop_front();
    if (!ended.empty()) tell_later();
    on_done(code);
}

// The request goes out now and not in a later turn of the loop. What curl says of its timer
// meanwhile counts when that is done.
CURLMcode CurlMulti::State::start(CURL* easy, OnDone on_done) {
    curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, &State::on_opened);
    curl_easy_setopt(easy, CURLOPT_SOCKOPTDATA, this);
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, &State::on_close);
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, this);
    starting = true;
    const CURLMcode code = curl_multi_add_handle(multi, easy);
    if (code == CURLM_OK) {
        transfers.emplace(easy, std::move(on_done));
        act(CURL_SOCKET_TIMEOUT, 0);
    }
    starting = false;
    if (const std::optional<long> timeout = std::exchange(held_timeout, std::nullopt)) {
        set_timer(*timeout);
    }
    return code;
}

CurlMulti::CurlMulti(asio::any_io_executor executor, long max_host_connections)
    : state_(std::make_shared<State>(std::move(executor), max_host_connections)) {}

CurlMulti::~CurlMulti() {
    state_->close();
}

CURLMcode CurlMulti::add(CURL* easy, OnDone on_done) {
    return state_->start(easy, std::move(on_done));
}

void CurlMulti::remove(CURL* easy) {
    // The callback may own the handle: it must outlive the removal.
    const auto owner = state_->transfers.extract(easy);
    if (owner) curl_multi_remove_handle(state_->multi, easy);
}

}  // namespace kilter
