// Progress of a run on stderr: done/total, in flight, errors, unstable and loops so far, ETA. One
// line rewritten in place on a terminal; otherwise a plain line every tenth or every 30 seconds.
// Loop's thread.
#pragma once

#include <chrono>
#include <string>

#include "base/clock.hpp"
#include "cli/status_line.hpp"
#include "harness/runner/runner.hpp"

namespace kilter {

struct LiveFindings {
    std::size_t unstable = 0;
    long long loops = 0;
    bool counted = true;  // false: nothing is scored, so that nothing is said of it
};

// "12/150, 1 in flight, 0 errors, 3 unstable so far, ETA 2m10s"
std::string progress_text(const Progress& progress, const LiveFindings& findings,
                          std::chrono::duration<double> elapsed, long long done_at_start);

class ProgressPrinter {
  public:
    ProgressPrinter(const Clock& clock, bool terminal);

    void show(const Progress& progress, const LiveFindings& findings);
    // A line of its own between progress lines.
    void notice(const std::string& line);

  private:
    bool due(const Progress& progress);

    const Clock& clock_;
    StatusLine line_;
    long long done_at_start_ = -1;
    long long last_tenth_ = -1;
    std::chrono::steady_clock::time_point started_, last_;
};

}  // namespace kilter
