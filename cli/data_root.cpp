#include "cli/data_root.hpp"

#include <cstdlib>
#include <fstream>
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

// Empty where the system does not tell the program's place.
fs::path program_folder() {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    return error ? fs::path{} : program.parent_path();
}

// The checkout that a binary in its build folder belongs to; the build wrote it down beside it.
fs::path checkout(const fs::path& folder) {
    std::ifstream note{folder / "kilter.data"};
    std::string line;
    std::getline(note, line);
    return line;
}

}  // namespace

Result<fs::path> data_root() {
    if (const char* chosen = std::getenv("KILTER_DATA"); chosen != nullptr && *chosen != '\0') {
        if (holds_data(chosen)) return fs::path{chosen};
        return fail("KILTER_DATA names '" + std::string{chosen} +
                    "', which does not hold suites and harness/sim/scenarios");
    }
    const fs::path here = program_folder();
    if (here.empty()) return fail("the program's own folder is unknown; set KILTER_DATA");
    for (const fs::path& folder : {here / KILTER_DATA_FROM_BINARY, checkout(here)}) {
        if (!folder.empty() && holds_data(folder)) return folder.lexically_normal();
    }
    return fail("the bundled suites and scenarios were not found; set KILTER_DATA to their folder");
}

}  // namespace kilter
