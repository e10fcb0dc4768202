#include "cli/data_root.hpp"

#include <cstdlib>
#include <string>
#include <system_error>

namespace kilter {
namespace {

namespace fs = std::filesystem;

bool holds_data(const fs::path& folder) {
    std::error_code none;
    return fs::is_directory(folder / "suites", none) &&
           fs::is_directory(folder / "harness" / "sim" / "scenarios", none);
}

// bin/kilter -> share/kilter; empty where the system does not tell the program's place.
fs::path installed_root() {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    if (error) return {};
    return program.parent_path().parent_path() / "share" / "kilter";
}

}  // namespace

Result<fs::path> data_root() {
    if (const char* chosen = std::getenv("KILTER_DATA"); chosen != nullptr && *chosen != '\0') {
        if (holds_data(chosen)) return fs::path{chosen};
        return fail("KILTER_DATA names '" + std::string{chosen} +
                    "', which does not hold suites and harness/sim/scenarios");
    }
    for (const fs::path& folder : {installed_root(), fs::path{KILTER_SOURCE_DIR}}) {
        if (!folder.empty() && holds_data(folder)) return folder;
    }
    return fail("the bundled suites and scenarios were not found; set KILTER_DATA to their folder");
}

}  // namespace kilter
