#include "scorers/stability/run_tracker.hpp"

#include <algorithm>
#include <bit>

namespace kilter {
namespace {

constexpr std::size_t k_gram = 16;  // symbols
// A table of an eighth to a sixteenth of the text stays in the cache. Of a period as long as a
// quarter of the text it keeps one gram in fifty, and one is enough.
constexpr unsigned k_fewest_bits = 13;
constexpr unsigned k_bits_below = 3;
// Comparisons backwards that each symbol pays for: no text makes the pass more than linear.
constexpr std::size_t k_backward_budget = 8;

// Of a cyclic polynomial: the hash turns by one bit a symbol. Symbol 0 adds nothing, like none.
inline std::uint64_t spread(char32_t symbol) {
    return symbol * 0x9E3779B97F4A7C15ULL;
}

}  // namespace

void GramTable::begin(std::size_t symbols) {
    const auto wanted = static_cast<unsigned>(std::bit_width(symbols >> k_bits_below));
    bits_ = std::max(wanted, k_fewest_bits);
    const std::size_t size = std::size_t{1} << bits_;
    base_ = used_;
    // Positions beyond the base are this text's; they must not run over.
    const bool full = symbols >= UINT32_MAX - base_ || base_ > UINT32_MAX / 2;
    if (entries_.size() < size || full) {
        entries_.assign(std::max(entries_.size(), size), 0);
        base_ = used_ = 0;
    }
}

RunTracker::RunTracker(GramTable& table, const RunRule& rule, std::size_t expected,
                       std::size_t reach)
    : table_(table), rule_(rule), reach_(reach) {
    table_.begin(expected);
}

std::size_t RunTracker::match_backwards(const char32_t* symbols, std::size_t mask, std::size_t at,
                                        std::size_t period) {
    if (period > reach_) return 0;
    const std::size_t budget = k_backward_budget * (at + k_gram) - spent_;
    const std::size_t most = std::min({at - period + 1, reach_ - period, k_gram + budget});
    std::size_t matched = 0;
    while (matched < most &&
           symbols[(at - matched) & mask] == symbols[(at - matched - period) & mask]) {
        ++matched;
    }
    spent_ += std::min(matched, budget);
    return matched;
}

void RunTracker::advance(const char32_t* symbols, std::size_t mask, std::size_t to) {
    if (mask == SIZE_MAX) {
        look<false, false>(symbols, mask, to);
    } else {
        look<true, false>(symbols, mask, to);
    }
}

bool RunTracker::advance_to_fit(const char32_t* symbols, std::size_t mask, std::size_t to) {
    return look<true, true>(symbols, mask, to);
}

// One loop for both: `is_ring` false leaves the mask out, `stops` false the question whether the
// run fits.
template <bool is_ring, bool stops>
bool RunTracker::look(const char32_t* symbols, std::size_t mask, std::size_t to) {
    const auto at = [symbols, mask](std::size_t i) { return symbols[is_ring ? i & mask : i]; };
    const unsigned shift = 64 - table_.bits_;
    const std::uint32_t base = table_.base_;
    GramTable::Entry* const entries = table_.entries_.data();
    std::uint64_t hash = hash_;
    std::uint64_t key = 0;
    GramTable::Entry before = 0;
    std::size_t i = next_;
    // Looks up the gram that ends with symbol i, and notes that it does.
    const auto roll = [&](char32_t symbol, char32_t leaving) {
        hash = std::rotl(hash, 1) ^ spread(symbol) ^ std::rotl(spread(leaving), k_gram);
        key = hash * 0xD6E8FEB86659FD93ULL;
        GramTable::Entry& entry = entries[key >> shift];
        before = entry;
        entry = (std::uint64_t{base + static_cast<std::uint32_t>(i) + 1} << 32U) |
                static_cast<std::uint32_t>(key);
    };
    std::size_t period = period_;
    std::size_t matched = matched_;
    [[maybe_unused]] std::size_t fits = period == 0 ? 0 : enough(period);
    bool fit = false;
    for (; i < to && !fit; ++i) {
        if (period == 0 && i >= k_gram) {
            // The usual case, as short as it can be: on to a gram that stood somewhere before.
            do roll(at(i), at(i - k_gram));
            while (!is_known(before, key) && ++i < to);
            if (i == to) break;
        } else {
            const char32_t symbol = at(i);
            roll(symbol, i >= k_gram ? at(i - k_gram) : 0);
            if (period != 0) {
                if (symbol == at(i - period)) {
                    ++matched;
                    if constexpr (stops) fit = matched >= fits;
                    continue;
                }
                period_ = period;
                matched_ = matched;
                next_ = i;
                close();
                period = 0;
                matched = 0;
            }
            if (!is_known(before, key)) continue;
        }
        const std::size_t distance = i - ((before >> 32U) - base - 1);
        const std::size_t back = match_backwards(symbols, mask, i, distance);
        if (back < k_gram) continue;
        period = distance;
        matched = back;
        if constexpr (stops) {
            fits = enough(period);
            fit = matched >= fits;
        }
    }
    hash_ = hash;
    period_ = period;
    matched_ = matched;
    next_ = std::max(next_, i);
    table_.used_ = std::max(table_.used_, base + static_cast<std::uint32_t>(next_) + 1);
    return fit;
}

// Of this text, and very likely of the same gram.
inline bool RunTracker::is_known(GramTable::Entry before, std::uint64_t key) const {
    return static_cast<std::uint32_t>(before) == static_cast<std::uint32_t>(key) &&
           (before >> 32U) > table_.base_;
}

// Symbols that have to match one a period before, until a run fits.
std::size_t RunTracker::enough(std::size_t period) const {
    return std::max(rule_.min_length, rule_.min_repeats * period) - period;
}

void RunTracker::close() {
    const PeriodicRun run = *active();
    repeated_ = repeated();
    counted_to_ = next_;
    if (rule_.accepts(run)) closed_.push_back(run);
    period_ = 0;
    matched_ = 0;
}

void RunTracker::finish() {
    if (period_ != 0) close();
}

std::size_t RunTracker::repeated() const {
    return repeated_ + (next_ - std::max(counted_to_, next_ - matched_));
}

std::optional<PeriodicRun> RunTracker::active() const {
    if (period_ == 0) return std::nullopt;
    return PeriodicRun{next_ - matched_ - period_, period_, matched_ + period_};
}

}  // namespace kilter
