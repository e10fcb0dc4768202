#include "cli/viewing/live_feed.hpp"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <utility>

namespace kilter {

namespace asio = boost::asio;

namespace {

constexpr auto k_token = asio::as_tuple(asio::use_awaitable);
constexpr std::chrono::milliseconds k_pause{500};
constexpr int k_share = 10;  // a look may take one part in so many of the time

}  // namespace

std::shared_ptr<LiveTopic> LiveFeed::join(const std::string& experiment) {
    std::shared_ptr<LiveTopic> topic = topics_[experiment].lock();
    if (!topic) {
        topic = std::make_shared<LiveTopic>();
        topics_[experiment] = topic;
        timer_.cancel();  // looked at now, not after the pause
    }
    if (!watching_ && !stopped_) {
        watching_ = true;
        asio::co_spawn(timer_.get_executor(), watch(shared_from_this()), asio::detached);
    }
    return topic;
}

void LiveFeed::stop() {
    stopped_ = true;
    timer_.cancel();
}

LiveFeed::Topics LiveFeed::living() {
    Topics out;
    for (auto it = topics_.begin(); it != topics_.end();) {
        if (auto topic = it->second.lock()) {
            out.emplace(it->first, std::move(topic));
            ++it;
        } else {
            it = topics_.erase(it);
        }
    }
    return out;
}

// How long to wait until the next; zero: nobody listens.
asio::awaitable<std::chrono::milliseconds> LiveFeed::look_once() {
    const Topics topics = living();
    if (topics.empty()) co_return std::chrono::milliseconds{0};
    std::vector<std::string> names;
    for (const auto& [name, topic] : topics) names.push_back(name);
    std::vector<LiveNews> news;
    std::chrono::steady_clock::duration took{};
    const std::function<void()> look = [&] {
        const auto begun = std::chrono::steady_clock::now();
        news = counter_.look(names);
        took = std::chrono::steady_clock::now() - begun;
    };
    const bool looked = co_await thread_.run(look);
    if (!looked) co_return k_pause;
    std::size_t at = 0;
    for (const auto& [name, topic] : topics) {
        LiveNews& one = news[at++];
        const LiveNews& before = topic->news;
        if (topic->version > 0 && one.data == before.data && one.finished == before.finished)
            continue;
        topic->news = std::move(one);
        ++topic->version;
        for (asio::steady_timer* bell : topic->bells) bell->cancel();
    }
    const auto slow = std::chrono::duration_cast<std::chrono::milliseconds>(took * k_share);
    co_return std::max(k_pause, slow);
}

asio::awaitable<void> LiveFeed::watch(std::shared_ptr<LiveFeed> self) {
    for (;;) {
        const std::chrono::milliseconds pause = co_await self->look_once();
        if (pause.count() == 0 || self->stopped_) {
            // Owns nothing: the thread must not be the one that destroys the feed, and so itself.
            const std::function<void()> close = [feed = self.get()] { feed->counter_.close(); };
            co_await self->thread_.run(close);
            if (self->stopped_ || self->living().empty()) break;
            continue;
        }
        self->timer_.expires_after(pause);
        const auto [woken] = co_await self->timer_.async_wait(k_token);
        static_cast<void>(woken);
    }
    self->watching_ = false;
}

}  // namespace kilter
