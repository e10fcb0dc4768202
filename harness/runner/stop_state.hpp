// How far a run has been asked to stop, and whom to tell. What waits on the network is ended by
// cancel(), what waits to try again by finish() too. Loop's thread.
#pragma once

#include <boost/asio/cancellation_signal.hpp>
#include <set>

#include "harness/runner/runner.hpp"

namespace kilter {

class StopState final : public StopControl {
  public:
    void finish() override;
    void cancel() override;
    void abort();  // as cancel(), by the run itself: its store failed

    bool finishing() const { return finishing_; }  // after cancel() and abort() too
    bool cancelled() const { return cancelled_; }
    bool asked() const { return asked_; }  // by a person

    // While one of these stands, stopping reaches the operation that its slot is bound to. One
    // operation at a time. Check finishing() or cancelled() before starting it.
    class Ticket {
      public:
        enum class Ends { at_cancel, at_finish };
        Ticket(StopState& state, Ends ends);
        ~Ticket();
        Ticket(const Ticket&) = delete;
        Ticket& operator=(const Ticket&) = delete;

        boost::asio::cancellation_slot slot() { return signal_.slot(); }

      private:
        friend class StopState;
        StopState& state_;
        Ends ends_;
        boost::asio::cancellation_signal signal_;
    };

  private:
    void tell(bool waits_only);

    bool asked_ = false;
    bool finishing_ = false;
    bool cancelled_ = false;
    std::set<Ticket*> tickets_;
};

}  // namespace kilter
