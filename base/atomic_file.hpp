// A file that is written piece by piece beside its target and put in its place by commit(): a
// reader sees the old or the new one, never half. Devices and pipes cannot be replaced; they are
// written to. One thread.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "base/result.hpp"

namespace kilter {

class AtomicFile {
  public:
    // Opened before the work whose result it will hold, so that a bad path is told first.
    static Result<AtomicFile> open(const std::filesystem::path& path);
    AtomicFile(AtomicFile&&) noexcept;
    AtomicFile& operator=(AtomicFile&&) noexcept;
    ~AtomicFile();  // without commit() nothing is left behind

    Result<void> write(std::string_view bytes);
    Result<void> commit();  // once

  private:
    struct State;
    explicit AtomicFile(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace kilter
