// Work done by several threads, its results taken one after the other in the order in which it was
// handed in, on the thread that hands it in: so that nobody can tell from a result how many threads
// there were. Not a queue between strangers; one owner, one thread that calls.
#pragma once

#include <functional>
#include <memory>

#include "base/result.hpp"

namespace kilter {

// As many as the machine has cores; at least 1.
int default_jobs();

class OrderedWork {
  public:
    using Work = std::function<void()>;          // on any thread; shares nothing that others change
    using Then = std::function<Result<void>()>;  // on the caller's thread, after its work

    // `threads`: all of them, the caller's too. With 1 everything happens within add().
    explicit OrderedWork(int threads);
    // Work that nobody has begun is dropped.
    ~OrderedWork();
    OrderedWork(const OrderedWork&) = delete;
    OrderedWork& operator=(const OrderedWork&) = delete;

    // Holds a few pieces of work a thread and no more: beyond that the caller helps. Also takes
    // what is ready. The first error of a Then is the answer of this and every later call, and no
    // later Then runs. What a Work throws is thrown here, in its turn.
    Result<void> add(Work work, Then then);
    // Until all is done and taken.
    Result<void> finish();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace kilter
