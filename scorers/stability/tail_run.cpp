// The tail run. Read backwards, a run near the text's end is a run near the beginning, where the
// Z-function (longest match of every position with the start) shows all periods in one linear pass.
//
// A run may end up to max(64, period) code points before the end, so no single start fits all. The
// periods are therefore taken in classes [low, high), each doubling: reversed, a qualified run of
// such a period always covers the 2 x period code points from `high` on, so that the Z-function of
// the window there finds it as a square, whatever lies between it and the end. Windows double as
// well: their sum is linear in the text.
#include <algorithm>
#include <span>

#include "base/text/utf8.hpp"
#include "scorers/stability/loops.hpp"

namespace kilter {
namespace {

constexpr std::size_t k_min_length = 256;  // code points
constexpr std::size_t k_min_repeats = 4;
constexpr std::size_t k_tail_slack = 64;  // code points: a closing tag, a cut word

// Invalid bytes get values of their own beyond Unicode, so that different ones differ.
std::vector<char32_t> reversed_code_points(std::string_view text) {
    std::vector<char32_t> out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const utf8::Step unit = utf8::step(text, at);
        const auto byte = static_cast<unsigned char>(text[at]);
        out.push_back(unit.valid ? unit.code_point : char32_t{0x110000} + byte);
        at += unit.length;
    }
    std::reverse(out.begin(), out.end());
    return out;
}

// z[i]: how many symbols from i on equal those from 0 on; z[0] is the whole length.
std::vector<std::size_t> z_function(std::span<const char32_t> symbols) {
    const std::size_t n = symbols.size();
    std::vector<std::size_t> z(n, n);
    std::size_t left = 0;
    std::size_t right = 0;  // [left, right) equals the prefix of its length
    for (std::size_t i = 1; i < n; ++i) {
        std::size_t match = i < right ? std::min(right - i, z[i - left]) : 0;
        while (i + match < n && symbols[match] == symbols[i + match]) ++match;
        if (i + match > right) {
            left = i;
            right = i + match;
        }
        z[i] = match;
    }
    return z;
}

// A run in the reversed text.
struct Run {
    std::size_t period = 0, begin = 0, end = 0;
    std::size_t length() const { return end - begin; }
};

// The whole run of this period around [anchor, anchor + 2 * period).
Run widen(std::span<const char32_t> text, std::size_t anchor, std::size_t period) {
    Run run{period, anchor, anchor + period};
    while (run.begin > 0 && text[run.begin - 1] == text[run.begin - 1 + period]) --run.begin;
    while (run.end < text.size() && text[run.end] == text[run.end - period]) ++run.end;
    return run;
}

bool qualifies(const Run& run) {
    return run.begin <= std::max(k_tail_slack, run.period) && run.length() >= k_min_length &&
           run.length() >= k_min_repeats * run.period;
}

// The longest qualified run with a period in [low, high), if it beats `best`.
void search_class(std::span<const char32_t> text, std::size_t low, std::size_t high, Run& best) {
    const std::size_t anchor = high;
    if (anchor + 2 * low > text.size()) return;
    const auto window = text.subspan(anchor, std::min(2 * high, text.size() - anchor));
    const std::vector<std::size_t> z = z_function(window);
    std::size_t reach = 0;  // of all smaller periods: how far the window follows one of them
    for (std::size_t period = 1; period < high && 2 * period <= window.size(); ++period) {
        // A square whose smallest period this is: such a block repeats no shorter one.
        const bool primitive_square = z[period] >= period && reach < 2 * period;
        if (period >= low && primitive_square) {
            const Run run = widen(text, anchor, period);
            if (qualifies(run) && run.length() > best.length()) best = run;
        }
        reach = std::max(reach, period + z[period]);
    }
}

}  // namespace

std::optional<TailRun> find_tail_run(std::string_view text) {
    if (text.size() < k_min_length) return std::nullopt;
    const std::vector<char32_t> reversed = reversed_code_points(text);
    Run best;
    std::size_t low = 1;
    for (std::size_t high = k_tail_slack; k_min_repeats * low <= reversed.size(); high *= 2) {
        search_class(reversed, low, high, best);
        low = high;
    }
    if (best.period == 0) return std::nullopt;
    return TailRun{reversed.size() - best.end, best.period, best.length()};
}

}  // namespace kilter
