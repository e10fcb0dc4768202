#include "scorers/stability/partings.hpp"

#include <algorithm>
#include <array>

#include "base/text/utf8.hpp"

namespace kilter {
namespace {

std::size_t length_of(const Completion& completion, Channel channel) {
    switch (channel) {
        case Channel::reasoning:
            return utf8::count(completion.reasoning.text);
        case Channel::content:
            return utf8::count(completion.content.text);
        case Channel::tool_calls:
            break;
    }
    return utf8::count(tool_calls_text(completion));
}

bool lie_in_one_piece(const std::vector<int>& of_run) {
    int changes = 0;
    for (std::size_t i = 1; i < of_run.size(); ++i) changes += of_run[i] != of_run[i - 1] ? 1 : 0;
    return changes == 1;
}

}  // namespace

std::optional<RelativePosition> relative_position(const Divergence& at,
                                                  const Completion& reference) {
    if (at.kind == DivergenceKind::equal || at.kind == DivergenceKind::absent) return std::nullopt;
    const std::size_t length = length_of(reference, at.channel);
    if (length == 0) return std::nullopt;
    const bool ends = at.code_point >= length;
    const double share = static_cast<double>(at.code_point) / static_cast<double>(length);
    return RelativePosition{ends ? 1 : share, ends};
}

std::string_view to_word(RunPattern pattern) {
    constexpr std::array<std::string_view, 6> words = {
        "one_text", "first_differs", "one_differs", "changes_once", "all_differ", "others"};
    return words[static_cast<std::size_t>(pattern)];
}

RunPattern pattern_of(const std::vector<int>& ks, const Clusters& clusters) {
    const std::size_t runs = clusters.of_run.size();
    if (!clusters.unstable()) return RunPattern::one_text;
    if (clusters.sizes.size() == runs) return RunPattern::all_differ;
    if (clusters.sizes.size() != 2) return RunPattern::others;
    if (clusters.sizes[1] == 1) {
        const auto alone = std::find(clusters.of_run.begin(), clusters.of_run.end(), 1);
        const bool first = alone == clusters.of_run.begin() && ks.front() == 0;
        return first ? RunPattern::first_differs : RunPattern::one_differs;
    }
    return lie_in_one_piece(clusters.of_run) ? RunPattern::changes_once : RunPattern::others;
}

}  // namespace kilter
