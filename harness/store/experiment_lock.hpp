// One runner per experiment: an OS file lock beside the store, released by the kernel on a crash.
// Its file holds the holder's process id and start time for the message, and is removed when the
// lock is given back; one that a crash left behind is taken over. Any thread.
#pragma once

#include <filesystem>
#include <string_view>
#include <utility>

#include "base/result.hpp"

namespace kilter {

class ExperimentLock {
  public:
    // An error says who holds it.
    static Result<ExperimentLock> take(const std::filesystem::path& store,
                                       std::string_view experiment);
    // For display: what the holder wrote there, without touching the lock, so that nobody who takes
    // it meanwhile is refused. A process that is not seen from here counts as gone.
    static bool seems_held(const std::filesystem::path& store, std::string_view experiment);
    ~ExperimentLock();
    ExperimentLock(ExperimentLock&& other) noexcept;
    ExperimentLock& operator=(ExperimentLock&& other) noexcept;

  private:
    ExperimentLock(int fd, std::filesystem::path file) : fd_(fd), file_(std::move(file)) {}
    void release();

    int fd_ = -1;
    std::filesystem::path file_;
};

}  // namespace kilter
