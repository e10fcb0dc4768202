// "judging 12 of 40" on stderr: one line rewritten in place on a terminal, otherwise a plain line
// every tenth. Loop's thread.
#pragma once

#include <cstddef>
#include <string>

namespace kilter {

class JudgeProgress {
  public:
    JudgeProgress(std::size_t total, bool terminal) : total_(total), terminal_(terminal) {}
    ~JudgeProgress();  // leaves the cursor on a fresh line

    void show(std::size_t done);
    void notice(const std::string& line);  // between progress lines

  private:
    std::size_t total_;
    bool terminal_;
    bool open_line_ = false;
    std::size_t last_tenth_ = 0;
};

}  // namespace kilter
