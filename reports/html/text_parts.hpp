// A text for the page: whole, or where it is long only what is worth reading, around given places.
// Positions are code points; bytes that are no UTF-8 become U+FFFD, one each. Pure, any thread.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "reports/json_numbers.hpp"

namespace kilter {

struct PartLimits {
    std::size_t whole = 48'000;  // code points up to which a text is kept whole
    std::size_t head = 4'000, tail = 6'000;
    std::size_t before = 2'000, after = 12'000;  // around a mark
};

// {"length": code points, "parts": [[at, text], ...]}. Parts ascend and do not overlap; two texts
// that are cut at the same marks have parts that begin at the same places. `marks` ascend.
ReportJson text_parts(std::string_view text, const std::vector<std::size_t>& marks,
                      const PartLimits& limits = {});

}  // namespace kilter
