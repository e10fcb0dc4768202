// Runs one coroutine on a loop until nothing is left to do there. What it throws is a bug and is
// thrown on. One thread.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <functional>

namespace kilter {

// `at_end` ends what else would keep the loop busy; it may be empty.
void run_to_end(boost::asio::io_context& loop, boost::asio::awaitable<void> work,
                const std::function<void()>& at_end = {});

}  // namespace kilter
