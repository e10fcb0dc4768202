#include "harness/sim/tokens.hpp"

#include "base/text/utf8.hpp"

namespace kilter {
namespace {

constexpr std::size_t k_longest = 6;  // code points of one token

bool is_blank(char byte) {
    return byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r';
}

}  // namespace

std::vector<std::string_view> sim_tokens(std::string_view text) {
    std::vector<std::string_view> tokens;
    std::size_t begin = 0, length = 0;  // of the token that is open; length in code points
    for (std::size_t at = 0; at < text.size(); at += utf8::step(text, at).length) {
        if (at > begin && (length == k_longest || is_blank(text[at]))) {
            tokens.push_back(text.substr(begin, at - begin));
            begin = at;
            length = 0;
        }
        ++length;
    }
    if (begin < text.size()) tokens.push_back(text.substr(begin));
    return tokens;
}

std::size_t bytes_of_tokens(std::string_view text, std::size_t tokens) {
    std::size_t bytes = 0;
    for (const std::string_view token : sim_tokens(text)) {
        if (tokens-- == 0) break;
        bytes += token.size();
    }
    return bytes;
}

}  // namespace kilter
