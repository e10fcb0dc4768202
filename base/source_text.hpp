// From byte offsets of a source file to the line and column that an editor shows, and the checks
// that every source text passes before it is parsed. For the readers of base/source_tree.hpp. One
// thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"

namespace kilter::tree {

class SourceText {
  public:
    // `text` without a BOM outlives the object; `first_line` is the number of its first line.
    explicit SourceText(std::string_view text, int first_line = 1);

    // Offsets beyond the end mean the end. Fast where calls go forward through the text.
    SourcePosition at(std::size_t byte_offset);
    // Zero-based line and byte within that line.
    SourcePosition at(std::size_t line, std::size_t byte_in_line);

  private:
    std::size_t line_end(std::size_t line) const;

    std::string_view text_;
    int first_line_;
    std::vector<std::size_t> line_starts_;
    // The place asked for last: counting code points goes on from here.
    std::size_t last_line_ = 0;
    std::size_t last_byte_ = 0;
    int last_column_ = 1;
};

inline constexpr std::string_view k_byte_order_mark = "\xEF\xBB\xBF";

struct TextFault {
    std::size_t byte_offset = 0;
    std::string message;
};

// The first byte that no source file may have: invalid UTF-8, or a control character besides TAB,
// LF and CR. `offset_in_file` is added to the offset that the message names.
std::optional<TextFault> find_fault(std::string_view text, std::size_t offset_in_file);

}  // namespace kilter::tree
