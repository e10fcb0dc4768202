#include "cli/judging/judge_progress.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "cli/terminal.hpp"

namespace kilter {

JudgeProgress::~JudgeProgress() {
    if (open_line_) print_line("");
}

void JudgeProgress::show(std::size_t done) {
    const std::string text = fmt::format("judging {} of {}", done, total_);
    if (terminal_) {
        std::fputs(("\r\x1b[K" + text).c_str(), stderr);
        std::fflush(stderr);
        open_line_ = true;
        return;
    }
    const std::size_t tenth = total_ > 0 ? done * 10 / total_ : 10;
    if (tenth == last_tenth_ && done != total_) return;
    last_tenth_ = tenth;
    print_line(text);
}

void JudgeProgress::notice(const std::string& line) {
    if (open_line_) std::fputs("\r\x1b[K", stderr);
    open_line_ = false;
    print_line(line);
}

}  // namespace kilter
