#include "harness/runner/latch.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

namespace kilter {

namespace asio = boost::asio;

Latch::Latch(asio::any_io_executor executor)
    : executor_(std::move(executor)),
      all_ended_(executor_, asio::steady_timer::time_point::max()) {}

void Latch::start(asio::awaitable<void> work) {
    ++running_;
    asio::co_spawn(executor_, std::move(work), [this](std::exception_ptr error) { ended(error); });
}

void Latch::ended(std::exception_ptr error) {
    if (error && !first_error_) first_error_ = error;
    if (--running_ == 0) all_ended_.cancel();
}

asio::awaitable<void> Latch::wait() {
    while (running_ > 0) {
        co_await all_ended_.async_wait(asio::as_tuple(asio::use_awaitable));
    }
    if (first_error_) std::rethrow_exception(first_error_);
}

}  // namespace kilter
