// Runs the command that an arm wants before it is measured, and keeps what it said. Blocks until
// the command itself has ended; what it leaves running in the background goes on. One thread.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "base/json/value.hpp"
#include "base/result.hpp"

namespace kilter {

// One start of an engine, as far as kilter had it started. Trials that were sent after it and
// before the next one of the same arm belong to it.
struct Launch {
    std::string id;  // "1", "2", ... within an experiment
    std::string command;
    std::string started_at;  // ISO 8601, UTC
    double seconds = 0;
    int exit_code = 0;   // 128 + n where signal n ended it
    std::string output;  // stdout and stderr together, its first 64 KiB, secrets replaced
    bool cut = false;    // there was more output
};

struct HookTask {
    std::string command;
    std::filesystem::path folder;                    // where it runs; empty: the current one
    std::map<std::string, std::string> environment;  // beside that of this process
    std::vector<std::string> secrets;                // API keys, to be replaced in its output
};

// An error: it could not be started at all. A command that fails is a Launch with its exit code.
Result<Launch> run_hook(const HookTask& task, const Clock& clock);

// What an engine's row keeps of its launches, and back; unreadable text has none.
std::string launches_to_json(const std::vector<Launch>& launches);
std::vector<Launch> launches_from_json(std::string_view text);

}  // namespace kilter
