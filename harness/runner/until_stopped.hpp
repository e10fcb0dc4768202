// Awaits work that a person may end. Loop's thread.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>
#include <exception>
#include <optional>
#include <tuple>
#include <utility>

#include "harness/runner/stop_state.hpp"

namespace kilter {

// nullopt: it was ended before it gave anything back. Check finishing() or cancelled() before.
template <class T>
boost::asio::awaitable<std::optional<T>> until_stopped(boost::asio::any_io_executor executor,
                                                       StopState& stop,
                                                       StopState::Ticket::Ends ends,
                                                       boost::asio::awaitable<T> work) {
    namespace asio = boost::asio;
    StopState::Ticket ticket(stop, ends);
    auto token = asio::bind_cancellation_slot(ticket.slot(), asio::as_tuple(asio::use_awaitable));
    std::tuple<std::exception_ptr, T> ended =
        co_await asio::co_spawn(executor, std::move(work), std::move(token));
    const std::exception_ptr& thrown = std::get<0>(ended);
    if (!thrown) co_return std::optional<T>(std::move(std::get<1>(ended)));
    try {
        std::rethrow_exception(thrown);
    } catch (const boost::system::system_error& error) {
        if (error.code() != asio::error::operation_aborted) throw;
    }
    co_return std::nullopt;
}

}  // namespace kilter
