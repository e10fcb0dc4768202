// Text that looks like a model's and is the same everywhere: sentences of invented words, some with
// letters beyond ASCII, numbers now and then; no two sentences are alike. One thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace kilter::bench {

class Words {
  public:
    explicit Words(std::uint64_t seed) : state_(seed * 2 + 1) {}

    // At least `bytes`, up to the end of a word.
    std::string text(std::size_t bytes) {
        std::string out;
        out.reserve(bytes + 16);
        while (out.size() < bytes) {
            add_word(out);
            out += next() % 12 == 0 ? ". " : " ";
        }
        return out;
    }

  private:
    // Of 1,024 words, the first ones far more often than the last, as in a language.
    void add_word(std::string& out) {
        static constexpr std::array<std::string_view, 16> k_syllables = {
            "ba",  "li", "ton", "ker", "sza", "mo",  "ré", "dun",
            "fel", "ig", "ő",   "pas", "tu",  "ven", "wo", "zi"};
        if (next() % 16 == 0) {
            out += std::to_string(next() % 100'000);
            return;
        }
        const std::uint64_t dice = next() % 1024;
        std::uint64_t word = dice * dice * dice >> 20U;
        for (std::uint64_t left = 1 + word % 4; left > 0; --left, word = word * 5 + 3)
            out += k_syllables[word / 3 % k_syllables.size()];
    }

    // The upper half of a linear congruence (Knuth's MMIX).
    std::uint64_t next() {
        state_ = state_ * 6'364'136'223'846'793'005ULL + 1'442'695'040'888'963'407ULL;
        return state_ >> 33U;
    }

    std::uint64_t state_;
};

}  // namespace kilter::bench
