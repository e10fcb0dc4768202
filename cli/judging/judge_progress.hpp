// "judging 12 of 40" on stderr: each one on a terminal, otherwise every tenth. Loop's thread.
#pragma once

#include <cstddef>
#include <string>

#include "cli/status_line.hpp"

namespace kilter {

class JudgeProgress {
  public:
    JudgeProgress(std::size_t total, bool terminal) : total_(total), line_(terminal) {}

    void show(std::size_t done);
    void notice(const std::string& line) { line_.notice(line); }  // between progress lines

  private:
    std::size_t total_;
    StatusLine line_;
    std::size_t last_tenth_ = 0;
};

}  // namespace kilter
