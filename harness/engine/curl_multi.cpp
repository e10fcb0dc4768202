#include "harness/engine/curl_multi.hpp"

#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace kilter {
namespace asio = boost::asio;
namespace {

constexpr long k_kept_connections = 4096;  // idle ones included

using SteadyTime = std::chrono::steady_clock::time_point;

// One of curl's sockets as the loop sees it. curl owns the descriptor and closes it.
struct Socket {
    explicit Socket(const asio::any_io_executor& executor) : descriptor(executor) {}
    ~Socket() { release(); }
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;

    void release() noexcept {
        if (!descriptor.is_open()) return;
        try {
            descriptor.release();
        } catch (...) {
            // Nothing is left to give back.
        }
    }

    asio::posix::stream_descriptor descriptor;
    bool want_read = false, want_write = false;        // what curl waits for
    bool waiting_read = false, waiting_write = false;  // waits that stand in the loop
};

void global_init() {
    static const CURLcode once = curl_global_init(CURL_GLOBAL_DEFAULT);
    static_cast<void>(once);
}

}  // namespace

struct CurlMulti::State : std::enable_shared_from_this<State> {
    State(asio::any_io_executor loop, long max_host_connections)
        : executor(std::move(loop)), timer(executor) {
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
    void start_waits(curl_socket_t fd, const std::shared_ptr<Socket>& socket);
    void wait(curl_socket_t fd, const std::shared_ptr<Socket>& socket, bool write);
    void set_timer(long timeout_ms);
    void arm(SteadyTime when);
    void change_socket(curl_socket_t fd, int what);

    static int on_socket(CURL*, curl_socket_t fd, int what, void* self, void*) noexcept;
    static int on_timer(CURLM*, long timeout_ms, void* self) noexcept;

    asio::any_io_executor executor;
    asio::steady_timer timer;
    std::uint64_t timer_round = 0;  // a call that was posted in an earlier round is stale
    std::optional<SteadyTime> due;  // when curl wants to be called; nullopt: never, or it is posted
    std::optional<SteadyTime> armed;  // what the timer is set to; at or before `due`
    CURLM* multi = nullptr;
    std::map<curl_socket_t, std::shared_ptr<Socket>> sockets;
    std::map<CURL*, OnDone> transfers;
};

void CurlMulti::State::close() {
    if (multi == nullptr) return;
    // From here on curl must not call back: the loop may be going down.
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, nullptr);
    curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, nullptr);
    ++timer_round;
    sockets.clear();
    // Callbacks may own their handles: they go last, when curl has let go of everything.
    const std::map<CURL*, OnDone> gone = std::exchange(transfers, {});
    for (const auto& [easy, on_done] : gone) curl_multi_remove_handle(multi, easy);
    curl_multi_cleanup(std::exchange(multi, nullptr));
}

int CurlMulti::State::on_socket(CURL*, curl_socket_t fd, int what, void* self, void*) noexcept {
    try {
        static_cast<State*>(self)->change_socket(fd, what);
        return 0;
    } catch (...) {
        return -1;
    }
}

int CurlMulti::State::on_timer(CURLM*, long timeout_ms, void* self) noexcept {
    try {
        static_cast<State*>(self)->set_timer(timeout_ms);
        return 0;
    } catch (...) {
        return -1;
    }
}

void CurlMulti::State::change_socket(curl_socket_t fd, int what) {
    const auto found = sockets.find(fd);
    if (what == CURL_POLL_REMOVE) {
        // May come for a descriptor that was never announced. Released, not closed: it is curl's.
        if (found == sockets.end()) return;
        found->second->release();
        sockets.erase(found);
        return;
    }
    std::shared_ptr<Socket> socket;
    if (found == sockets.end()) {
        socket = std::make_shared<Socket>(executor);
        socket->descriptor.assign(fd);
        sockets.emplace(fd, socket);
    } else {
        socket = found->second;
    }
    socket->want_read = (what & CURL_POLL_IN) != 0;
    socket->want_write = (what & CURL_POLL_OUT) != 0;
    start_waits(fd, socket);
}

void CurlMulti::State::start_waits(curl_socket_t fd, const std::shared_ptr<Socket>& socket) {
    if (socket->want_read && !socket->waiting_read) wait(fd, socket, false);
    if (socket->want_write && !socket->waiting_write) wait(fd, socket, true);
}

void CurlMulti::State::wait(curl_socket_t fd, const std::shared_ptr<Socket>& socket, bool write) {
    (write ? socket->waiting_write : socket->waiting_read) = true;
    // Weak: a wait may end after its socket was removed, or after all of this is gone.
    auto on_ready = [weak_state = weak_from_this(), weak = std::weak_ptr<Socket>(socket), fd,
                     write](boost::system::error_code error) {
        const std::shared_ptr<State> state = weak_state.lock();
        const std::shared_ptr<Socket> ready = weak.lock();
        if (!state || !ready || error == asio::error::operation_aborted) return;
        (write ? ready->waiting_write : ready->waiting_read) = false;
        if (!(write ? ready->want_write : ready->want_read)) return;
        const int event = write ? CURL_CSELECT_OUT : CURL_CSELECT_IN;
        state->act(fd, error ? CURL_CSELECT_ERR : event);
        const auto still = state->sockets.find(fd);
        if (still != state->sockets.end() && still->second == ready) state->start_waits(fd, ready);
    };
    const auto kind =
        write ? asio::posix::descriptor_base::wait_write : asio::posix::descriptor_base::wait_read;
    socket->descriptor.async_wait(kind, std::move(on_ready));
}

void CurlMulti::State::set_timer(long timeout_ms) {
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
    OnDone on_done = std::move(found->second);
    transfers.erase(found);
    asio::post(executor, [on_done = std::move(on_done), code] { on_done(code); });
}

CurlMulti::CurlMulti(asio::any_io_executor executor, long max_host_connections)
    : state_(std::make_shared<State>(std::move(executor), max_host_connections)) {}

CurlMulti::~CurlMulti() {
    state_->close();
}

CURLMcode CurlMulti::add(CURL* easy, OnDone on_done) {
    const CURLMcode code = curl_multi_add_handle(state_->multi, easy);
    if (code == CURLM_OK) state_->transfers.emplace(easy, std::move(on_done));
    return code;
}

void CurlMulti::remove(CURL* easy) {
    // The callback may own the handle: it must outlive the removal.
    const auto owner = state_->transfers.extract(easy);
    if (owner) curl_multi_remove_handle(state_->multi, easy);
}

}  // namespace kilter
