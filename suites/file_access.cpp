#include "suites/file_access.hpp"

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

#include "base/files.hpp"
#include "base/sha256.hpp"
#include "base/source_text.hpp"
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

Error not_utf8(std::string_view name, char byte, std::size_t offset) {
    return fail("'" + std::string{name} + "' is not UTF-8: byte " + hex_byte(byte) +
                " at byte offset " + std::to_string(offset) + "; save the file as UTF-8");
}

// The first invalid byte of a text that comes in blocks, wherever they part it.
class Utf8Check {
  public:
    struct Invalid {
        char byte = 0;
        std::size_t offset = 0;
    };

    void add(std::string_view block) {
        if (bad_) return;
        rest_ += block;
        look(false);
    }

    std::optional<Invalid> finish() {
        if (!bad_) look(true);
        return bad_;
    }

  private:
    // A character has at most four bytes: what seems invalid within the last ones may go on.
    void look(bool last) {
        const auto at = utf8::find_invalid(rest_);
        if (at && (last || *at + 4 <= rest_.size())) bad_ = Invalid{rest_[*at], before_ + *at};
        const std::size_t seen = at.value_or(rest_.size());
        before_ += seen;
        rest_.erase(0, seen);
    }

    std::string rest_;
    std::size_t before_ = 0;  // bytes before `rest_`
    std::optional<Invalid> bad_;
};

// Lines without their ends, LF or CRLF, and without a BOM, out of blocks.
class Lines {
  public:
    explicit Lines(const SuiteFolder::OnLine& each) : each_(each) {}

    void add(std::string_view block) {
        for (std::size_t end = block.find('\n'); end != std::string_view::npos;
             end = block.find('\n')) {
            rest_ += block.substr(0, end);
            block.remove_prefix(end + 1);
            if (rest_.ends_with('\r')) rest_.pop_back();
            pass_on();
        }
        rest_ += block;
    }

    void finish() {
        if (!rest_.empty()) pass_on();
    }

  private:
    void pass_on() {
        std::string_view line = rest_;
        if (first_ && line.starts_with(tree::k_byte_order_mark))
            line.remove_prefix(tree::k_byte_order_mark.size());
        first_ = false;
        each_(line);
        rest_.clear();
    }

    const SuiteFolder::OnLine& each_;
    std::string rest_;
    bool first_ = true;
};

}  // namespace

SuiteFolder::SuiteFolder(const fs::path& suite_file) : named_(suite_file.parent_path()) {
    std::error_code ignored;
    real_ = fs::canonical(named_.empty() ? fs::path{"."} : named_, ignored);
}

std::string SuiteFolder::display_name(std::string_view relative) const {
    return (named_ / relative).generic_string();
}

Result<fs::path> SuiteFolder::find(std::string_view relative) const {
    const std::string name{relative};
    if (has_control_characters(name)) return fail("a file's name has a control character");
    if (real_.empty()) return fail("cannot open '" + name + "': the suite's folder is not there");
    std::error_code error;
    fs::path file = fs::canonical(real_ / relative, error);
    if (error) return fail("cannot open '" + name + "': " + error.message());
    if (!lies_in(file, real_)) {
        return fail("'" + name + "' lies outside the suite's folder; copy it into the folder");
    }
    return file;
}

Result<SuiteFolder::Text> SuiteFolder::read_text(std::string_view relative,
                                                 std::size_t max_bytes) const {
    const Result<fs::path> file = find(relative);
    if (file.has_error()) return file.error();
    Result<std::string> bytes = read_file(*file, max_bytes);
    if (bytes.has_error()) return bytes.error();
    if (const auto bad = utf8::find_invalid(*bytes))
        return not_utf8(relative, (*bytes)[*bad], *bad);
    if (!has_foreign_lines(*bytes)) return Text{std::move(*bytes), {}};
    std::string raw_sha256 = sha256_hex(*bytes);
    return Text{with_unix_lines(std::move(*bytes)), std::move(raw_sha256)};
}

Result<void> SuiteFolder::read_lines(std::string_view relative, std::size_t max_bytes,
                                     const OnLine& each) const {
    const Result<fs::path> file = find(relative);
    if (file.has_error()) return file.error();
    // Checked whole before the first line is looked at, so that no other fault is told instead.
    Utf8Check check;
    const auto checked =
        read_blocks(*file, max_bytes, [&check](std::string_view block) { check.add(block); });
    if (!checked) return checked.error();
    if (const auto bad = check.finish()) return not_utf8(relative, bad->byte, bad->offset);
    Lines lines(each);
    const auto read =
        read_blocks(*file, max_bytes, [&lines](std::string_view block) { lines.add(block); });
    if (!read) return read.error();
    lines.finish();
    return {};
}

bool has_foreign_lines(std::string_view text) {
    return text.starts_with(tree::k_byte_order_mark) || text.find("\r\n") != std::string_view::npos;
}

std::string with_unix_lines(std::string text) {
    if (!has_foreign_lines(text)) return text;
    if (text.starts_with(tree::k_byte_order_mark)) text.erase(0, tree::k_byte_order_mark.size());
    std::size_t kept = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool line_end = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
        if (!line_end) text[kept++] = text[i];
    }
    text.resize(kept);
    return text;
}

}  // namespace kilter
