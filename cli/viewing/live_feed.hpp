// Spreads what a LiveCounter sees to any number of listeners. Looks twice a second while somebody
// listens, less often where a look takes long, and not at all while nobody does. Loop's thread; the
// looks run on a thread of their own.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "cli/viewing/background_thread.hpp"
#include "cli/viewing/live_counter.hpp"

namespace kilter {

// One experiment, or all of them. Lives as long as somebody holds it.
struct LiveTopic {
    LiveNews news;                               // the latest
    unsigned long version = 0;                   // how often that changed; 0: nothing is known yet
    std::set<boost::asio::steady_timer*> bells;  // cancelled at every change
};

class LiveFeed : public std::enable_shared_from_this<LiveFeed> {
  public:
    LiveFeed(boost::asio::any_io_executor loop, std::filesystem::path store)
        : timer_(std::move(loop)), counter_(std::move(store)) {}

    // `experiment`: its id, or "" for all.
    std::shared_ptr<LiveTopic> join(const std::string& experiment);
    void stop();

  private:
    using Topics = std::map<std::string, std::shared_ptr<LiveTopic>>;

    static boost::asio::awaitable<void> watch(std::shared_ptr<LiveFeed> self);
    boost::asio::awaitable<std::chrono::milliseconds> look_once();
    Topics living();

    boost::asio::steady_timer timer_;
    LiveCounter counter_;
    BackgroundThread thread_{2};
    std::map<std::string, std::weak_ptr<LiveTopic>> topics_;
    bool watching_ = false, stopped_ = false;
};

}  // namespace kilter
