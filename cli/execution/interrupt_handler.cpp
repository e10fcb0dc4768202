#include "cli/execution/interrupt_handler.hpp"

#include <csignal>
#include <utility>

namespace kilter {

InterruptHandler::InterruptHandler(boost::asio::io_context& loop, StopControl& stop, Notice notice)
    : signals_(loop, SIGINT, SIGTERM), stop_(stop), notice_(std::move(notice)) {
    wait();
}

void InterruptHandler::end() {
    signals_.cancel();
}

void InterruptHandler::wait() {
    signals_.async_wait([this](const boost::system::error_code& error, int) {
        if (error) return;
        if (++count_ == 1) {
            notice_("finishing what is in flight; interrupt again to cancel it");
            stop_.finish();
            wait();
        } else {
            notice_("cancelling; what is stored stays, run again to go on");
            stop_.cancel();
        }
    });
}

}  // namespace kilter
