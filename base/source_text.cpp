#include "base/source_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/byte_runs.hpp"
#include "base/text/utf8.hpp"

namespace kilter::tree {

SourceText::SourceText(std::string_view text, int first_line)
    : text_(text), first_line_(first_line), line_starts_{0} {
    for (std::size_t at = text.find('\n'); at != std::string_view::npos;
         at = text.find('\n', at + 1)) {
        line_starts_.push_back(at + 1);
    }
}

std::size_t SourceText::line_end(std::size_t line) const {
    return line + 1 < line_starts_.size() ? line_starts_[line + 1] : text_.size();
}

SourcePosition SourceText::at(std::size_t byte_offset) {
    const std::size_t offset = std::min(byte_offset, text_.size());
    const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
    const auto line = static_cast<std::size_t>(after - line_starts_.begin()) - 1;
    return at(line, offset - line_starts_[line]);
}

SourcePosition SourceText::at(std::size_t line, std::size_t byte_in_line) {
    line = std::min(line, line_starts_.size() - 1);
    const std::size_t start = line_starts_[line];
    const std::size_t wanted = std::min(start + byte_in_line, line_end(line));
    if (line != last_line_ || wanted < last_byte_) {
        last_line_ = line;
        last_byte_ = start;
        last_column_ = 1;
    }
    const std::string_view before = text_.substr(0, wanted);
    while (last_byte_ < wanted) {
        const std::size_t ascii = ascii_run(before, last_byte_);
        last_byte_ += ascii;
        last_column_ += static_cast<int>(ascii);
        if (last_byte_ >= wanted) break;
        last_byte_ += utf8::step(text_, last_byte_).length;
        ++last_column_;
    }
    return {first_line_ + static_cast<int>(line), last_column_};
}

namespace {

// ASCII that is no control character.
std::size_t harmless_run(std::string_view text, std::size_t at) {
    return byte_runs::run_length(text, at, [](std::uint64_t word) {
        using namespace byte_runs;
        const std::uint64_t control = (word - 0x20 * k_ones) & ~word & k_high_bits;
        return control | zero_bytes(word ^ (0x7F * k_ones)) | (word & k_high_bits);
    });
}

}  // namespace

std::optional<TextFault> find_fault(std::string_view text, std::size_t offset_in_file) {
    for (std::size_t at = harmless_run(text, 0); at < text.size(); at += harmless_run(text, at)) {
        const utf8::Step unit = utf8::step(text, at);
        if (!unit.valid) {
            return TextFault{
                at, fmt::format("not UTF-8 at byte {} (0x{:02X}); save the file as UTF-8",
                                offset_in_file + at, static_cast<unsigned char>(text[at]))};
        }
        const char32_t c = unit.code_point;
        if ((c < 0x20 && c != U'\t' && c != U'\n' && c != U'\r') || c == 0x7F) {
            return TextFault{at, fmt::format("control character U+{:04X} at byte {}",
                                             static_cast<unsigned>(c), offset_in_file + at)};
        }
        at += unit.length;
    }
    return std::nullopt;
}

}  // namespace kilter::tree
