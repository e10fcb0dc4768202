#include "harness/store/row_words.hpp"

#include "base/sha256.hpp"

namespace kilter {

std::string_view state_word(TextState state) {
    switch (state) {
        case TextState::absent:
            return "absent";
        case TextState::null:
            return "null";
        case TextState::text:
            return "text";
    }
    return "absent";
}

TextState state_from(std::string_view word) {
    if (word == "text") return TextState::text;
    if (word == "null") return TextState::null;
    return TextState::absent;
}

std::string join_flags(const std::vector<std::string>& flags) {
    std::string joined;
    for (const std::string& flag : flags) {
        if (!joined.empty()) joined += ',';
        joined += flag;
    }
    return joined;
}

std::vector<std::string> split_flags(std::string_view text) {
    std::vector<std::string> flags;
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        flags.emplace_back(text.substr(0, comma));
        if (comma == std::string_view::npos) break;
        text.remove_prefix(comma + 1);
    }
    return flags;
}

std::string text_sha256(const ChannelText& channel, const std::string& known) {
    if (!known.empty()) return known;
    return channel.state == TextState::text ? sha256_hex(channel.text) : std::string{};
}

std::string tool_calls_sha256(const std::vector<ToolCall>& calls) {
    if (calls.empty()) return {};
    Sha256 sha;
    for (const ToolCall& call : calls) {
        sha.update_framed(call.name);
        sha.update_framed(call.arguments);
    }
    return sha.hex();
}

}  // namespace kilter
