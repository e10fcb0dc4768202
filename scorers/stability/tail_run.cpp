// Read backwards, a run near the text's end is a run near the beginning, where the Z-function
// (longest match of every position with the start) shows all periods in one linear pass.
//
// A run may end up to max(64, period) symbols before the end, so no single start fits all. The
// periods are therefore taken in classes [low, high), each doubling: reversed, a qualified run of
// such a period always covers the 2 x period symbols from `high` on, so that the Z-function of the
// window there finds it as a square, whatever lies between it and the end. Windows double as well:
// their sum is linear in the text.
#include "scorers/stability/tail_run.hpp"

#include <algorithm>
#include <vector>

namespace kilter {
namespace {

constexpr RunRule k_rule;

// z[i]: how many symbols from i on equal those from 0 on; z[0] is the whole length.
std::vector<std::uint32_t> z_function(Symbols symbols) {
    const std::size_t n = symbols.size();
    std::vector<std::uint32_t> z(n, static_cast<std::uint32_t>(n));
    std::size_t left = 0;
    std::size_t right = 0;  // [left, right) equals the prefix of its length
    for (std::size_t i = 1; i < n; ++i) {
        std::size_t match = i < right ? std::min<std::size_t>(right - i, z[i - left]) : 0;
        while (i + match < n && symbols[match] == symbols[i + match]) ++match;
        if (i + match > right) {
            left = i;
            right = i + match;
        }
        z[i] = static_cast<std::uint32_t>(match);
    }
    return z;
}

// The whole run of this period around [anchor, anchor + 2 * period).
PeriodicRun widen(Symbols text, std::size_t anchor, std::size_t period) {
    std::size_t begin = anchor;
    std::size_t end = anchor + period;
    while (begin > 0 && text[begin - 1] == text[begin - 1 + period]) --begin;
    while (end < text.size() && text[end] == text[end - period]) ++end;
    return {begin, period, end - begin};
}

bool qualifies(const PeriodicRun& run) {
    return run.start <= std::max(k_tail_slack, run.period) && k_rule.accepts(run);
}

// The longest qualified run with a period in [low, high), if it beats `best`.
void search_class(Symbols text, std::size_t low, std::size_t high, PeriodicRun& best) {
    const std::size_t anchor = high;
    if (anchor + 2 * low > text.size()) return;
    const auto window = text.subspan(anchor, std::min(2 * high, text.size() - anchor));
    const std::vector<std::uint32_t> z = z_function(window);
    std::size_t reach = 0;  // of all smaller periods: how far the window follows one of them
    for (std::size_t period = 1; period < high && 2 * period <= window.size(); ++period) {
        // A square whose smallest period this is: such a block repeats no shorter one.
        const bool primitive_square = z[period] >= period && reach < 2 * period;
        if (period >= low && primitive_square) {
            const PeriodicRun run = widen(text, anchor, period);
            if (qualifies(run) && run.length > best.length) best = run;
        }
        reach = std::max<std::size_t>(reach, period + z[period]);
    }
}

}  // namespace

std::optional<PeriodicRun> find_tail_run(Symbols text) {
    if (text.size() < k_rule.min_length) return std::nullopt;
    const std::vector<char32_t> reversed(text.rbegin(), text.rend());
    PeriodicRun best;
    std::size_t low = 1;
    for (std::size_t high = k_tail_slack; k_rule.min_repeats * low <= reversed.size(); high *= 2) {
        search_class(reversed, low, high, best);
        low = high;
    }
    if (best.period == 0) return std::nullopt;
    return PeriodicRun{reversed.size() - best.end(), best.period, best.length};
}

std::optional<PeriodicRun> find_tail_run(std::string_view text) {
    if (text.size() < k_rule.min_length) return std::nullopt;
    SymbolBuffer symbols;
    symbols.append(text);
    return find_tail_run(symbols.view());
}

}  // namespace kilter
