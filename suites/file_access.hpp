// The files that a suite names: found relative to the suite's folder, and, symlinks included,
// inside it. Texts are checked as UTF-8; a BOM is dropped and CRLF becomes LF, so that prompt bytes
// do not depend on how a checkout writes line ends. Errors are sentences that name the file. One
// thread.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "base/files.hpp"
#include "base/result.hpp"

namespace kilter {

class SuiteFolder {
  public:
    // The folder where the suite file lies as the user named it. Where it is not there, no file of
    // it can be read.
    explicit SuiteFolder(const std::filesystem::path& suite_file);

    struct Text {
        std::string text;  // UTF-8, no BOM, LF
        // Of the file's bytes, as sha256sum prints it. Empty: they are those of `text`.
        std::string raw_sha256;
    };
    // A regular file of at most `max_bytes`.
    Result<Text> read_text(std::string_view relative,
                           std::size_t max_bytes = k_max_input_file) const;

    // The lines of such a file, one after the other, so that it need not stand in memory whole.
    // None is passed on where the file is not UTF-8.
    using OnLine = std::function<void(std::string_view line)>;
    Result<void> read_lines(std::string_view relative, std::size_t max_bytes,
                            const OnLine& each) const;

    // How a file of the folder is named in messages.
    std::string display_name(std::string_view relative) const;

  private:
    Result<std::filesystem::path> find(std::string_view relative) const;

    std::filesystem::path named_;  // as the user wrote it, for messages
    std::filesystem::path real_;   // canonical
};

// False: with_unix_lines() changes nothing.
bool has_foreign_lines(std::string_view text);
// Drops a BOM at the start and turns CRLF into LF.
std::string with_unix_lines(std::string text);

}  // namespace kilter
