#include "harness/wire/think_tags.hpp"

#include <optional>

#include "base/text/normalize.hpp"

namespace kilter {
namespace {

std::string opening(const std::string& tag) {
    return "<" + tag + ">";
}
std::string closing(const std::string& tag) {
    return "</" + tag + ">";
}

ThinkSplit split_opened(std::string_view text, std::size_t begin, std::string_view close) {
    const std::size_t end = text.find(close, begin);
    if (end == std::string_view::npos) return {true, true, text.substr(begin), {}};
    return {true, false, text.substr(begin, end - begin), text.substr(end + close.size())};
}

// A closing tag is alone where no opening tag of its kind stands before the first of them.
std::optional<ThinkSplit> split_closed(std::string_view text, const std::string& tag) {
    const std::string close = closing(tag);
    const std::size_t first = text.find(close);
    if (first == std::string_view::npos || text.find(opening(tag)) < first) return std::nullopt;
    const std::size_t last = text.rfind(close);
    return ThinkSplit{true, false, text.substr(0, last), text.substr(last + close.size())};
}

}  // namespace

ThinkSplit split_think_tags(std::string_view text, const std::vector<std::string>& tags) {
    const std::string_view body = trim(text);
    if (body.empty()) return {false, false, {}, text};
    const auto lead = static_cast<std::size_t>(body.data() - text.data());
    for (const std::string& tag : tags) {
        const std::string open = opening(tag);
        if (body.starts_with(open)) return split_opened(text, lead + open.size(), closing(tag));
    }
    const bool looks_like_json = body.front() == '{' || body.front() == '[';
    for (const std::string& tag : tags) {
        if (looks_like_json) break;
        if (std::optional<ThinkSplit> split = split_closed(text, tag)) return *split;
    }
    return {false, false, {}, text};
}

}  // namespace kilter
