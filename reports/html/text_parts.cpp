#include "reports/html/text_parts.hpp"

#include <algorithm>
#include <utility>

#include "base/text/utf8.hpp"

namespace kilter {

namespace {

using Range = std::pair<std::size_t, std::size_t>;  // code points, [first, second)

std::vector<Range> ranges_of(std::size_t length, const std::vector<std::size_t>& marks,
                             const PartLimits& limits) {
    if (length <= limits.whole) return {{0, length}};
    std::vector<Range> out = {{0, limits.head}};
    const auto add = [&](std::size_t from, std::size_t end) {
        from = std::max(from, out.back().second);
        end = std::min(end, length);
        if (from < end) out.emplace_back(from, end);
    };
    for (const std::size_t mark : marks)
        add(mark - std::min(mark, limits.before), mark + limits.after);
    add(length - limits.tail, length);
    return out;
}

}  // namespace

ReportJson text_parts(std::string_view text, const std::vector<std::size_t>& marks,
                      const PartLimits& limits) {
    const std::size_t length = utf8::count(text);
    ReportJson parts = ReportJson::array();
    std::size_t byte = 0, point = 0;
    for (const Range& range : ranges_of(length, marks, limits)) {
        for (; point < range.first; ++point) byte += utf8::step(text, byte).length;
        const std::size_t from = byte;
        for (; point < range.second; ++point) byte += utf8::step(text, byte).length;
        parts.push_back({range.first, utf8::repair(text.substr(from, byte - from))});
    }
    return {{"length", length}, {"parts", std::move(parts)}};
}

}  // namespace kilter
