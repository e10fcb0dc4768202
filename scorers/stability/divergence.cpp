#include "scorers/stability/divergence.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text/byte_runs.hpp"
#include "base/text/utf8.hpp"

namespace kilter {
namespace {

// Do all texts go on at `at` with the same unit (code point, or one invalid byte)? Where a unit
// ends may depend on the bytes behind it, so that equal bytes alone do not decide.
bool same_unit(const std::vector<std::string_view>& texts, std::size_t at) {
    if (at >= texts.front().size()) return false;
    const std::size_t length = utf8::step(texts.front(), at).length;
    const std::string_view unit = texts.front().substr(at, length);
    return std::all_of(texts.begin() + 1, texts.end(), [&](std::string_view text) {
        return at < text.size() && utf8::step(text, at).length == length &&
               text.substr(at, length) == unit;
    });
}

// The common prefix of all texts, in whole units; kind mismatch, or prefix where a text ends there.
Divergence part(const std::vector<std::string_view>& texts, Channel channel) {
    constexpr std::size_t longest_unit = 4;  // bytes
    Divergence out{channel, DivergenceKind::equal, 0, 0};
    const std::string_view reference = texts.front();
    std::size_t shared = reference.size();
    bool equal = true;
    for (const std::string_view text : texts) {
        equal = equal && text == reference;
        shared = std::min(shared, common_run(reference, text));
    }
    if (equal) return out;

    const std::string_view common = reference.substr(0, shared);
    while (out.byte + longest_unit <= shared) {  // a unit here lies within what all share
        const std::size_t ascii = ascii_run(common, out.byte);
        out.byte += ascii > 0 ? ascii : utf8::step(reference, out.byte).length;
        out.code_point += ascii > 0 ? ascii : 1;
    }
    while (same_unit(texts, out.byte)) {
        out.byte += utf8::step(reference, out.byte).length;
        ++out.code_point;
    }
    const bool one_ends = std::any_of(texts.begin(), texts.end(), [&out](std::string_view text) {
        return text.size() == out.byte;
    });
    out.kind = one_ends ? DivergenceKind::prefix : DivergenceKind::mismatch;
    return out;
}

std::optional<Divergence> part_in(const std::vector<std::string_view>& texts, Channel channel) {
    const auto empty = [](std::string_view text) { return text.empty(); };
    const auto without = std::count_if(texts.begin(), texts.end(), empty);
    if (without == static_cast<std::ptrdiff_t>(texts.size())) return std::nullopt;
    if (without > 0) return Divergence{channel, DivergenceKind::absent, 0, 0};
    const Divergence out = part(texts, channel);
    if (out.kind == DivergenceKind::equal) return std::nullopt;
    return out;
}

}  // namespace

std::string_view to_word(Channel channel) {
    constexpr std::array<std::string_view, 3> words = {"reasoning", "content", "tool_calls"};
    return words[static_cast<std::size_t>(channel)];
}

std::string_view to_word(DivergenceKind kind) {
    constexpr std::array<std::string_view, 4> words = {"equal", "mismatch", "prefix", "absent"};
    return words[static_cast<std::size_t>(kind)];
}

Divergence diverge(std::string_view a, std::string_view b, Channel channel) {
    return part({a, b}, channel);
}

Divergence diverge(const std::vector<const Completion*>& runs) {
    if (runs.size() < 2) return {};
    std::vector<std::string_view> texts(runs.size());
    const auto fill = [&](auto text_of) {
        std::transform(runs.begin(), runs.end(), texts.begin(), text_of);
    };

    fill([](const Completion* run) { return std::string_view{run->reasoning.text}; });
    if (const auto found = part_in(texts, Channel::reasoning)) return *found;
    fill([](const Completion* run) { return std::string_view{run->content.text}; });
    if (const auto found = part_in(texts, Channel::content)) return *found;

    std::vector<std::string> calls(runs.size());
    std::transform(runs.begin(), runs.end(), calls.begin(),
                   [](const Completion* run) { return tool_calls_text(*run); });
    std::copy(calls.begin(), calls.end(), texts.begin());
    return part_in(texts, Channel::tool_calls).value_or(Divergence{});
}

std::string tool_calls_text(const Completion& completion) {
    std::string out;
    for (const ToolCall& call : completion.tool_calls) {
        for (std::size_t i = 0; i < call.name.size(); ++i) {
            const char c = call.name[i];
            if (c == '\\' || c == '\n' || (c == ' ' && i == 0)) out += '\\';
            out += c == '\n' ? 'n' : c;
        }
        out += '\n';
        for (const char c : call.arguments) {
            out += c;
            if (c == '\n') out += ' ';
        }
        out += '\n';
    }
    return out;
}

}  // namespace kilter
