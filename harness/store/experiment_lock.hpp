// One runner per experiment: an OS file lock beside the store, released by the kernel on a crash.
// Its file holds the holder's process id and start time for the message. Any thread.
#pragma once

#include <filesystem>
#include <string_view>

#include "base/result.hpp"

namespace kilter {

class ExperimentLock {
  public:
    // An error says who holds it.
    static Result<ExperimentLock> take(const std::filesystem::path& store, std::string_view experiment);
    ~ExperimentLock();
    ExperimentLock(ExperimentLock&& other) noexcept;
    ExperimentLock& operator=(ExperimentLock&& other) noexcept;

  private:
    explicit ExperimentLock(int fd) : fd_(fd) {}
    int fd_ = -1;
};

}  // namespace kilter
