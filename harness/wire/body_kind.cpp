#include "harness/wire/body_kind.hpp"

#include <array>

namespace kilter {

BodyKind body_kind(std::string_view head) {
    constexpr std::string_view bom = "\xEF\xBB\xBF";
    if (head.size() < bom.size() && bom.starts_with(head)) return BodyKind::undecided;
    if (head.starts_with(bom)) head.remove_prefix(bom.size());
    const std::size_t begin = head.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return BodyKind::undecided;
    head.remove_prefix(begin);
    if (head.front() == '{' || head.front() == '[') return BodyKind::json;
    static constexpr std::array<std::string_view, 6> starts = {
        ":", "data:", "event:", "id:", "retry:", "error:"};
    for (const std::string_view start : starts) {
        if (head.starts_with(start)) return BodyKind::stream;
        if (head.size() < start.size() && start.starts_with(head)) return BodyKind::undecided;
    }
    return BodyKind::other;
}

}  // namespace kilter
