// Where outputs part: channel, kind, position in code points and bytes. Compares bytes, then backs
// up to the start of the code point. Pure, any thread; linear.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "harness/wire/completion.hpp"

namespace kilter {

enum class Channel { reasoning, content, tool_calls };
enum class DivergenceKind { equal, mismatch, prefix, absent };
std::string_view to_word(Channel channel);
std::string_view to_word(DivergenceKind kind);

inline constexpr std::size_t k_at_start_code_points = 8;

struct Divergence {
    Channel channel = Channel::reasoning;
    DivergenceKind kind = DivergenceKind::equal;
    std::size_t code_point = 0;  // of the first difference; prefix: the shorter length; absent: 0
    std::size_t byte = 0;        // start of that code point
    bool at_start() const {      // absent is never at_start
        return (kind == DivergenceKind::mismatch || kind == DivergenceKind::prefix) &&
               code_point < k_at_start_code_points;
    }
};

// Two texts of one channel (channel is left as given). Invalid bytes count as one code point each.
Divergence diverge(std::string_view a, std::string_view b, Channel channel = Channel::content);

// One item's valid runs: the first channel (reasoning, content, tool_calls) that differs, and the
// common prefix of all runs in it. Absent, null and "" are the same here, as text; a run without
// text beside a run with text is `absent`. All equal: kind equal.
Divergence diverge(const std::vector<const Completion*>& runs);

// Tool calls as one text: name, newline, arguments, newline, for each call. Different calls never
// give one text: further lines of the arguments are indented by a space, and a name has its line
// ends, backslashes and a space at its beginning behind a backslash.
std::string tool_calls_text(const Completion& completion);

}  // namespace kilter
