#include "harness/runner/stop_state.hpp"

#include <vector>

namespace kilter {

StopState::Ticket::Ticket(StopState& state, Ends ends) : state_(state), ends_(ends) {
    state_.tickets_.insert(this);
}

StopState::Ticket::~Ticket() {
    state_.tickets_.erase(this);
}

void StopState::finish() {
    asked_ = true;
    if (finishing_) return;
    finishing_ = true;
    tell(true);
}

void StopState::cancel() {
    asked_ = true;
    abort();
}

void StopState::abort() {
    if (cancelled_) return;
    finishing_ = true;
    cancelled_ = true;
    tell(false);
}

void StopState::tell(bool waits_only) {
    // An operation may end at once and take its ticket, or another one, with it.
    const std::vector<Ticket*> told(tickets_.begin(), tickets_.end());
    for (Ticket* ticket : told) {
        if (!tickets_.contains(ticket)) continue;
        if (waits_only && ticket->ends_ == Ticket::Ends::at_cancel) continue;
        ticket->signal_.emit(boost::asio::cancellation_type::terminal);
    }
}

}  // namespace kilter
