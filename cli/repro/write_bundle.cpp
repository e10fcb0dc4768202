#include "cli/repro/write_bundle.hpp"

#include <system_error>

#include "base/files.hpp"
#include "cli/repro/repro_bundle.hpp"

namespace kilter {

namespace fs = std::filesystem;

Result<void> check_empty_folder(const fs::path& folder) {
    std::error_code error;
    const fs::file_status status = fs::status(folder, error);
    if (status.type() == fs::file_type::not_found) return {};
    if (status.type() != fs::file_type::directory) {
        return fail("'" + folder.string() + "' is no folder; name a new or empty one with -o");
    }
    const bool empty = fs::is_empty(folder, error);
    if (error) return fail("cannot read the folder '" + folder.string() + "': " + error.message());
    if (empty) return {};
    return fail("'" + folder.string() + "' is not empty; name a new or empty folder with -o");
}

Result<void> write_bundle(const fs::path& folder, std::map<std::string, std::string> files) {
    if (auto fits = check_empty_folder(folder); !fits) return fits.error();
    std::error_code error;
    for (const auto& [path, bytes] : files) {
        const fs::path file = folder / path;
        fs::create_directories(file.parent_path(), error);
        if (error) {
            return fail("cannot make the folder '" + file.parent_path().string() +
                        "': " + error.message());
        }
        if (auto written = write_file_atomically(file, bytes); !written) return written.error();
        if (path.ends_with(".sh")) {
            fs::permissions(file, fs::perms::owner_exec, fs::perm_options::add, error);
        }
    }
    return write_file_atomically(folder / "SHA256SUMS", checksums(files));
}

}  // namespace kilter
