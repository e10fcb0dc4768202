// One connection of the local page: reads requests, checks who asks, answers with a page or a
// stream of events, one after the other, until either side is done. Loop's thread.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <memory>
#include <string>

#include "cli/viewing/admission.hpp"
#include "cli/viewing/background_thread.hpp"
#include "cli/viewing/live_feed.hpp"
#include "cli/viewing/pages.hpp"

namespace kilter {

// What the connections share. Lives until the last of them ends.
struct ViewState {
    std::unique_ptr<ViewSource> source;
    ViewSecret secret;
    std::string policy;  // Content-Security-Policy
    std::shared_ptr<LiveFeed> feed;
    BackgroundThread builder{8};  // pages; what is asked beyond is told to come again
    bool stopped = false;
};

boost::asio::awaitable<void> serve_view(std::shared_ptr<ViewState> state,
                                        boost::asio::ip::tcp::socket& socket);

}  // namespace kilter
