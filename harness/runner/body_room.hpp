// Room, in bytes, for bodies that were read back from their files and wait to be kept. Engines can
// end many long answers at the same moment; whoever finds no room waits, and leaves its body in its
// file meanwhile. Counts only, holds no bytes. Loop's thread.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <memory>
#include <utility>

namespace kilter {

class BodyRoom {
    struct State;
    struct Waiter;

  public:
    // Bytes of one body. They are given back at its end, or earlier by leave().
    class Place {
      public:
        Place() = default;
        ~Place() { leave(); }
        Place(Place&& other) noexcept
            : state_(std::move(other.state_)), bytes_(std::exchange(other.bytes_, 0)) {}
        Place& operator=(Place&& other) noexcept;
        void leave();

      private:
        friend class BodyRoom;
        friend struct State;
        Place(std::shared_ptr<State> state, std::size_t bytes)
            : state_(std::move(state)), bytes_(bytes) {}

        std::shared_ptr<State> state_;
        std::size_t bytes_ = 0;
    };

    explicit BodyRoom(boost::asio::any_io_executor executor,
                      std::size_t bytes = std::size_t{4} << 20);
    // In the order of asking. A body larger than all the room gets it when nobody else has any.
    // Whoever has a place must not ask for another: it could wait for itself.
    boost::asio::awaitable<Place> enter(std::size_t bytes);
    std::size_t held() const;     // bytes
    std::size_t waiting() const;  // how many

  private:
    std::shared_ptr<State> state_;
};

}  // namespace kilter
