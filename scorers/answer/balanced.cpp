#include <string>
#include <string_view>

#include "scorers/answer/candidates.hpp"

namespace kilter {
namespace {

bool is_open(char c) {
    return c == '{' || c == '[';
}

bool is_close(char c) {
    return c == '}' || c == ']';
}

// Could a JSON value or key follow the bracket at `at`? Brackets of prose mostly fail here. The
// white space behind a bracket is looked at only once, because it ends at the next bracket.
bool may_begin_json(std::string_view text, std::size_t at) {
    const std::size_t next = text.find_first_not_of(" \t\r\n", at + 1);
    if (next == std::string_view::npos) return false;
    const char c = text[next];
    return c == '"' || c == '-' || is_open(c) || is_close(c) || (c >= '0' && c <= '9') ||
           c == 't' || c == 'f' || c == 'n';
}

// Byte after the string literal whose opening quote is at `at`.
std::size_t after_string(std::string_view text, std::size_t at) {
    for (++at; at < text.size(); ++at) {
        if (text[at] == '\\') {
            ++at;
        } else if (text[at] == '"') {
            return at + 1;
        }
    }
    return text.size();
}

// Byte after the bracket that closes the one at `at`; npos: it stays open. A closer of the wrong
// kind closes nothing, so that a broken outer value never gives its inner one away.
std::size_t after_balanced(std::string_view text, std::size_t at) {
    std::string expected;  // the closers still owed
    while (at < text.size()) {
        const char c = text[at];
        if (c == '"') {
            at = after_string(text, at);
            continue;
        }
        ++at;
        if (is_open(c)) {
            expected.push_back(c == '{' ? '}' : ']');
        } else if (is_close(c) && expected.back() == c) {
            expected.pop_back();
            if (expected.empty()) return at;
        }
    }
    return std::string_view::npos;
}

}  // namespace

void offer_balanced(std::string_view text, Candidates& candidates) {
    std::size_t at = 0;
    while ((at = text.find_first_of("{[", at)) != std::string_view::npos) {
        if (!may_begin_json(text, at)) {
            ++at;
            continue;
        }
        const std::size_t end = after_balanced(text, at);
        if (end == std::string_view::npos) return;
        candidates.offer(json::read(text.substr(at, end - at)));
        at = end;
    }
}

}  // namespace kilter
