#include <algorithm>
#include <string_view>

#include "scorers/answer/candidates.hpp"

namespace kilter {
namespace {

constexpr std::string_view k_fence = "```";

bool is_letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// Byte after the run of backticks that starts at `at`.
std::size_t after_fence(std::string_view text, std::size_t at) {
    const std::size_t end = text.find_first_not_of('`', at);
    return end == std::string_view::npos ? text.size() : end;
}

// The word that stands right behind a fence; it may be empty.
std::string_view label_at(std::string_view text, std::size_t at) {
    std::size_t end = at;
    while (end < text.size() && is_letter_or_digit(text[end])) ++end;
    return text.substr(at, end - at);
}

bool is_json_label(std::string_view label) {
    constexpr std::string_view k_json = "json";
    return std::equal(label.begin(), label.end(), k_json.begin(), k_json.end(), [](char a, char b) {
        return (static_cast<unsigned char>(a) | 0x20U) == static_cast<unsigned char>(b);
    });
}

std::size_t skip_space(std::string_view text, std::size_t at) {
    const std::size_t end = text.find_first_not_of(" \t\r\n", at);
    return end == std::string_view::npos ? text.size() : end;
}

}  // namespace

void offer_fenced(std::string_view text, Candidates& candidates) {
    std::size_t at = text.find(k_fence);
    while (at != std::string_view::npos) {
        const std::size_t label_begin = after_fence(text, at);
        const std::string_view label = label_at(text, label_begin);
        std::size_t go_on = label_begin + label.size();
        bool closed = false;
        if (label.empty() || is_json_label(label)) {
            const std::size_t body = skip_space(text, go_on);
            json::ReadOptions options;
            options.allow_trailing = true;
            json::ReadOutcome read = json::read(text.substr(body), options);
            const std::size_t end = read.ok ? skip_space(text, body + read.end) : 0;
            closed = read.ok && (end == text.size() || text.substr(end, 3) == k_fence);
            if (closed) go_on = after_fence(text, end);
            if (closed || read.too_deep) candidates.offer(std::move(read));
        }
        at = text.find(k_fence, go_on);
        // The next fence closes a block that was not JSON, unless its label says that it opens one.
        if (!closed && at != std::string_view::npos) {
            const std::size_t behind = after_fence(text, at);
            if (!is_json_label(label_at(text, behind))) at = text.find(k_fence, behind);
        }
    }
}

}  // namespace kilter
