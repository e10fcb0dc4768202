#include "cli/execution/open_files.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <map>
#include <string>

#include "harness/runner/run_plan.hpp"

namespace kilter {
namespace {

constexpr rlim_t k_enough = 65'536;
constexpr long long k_own = 32;  // the store, libraries, what the loop wakes up by

// Engines on one origin are asked one after the other.
long long requests_at_once(const ExperimentConfig& config, long long trials) {
    std::map<std::string, long long> of_origin;
    for (const EngineConfig& engine : config.engines) {
        long long& most = of_origin[shared_origin(engine)];
        most = std::max(most, std::min<long long>(engine.concurrency, trials));
    }
    long long all = 0;
    for (const auto& [origin, most] : of_origin) all += most;
    return all;
}

}  // namespace

void allow_open_files() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    const rlim_t wanted = std::min(limit.rlim_max, k_enough);
    if (limit.rlim_cur >= wanted) return;
    limit.rlim_cur = wanted;
    ::setrlimit(RLIMIT_NOFILE, &limit);  // refused: enough_open_files() sees what is left
}

Result<void> enough_open_files(const ExperimentConfig& config, long long trials) {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return {};
    const long long requests = requests_at_once(config, trials);
    const long long needed = requests + k_own;
    if (static_cast<rlim_t>(needed) <= limit.rlim_cur) return {};
    const long long room = static_cast<long long>(limit.rlim_cur) - k_own;
    const bool one = requests == 1;
    return fail(fmt::format(
        "{} {} at a time {} {} open files, and only {} are allowed here; allow more (ulimit -n "
        "{}){}",
        requests, one ? "request" : "requests", one ? "needs" : "need", needed, limit.rlim_cur,
        needed,
        room > 0 ? fmt::format(", or ask for {} at most (concurrency)", room) : std::string()));
}

}  // namespace kilter
