// Grams of 56 bytes are compared, but only those that begin at certain residues modulo 133. The
// residues are a perfect difference set (Singer, "A theorem in finite projective geometry", 1938):
// every distance modulo 133 is the difference of two of them. Of a run with any period p, let
// k_repeated bytes equal those p before them. 137 grams lie within these bytes, at all residues;
// one of them begins at such a residue b that b - p is one of the set as well. That gram and its
// equal, p before it, are both looked at, so that the second finds the first.
#include "scorers/stability/run_filter.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "base/text/byte_runs.hpp"
#include "scorers/stability/run_tracker.hpp"

namespace kilter {
namespace {

constexpr std::size_t k_modulus = 133;
constexpr std::array<std::size_t, 12> k_residues = {0,  1,  25,  30,  40,  46,
                                                    53, 96, 100, 114, 122, 131};
constexpr std::size_t k_gram = 56;
// Half of a gram's bytes tell it apart well enough: words of eight, eight apart.
constexpr std::size_t k_words = 4;
constexpr std::size_t k_word_step = 16;
// Steps from slot to slot that each gram pays for: texts made for collisions cost no more.
constexpr std::size_t k_steps_each = 8;
constexpr std::size_t k_usual_slots = 1U << 18U;  // memory beyond this is given back

constexpr bool covers_every_distance() {
    for (std::size_t distance = 0; distance < k_modulus; ++distance) {
        bool covered = false;
        for (const std::size_t a : k_residues)
            for (const std::size_t b : k_residues)
                covered |= (b + k_modulus - a) % k_modulus == distance;
        if (!covered) return false;
    }
    return true;
}

static_assert(covers_every_distance());
static_assert(RunFilter::k_repeated - k_gram + 1 >= k_modulus);
static_assert((k_words - 1) * k_word_step + sizeof(std::uint64_t) == k_gram);
static_assert(RunFilter::k_repeated <=
              RunRule{}.min_length - RunRule{}.min_length / RunRule{}.min_repeats);

constexpr std::array<std::uint64_t, k_words> factors() {
    std::array<std::uint64_t, k_words> all{};
    std::uint64_t factor = 0x9E3779B97F4A7C15ULL;
    for (std::uint64_t& one : all) {
        one = factor;
        factor *= 0xD6E8FEB86659FD93ULL;
    }
    return all;
}

constexpr auto k_factors = factors();

// Its high bits depend on all bytes that were read. Never 0.
template <std::size_t... i>
inline std::uint64_t key_of(std::string_view bytes, std::size_t at, std::index_sequence<i...>) {
    return (std::uint64_t{0} + ... +
            (byte_runs::load(bytes, at + i * k_word_step) * k_factors[i])) |
           1U;
}

}  // namespace

bool RunFilter::may_hold_run(std::string_view bytes) {
    if (bytes.size() <= k_repeated) return false;
    const std::size_t grams = (bytes.size() / k_modulus + 1) * k_residues.size();
    const auto bits = static_cast<unsigned>(std::bit_width(grams + grams / 2));
    const std::size_t slots = std::size_t{1} << bits;
    if (seen_.size() < slots) seen_.resize(slots);
    std::fill_n(seen_.begin(), slots, 0);
    std::uint64_t* const seen = seen_.data();
    std::size_t steps_left = k_steps_each * grams;
    // Whether it was there already; true as well where texts collide beyond all measure.
    const auto add = [=, &steps_left](std::uint64_t key) {
        std::size_t slot = key >> (64 - bits);
        for (; seen[slot] != 0; slot = (slot + 1) & (slots - 1)) {
            if (seen[slot] == key || steps_left == 0) return true;
            --steps_left;
        }
        seen[slot] = key;
        return false;
    };
    const std::size_t last = bytes.size() - k_gram;
    for (std::size_t base = 0; base <= last; base += k_modulus) {
        for (const std::size_t residue : k_residues) {
            if (base + residue > last) return false;
            if (add(key_of(bytes, base + residue, std::make_index_sequence<k_words>{})))
                return true;
        }
    }
    return false;
}

void RunFilter::trim_memory() {
    if (seen_.size() > k_usual_slots) std::vector<std::uint64_t>().swap(seen_);
}

}  // namespace kilter
