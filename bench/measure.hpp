// CPU time of a piece of work, repeated: what every benchmark program here measures with. Never
// wall time: other processes may run beside. One thread.
#pragma once

#include <sys/resource.h>

#include <algorithm>
#include <functional>
#include <vector>

namespace kilter::bench {

inline double cpu_ms() {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    const auto ms = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3;
    };
    return ms(used.ru_utime) + ms(used.ru_stime);
}

// The middle of `repeats` (odd) times.
inline double median_cpu_ms(int repeats, const std::function<void()>& work) {
    std::vector<double> times;
    for (int i = 0; i < repeats; ++i) {
        const double before = cpu_ms();
        work();
        times.push_back(cpu_ms() - before);
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

}  // namespace kilter::bench
