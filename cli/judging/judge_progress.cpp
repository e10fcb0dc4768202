#include "cli/judging/judge_progress.hpp"

#include <fmt/format.h>

namespace kilter {

void JudgeProgress::show(std::size_t done) {
    const std::size_t tenth = total_ > 0 ? done * 10 / total_ : 10;
    if (!line_.on_terminal() && tenth == last_tenth_ && done != total_) return;
    last_tenth_ = tenth;
    line_.show(fmt::format("judging {} of {}", done, total_));
}

}  // namespace kilter
