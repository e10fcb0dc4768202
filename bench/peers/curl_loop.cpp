// The least that a client on libcurl can do: one thread, epoll and curl_multi_socket_action,
// handles used again, replies counted and thrown away. What kilter adds to it is what a trial
// costs. Usage: bench_curl_loop URL BODIES CONCURRENCY REQUESTS (bodies are sent in turn)
#include <curl/curl.h>
#include <sys/epoll.h>

#include <array>
#include <charconv>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "bench/peers/bodies.hpp"

namespace {

struct Loop {
    int epoll = epoll_create1(0);
    CURLM* multi = curl_multi_init();
    long timeout_ms = -1;
};

std::size_t discard(char*, std::size_t size, std::size_t count, void*) {
    return size * count;
}

int watch_socket(CURL*, curl_socket_t socket, int what, void* context, void* known) {
    const auto& loop = *static_cast<Loop*>(context);
    if (what == CURL_POLL_REMOVE) {
        epoll_ctl(loop.epoll, EPOLL_CTL_DEL, socket, nullptr);
        return 0;
    }
    epoll_event event{};
    event.data.fd = socket;
    if ((what & CURL_POLL_IN) != 0) event.events |= EPOLLIN;
    if ((what & CURL_POLL_OUT) != 0) event.events |= EPOLLOUT;
    epoll_ctl(loop.epoll, known == nullptr ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, socket, &event);
    curl_multi_assign(loop.multi, socket, context);
    return 0;
}

int set_timeout(CURLM*, long ms, void* context) {
    static_cast<Loop*>(context)->timeout_ms = ms;
    return 0;
}

struct Work {
    const std::vector<std::string>& bodies;
    std::size_t requests, begun = 0, done = 0, failed = 0;
};

bool give_next(CURL* handle, Work& work) {
    if (work.begun == work.requests) return false;
    const std::string& body = work.bodies[work.begun++ % work.bodies.size()];
    curl_easy_setopt(handle, CURLOPT_POSTFIELDS, body.data());
    curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE, static_cast<long>(body.size()));
    return true;
}

CURL* make_handle(const char* url, curl_slist* headers) {
    CURL* handle = curl_easy_init();
    curl_easy_setopt(handle, CURLOPT_URL, url);
    curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, discard);
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    return handle;
}

void take_finished(Loop& loop, Work& work) {
    int left = 0;
    while (const CURLMsg* message = curl_multi_info_read(loop.multi, &left)) {
        CURL* handle = message->easy_handle;
        long status = 0;
        curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
        ++work.done;
        work.failed += message->data.result == CURLE_OK && status == 200 ? 0U : 1U;
        curl_multi_remove_handle(loop.multi, handle);
        if (give_next(handle, work)) curl_multi_add_handle(loop.multi, handle);
    }
}

void run(Loop& loop, Work& work) {
    std::array<epoll_event, 256> events{};
    int running = 0;
    while (work.done < work.requests) {
        const int count = epoll_wait(loop.epoll, events.data(), static_cast<int>(events.size()),
                                     static_cast<int>(loop.timeout_ms));
        if (count == 0) curl_multi_socket_action(loop.multi, CURL_SOCKET_TIMEOUT, 0, &running);
        for (int i = 0; i < count; ++i) {
            const epoll_event& event = events[static_cast<std::size_t>(i)];
            const int what = ((event.events & EPOLLIN) != 0 ? CURL_CSELECT_IN : 0) |
                             ((event.events & EPOLLOUT) != 0 ? CURL_CSELECT_OUT : 0) |
                             ((event.events & (EPOLLERR | EPOLLHUP)) != 0 ? CURL_CSELECT_ERR : 0);
            curl_multi_socket_action(loop.multi, event.data.fd, what, &running);
        }
        take_finished(loop, work);
    }
}

}  // namespace

int main(int count, char** words) {
    std::array<std::size_t, 2> numbers{};  // concurrency, requests
    for (std::size_t i = 0; count == 5 && i < numbers.size(); ++i) {
        const std::string_view word = words[3 + i];
        std::from_chars(word.data(), word.data() + word.size(), numbers[i]);
    }
    if (numbers[0] == 0 || numbers[1] == 0) {
        std::fprintf(stderr, "usage: bench_curl_loop URL BODIES CONCURRENCY REQUESTS\n");
        return 2;
    }
    const std::vector<std::string> bodies = kilter::bench::read_bodies(words[2]);
    if (bodies.empty()) return 2;
    curl_global_init(CURL_GLOBAL_DEFAULT);
    Loop loop;
    curl_multi_setopt(loop.multi, CURLMOPT_SOCKETFUNCTION, watch_socket);
    curl_multi_setopt(loop.multi, CURLMOPT_SOCKETDATA, &loop);
    curl_multi_setopt(loop.multi, CURLMOPT_TIMERFUNCTION, set_timeout);
    curl_multi_setopt(loop.multi, CURLMOPT_TIMERDATA, &loop);
    curl_slist* headers = curl_slist_append(nullptr, "Content-Type: application/json");
    Work work{bodies, numbers[1]};
    for (std::size_t i = 0; i < numbers[0]; ++i) {
        CURL* handle = make_handle(words[1], headers);
        if (give_next(handle, work)) curl_multi_add_handle(loop.multi, handle);
    }
    run(loop, work);
    std::printf("%zu done, %zu failed\n", work.done, work.failed);
    return work.failed == 0 ? 0 : 1;
}
