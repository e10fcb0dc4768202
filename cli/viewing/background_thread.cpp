#include "cli/viewing/background_thread.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <memory>
#include <utility>

namespace kilter {

namespace asio = boost::asio;

asio::awaitable<bool> BackgroundThread::run(std::function<void()> work) {
    constexpr auto token = asio::as_tuple(asio::use_awaitable);
    if (waiting_ >= most_) co_return false;
    ++waiting_;
    const auto loop = co_await asio::this_coro::executor;
    // Rings when it is cancelled, which happens on the loop and so after the wait has begun; until
    // then it keeps the loop alive.
    const auto bell = std::make_shared<asio::steady_timer>(loop);
    bell->expires_at(asio::steady_timer::time_point::max());
    auto piece = [work = std::move(work), bell, loop]() mutable {
        work();
        asio::post(loop, [bell = std::move(bell)] { bell->cancel(); });
    };
    asio::post(thread_, std::move(piece));
    const auto [rung] = co_await bell->async_wait(token);
    static_cast<void>(rung);
    --waiting_;
    co_return true;
}

}  // namespace kilter
