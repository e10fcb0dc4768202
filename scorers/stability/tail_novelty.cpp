#include "scorers/stability/tail_novelty.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

namespace kilter {
namespace {

constexpr unsigned k_table_bits = 13;   // twice the window
constexpr unsigned k_filter_bits = 16;  // a bit a shingle: most of a text is turned away here
// Every shingle holds a gram that begins at a multiple of the stride.
constexpr std::size_t k_stride = 8;
constexpr std::size_t k_gram = k_shingle - k_stride;
constexpr unsigned k_gram_bits = 19;  // sparse: a chance hit counts like a real one

inline std::uint64_t spread(char32_t symbol) {
    return (symbol + 1) * 0x9E3779B97F4A7C15ULL;
}

// Hashes of all shingles that begin in [first, last), in order.
template <class Visit>
void for_each_shingle(Symbols text, std::size_t first, std::size_t last, Visit&& visit) {
    std::uint64_t hash = 0;
    for (std::size_t i = first; i < last + k_shingle - 1; ++i) {
        hash = std::rotl(hash, 1) ^ spread(text[i]);
        if (i + 1 < first + k_shingle) continue;
        visit(hash * 0xD6E8FEB86659FD93ULL);
        hash ^= std::rotl(spread(text[i + 1 - k_shingle]), k_shingle - 1);
    }
}

// Hash of the gram that begins at `at`; not a rolling one.
std::uint64_t gram_hash(Symbols text, std::size_t at) {
    std::uint64_t hash = 0;
    std::uint64_t factor = 0x9E3779B97F4A7C15ULL;
    for (std::size_t i = 0; i < k_gram; i += 2) {
        const std::uint64_t pair = (std::uint64_t{text[at + i]} << 32U) | text[at + i + 1];
        hash += pair * factor;
        factor *= 0xD6E8FEB86659FD93ULL;  // known when this is compiled
    }
    return hash ^ (hash >> 29U);
}

// Tables of one call; kept per thread, so that a text costs no allocation.
struct NoveltyMemory {
    std::vector<std::uint64_t> slots, filter, grams;
};

NoveltyMemory& novelty_memory() {
    thread_local NoveltyMemory memory;
    return memory;
}

// At least so many different shingles of the window did not begin before it: what most grams show.
// Costs a fraction of the full count, and settles the matter for usual texts.
std::size_t surely_unseen(Symbols text, std::size_t window, std::size_t distinct) {
    std::vector<std::uint64_t>& grams = novelty_memory().grams;
    grams.assign(std::size_t{1} << (k_gram_bits - 6), 0);
    const auto word = [&](std::uint64_t hash) -> std::uint64_t& {
        return grams[hash >> (64 - k_gram_bits + 6)];
    };
    const auto bit = [](std::uint64_t hash) { return std::uint64_t{1} << (hash & 63U); };
    for (std::size_t at = window; at + k_gram <= text.size(); ++at) {
        const std::uint64_t hash = gram_hash(text, at);
        word(hash) |= bit(hash);
    }
    std::size_t hits = 0;
    for (std::size_t at = 0; at < window + k_stride; at += k_stride) {
        const std::uint64_t hash = gram_hash(text, at);
        if ((word(hash) & bit(hash)) != 0) ++hits;
    }
    return distinct - std::min(distinct, hits * k_stride);
}

// The distinct shingles of the window, by their hash; its lowest bit tells which were seen before.
class WindowTable {
  public:
    WindowTable() : slots_(novelty_memory().slots), filter_(novelty_memory().filter) {
        slots_.assign(std::size_t{1} << k_table_bits, 0);
        filter_.assign(std::size_t{1} << (k_filter_bits - 6), 0);
    }

    void add(std::uint64_t key) {
        std::uint64_t& slot = find(key);
        if (slot != 0) return;
        slot = key_of(key);
        filter_[word_of(key)] |= bit_of(key);
        ++distinct_;
    }
    void mark_seen(std::uint64_t key) {
        if ((filter_[word_of(key)] & bit_of(key)) == 0) return;
        std::uint64_t& slot = find(key);
        if (slot == 0 || (slot & 1U) != 0) return;
        slot |= 1U;
        ++seen_;
    }
    std::size_t distinct() const { return distinct_; }
    std::size_t unseen() const { return distinct_ - seen_; }

  private:
    // Never 0, which is a free slot, and without the mark.
    static std::uint64_t key_of(std::uint64_t key) { return (key | 2U) & ~std::uint64_t{1}; }
    static std::size_t word_of(std::uint64_t key) { return (key >> 8U & 0xFFFFU) >> 6U; }
    static std::uint64_t bit_of(std::uint64_t key) { return std::uint64_t{1} << (key >> 8U & 63U); }
    std::uint64_t& find(std::uint64_t key) {
        std::size_t at = key >> (64 - k_table_bits);
        while (slots_[at] != 0 && key_of(slots_[at]) != key_of(key)) {
            at = (at + 1) & (slots_.size() - 1);
        }
        return slots_[at];
    }

    std::vector<std::uint64_t>& slots_;
    std::vector<std::uint64_t>& filter_;
    std::size_t distinct_ = 0, seen_ = 0;
};

struct Window {
    std::size_t begin = 0, shingles = 0;
    double share(std::size_t count) const {
        return static_cast<double>(count) / static_cast<double>(shingles);
    }
};

Window window_of(Symbols text) {
    const std::size_t begin = text.size() - std::min(text.size(), k_novelty_window);
    return {begin, text.size() - k_shingle + 1 - begin};
}

// `most`: where the novelty is surely above it, the full count is left out.
double count_novelty(Symbols text, double most) {
    const Window window = window_of(text);
    WindowTable table;
    for_each_shingle(text, window.begin, window.begin + window.shingles,
                     [&](std::uint64_t key) { table.add(key); });
    if (window.begin > 0) {
        const double at_least = window.share(surely_unseen(text, window.begin, table.distinct()));
        if (at_least > most) return at_least;
        for_each_shingle(text, 0, window.begin, [&](std::uint64_t key) { table.mark_seen(key); });
    }
    return window.share(table.unseen());
}

}  // namespace

std::optional<double> tail_novelty(Symbols text) {
    if (text.size() < k_novelty_shortest) return std::nullopt;
    return count_novelty(text, 1);
}

std::optional<double> low_tail_novelty(Symbols text) {
    if (text.size() < k_novelty_shortest) return std::nullopt;
    const double novelty = count_novelty(text, k_low_novelty);
    return novelty <= k_low_novelty ? std::optional(novelty) : std::nullopt;
}

}  // namespace kilter
