#include "suites/file_access.hpp"

#include <algorithm>
#include <system_error>

#include "base/files.hpp"
#include "base/sha256.hpp"
#include "base/text/utf8.hpp"

namespace kilter {
namespace {

namespace fs = std::filesystem;

// Component by component: "/a/bc" does not lie in "/a/b".
bool lies_in(const fs::path& file, const fs::path& folder) {
    const auto [folder_at, file_at] =
        std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
    return folder_at == folder.end() && file_at != file.end();
}

std::string hex_byte(char byte) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    const auto value = static_cast<unsigned char>(byte);
    return std::string{"0x"} + digits[value >> 4U] + digits[value & 15U];
}

}  // namespace

SuiteFolder::SuiteFolder(const fs::path& suite_file) : named_(suite_file.parent_path()) {
    std::error_code ignored;
    real_ = fs::canonical(named_.empty() ? fs::path{"."} : named_, ignored);
}

std::string SuiteFolder::display_name(std::string_view relative) const {
    return (named_ / relative).generic_string();
}

Result<SuiteFolder::Text> SuiteFolder::read_text(std::string_view relative,
                                                 std::size_t max_bytes) const {
    const std::string name{relative};
    if (has_control_characters(name)) return fail("a file's name has a control character");
    if (real_.empty()) return fail("cannot open '" + name + "': the suite's folder is not there");
    std::error_code error;
    const fs::path file = fs::canonical(real_ / relative, error);
    if (error) return fail("cannot open '" + name + "': " + error.message());
    if (!lies_in(file, real_)) {
        return fail("'" + name + "' lies outside the suite's folder; copy it into the folder");
    }
    Result<std::string> bytes = read_file(file, max_bytes);
    if (bytes.has_error()) return bytes.error();
    if (const auto bad = utf8::find_invalid(*bytes)) {
        return fail("'" + name + "' is not UTF-8: byte " + hex_byte((*bytes)[*bad]) +
                    " at byte offset " + std::to_string(*bad) + "; save the file as UTF-8");
    }
    return Text{with_unix_lines(*bytes), sha256_hex(*bytes)};
}

std::string with_unix_lines(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool line_end = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
        if (!line_end) out += text[i];
    }
    return out;
}

}  // namespace kilter
