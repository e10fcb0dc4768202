#include "base/portable_random.hpp"

namespace kilter {

std::uint64_t PortableRandom::next() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
}

std::uint64_t PortableRandom::below(std::uint64_t bound) {
    // Numbers beyond the last whole multiple of `bound` would favour the small remainders.
    const std::uint64_t surplus = (0 - bound) % bound;  // 2^64 mod bound
    for (;;) {
        const std::uint64_t drawn = next();
        if (drawn >= surplus) return drawn % bound;
    }
}

double PortableRandom::unit() {
    constexpr double k_step = 1.0 / 9007199254740992.0;  // 2^-53
    return static_cast<double>(next() >> 11U) * k_step;
}

}  // namespace kilter
