#include "cli/execution/run_to_end.hpp"

#include <boost/asio/co_spawn.hpp>
#include <exception>
#include <utility>

namespace kilter {

void run_to_end(boost::asio::io_context& loop, boost::asio::awaitable<void> work,
                const std::function<void()>& at_end) {
    std::exception_ptr bug;
    boost::asio::co_spawn(loop, std::move(work), [&](std::exception_ptr thrown) {
        bug = thrown;
        if (at_end) at_end();
    });
    loop.run();
    if (bug) std::rethrow_exception(bug);
}

}  // namespace kilter
