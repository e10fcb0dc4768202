#include "base/text/near_miss.hpp"

#include <algorithm>
#include <cstddef>

#include "base/text/ascii.hpp"

namespace kilter {
namespace {

constexpr std::size_t k_max_distance = 2;
constexpr std::size_t k_max_word = 128;  // bytes; longer ones are nobody's typing error

// Three rows of the usual table: of the letter before the last, of the last, of the current one.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before.swap(last);
        last.swap(row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], before[j - 2] + 1);
            }
        }
    }
    return row[b.size()];
}

}  // namespace

std::optional<std::string> near_miss(std::string_view word,
                                     const std::vector<std::string>& candidates) {
    if (word.size() > k_max_word) return std::nullopt;
    const std::string wanted = ascii_lower(word);
    std::size_t best = std::min(k_max_distance, (word.size() - (word.empty() ? 0 : 1)) / 2) + 1;
    std::optional<std::string> found;
    for (const std::string& candidate : candidates) {
        if (candidate.size() > k_max_word) continue;
        const std::size_t steps = distance(wanted, ascii_lower(candidate));
        if (steps < best) {
            best = steps;
            found = candidate;
        }
    }
    return found;
}

}  // namespace kilter
