// Seeded texts for the loop tests: the same bytes on every machine. One thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kilter::recipes {

class Generator {
  public:
    explicit Generator(std::uint64_t seed) : state_(seed) {}

    std::uint32_t below(std::uint32_t bound) {
        state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
        return static_cast<std::uint32_t>(((state_ >> 32U) * bound) >> 32U);
    }

    std::string word() {
        std::string out;
        for (std::uint32_t i = 2 + below(8); i > 0; --i) {
            out += static_cast<char>('a' + below(26));
        }
        return out;
    }

    std::string number(std::uint32_t below_this) { return std::to_string(below(below_this)); }

    // Random sentences of exactly n bytes, ASCII; the last byte is a full stop.
    std::string prose(std::size_t n) {
        if (vocabulary_.empty()) {
            for (int i = 0; i < 3000; ++i) vocabulary_.push_back(word());
        }
        std::string out;
        while (out.size() < n) {
            for (std::uint32_t words = 4 + below(12); words > 0; --words) {
                out += vocabulary_[below(1 + below(3000))];  // skewed to the first ones
                out += words == 1 ? ". " : " ";
            }
        }
        out.resize(n);
        if (n > 0) out.back() = '.';
        return out;
    }

    // n bytes that end with the only newline: behind prose(), a run of these begins where it
    // begins.
    std::string paragraph(std::size_t n) { return prose(n - 1) + "\n"; }

  private:
    std::uint64_t state_;
    std::vector<std::string> vocabulary_;
};

inline std::string repeated(std::string_view text, int copies) {
    std::string out;
    out.reserve(text.size() * static_cast<std::size_t>(copies));
    for (int i = 0; i < copies; ++i) out += text;
    return out;
}

}  // namespace kilter::recipes
