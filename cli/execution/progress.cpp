#include "cli/execution/progress.hpp"

#include <fmt/format.h>

namespace kilter {

namespace {

using Seconds = std::chrono::duration<double>;

std::string duration_text(double seconds) {
    const auto whole = static_cast<long long>(seconds + 0.5);
    if (whole >= 3600) return fmt::format("{}h{:02}m", whole / 3600, whole % 3600 / 60);
    if (whole >= 60) return fmt::format("{}m{:02}s", whole / 60, whole % 60);
    return fmt::format("{}s", whole);
}

}  // namespace

std::string progress_text(const Progress& progress, const LiveFindings& findings, Seconds elapsed,
                          long long done_at_start) {
    std::string text = fmt::format("{}/{} trials, {} in flight, {} errors", progress.done,
                                   progress.total, progress.in_flight, progress.errors);
    if (findings.counted) text += fmt::format(", {} items unstable so far", findings.unstable);
    if (findings.counted && findings.loops > 0)
        text += fmt::format(", {} {}", findings.loops, findings.loops == 1 ? "loop" : "loops");
    if (progress.retries > 0) text += fmt::format(", {} retries", progress.retries);
    const long long fresh = progress.done - done_at_start;
    const long long left = progress.total - progress.done;
    if (fresh > 0 && left > 0)
        text += ", ETA " + duration_text(elapsed.count() / static_cast<double>(fresh) *
                                         static_cast<double>(left));
    return text;
}

ProgressPrinter::ProgressPrinter(const Clock& clock, bool terminal)
    : clock_(clock), line_(terminal), started_(clock.steady_now()), last_(started_) {}

bool ProgressPrinter::due(const Progress& progress) {
    const auto now = clock_.steady_now();
    const bool last = progress.done == progress.total;
    const long long tenth = progress.total > 0 ? progress.done * 10 / progress.total : 0;
    const auto pause =
        line_.on_terminal() ? std::chrono::milliseconds{100} : std::chrono::milliseconds{30'000};
    const bool tenth_passed = !line_.on_terminal() && tenth != last_tenth_;
    if (!last && !tenth_passed && now - last_ < pause) return false;
    last_ = now;
    last_tenth_ = tenth;
    return true;
}

void ProgressPrinter::show(const Progress& progress, const LiveFindings& findings) {
    if (done_at_start_ < 0) done_at_start_ = progress.done;
    if (!due(progress)) return;
    line_.show(progress_text(progress, findings, clock_.steady_now() - started_, done_at_start_));
}

void ProgressPrinter::notice(const std::string& line) {
    line_.notice(line);
}

}  // namespace kilter
