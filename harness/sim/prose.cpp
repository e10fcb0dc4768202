#include "harness/sim/prose.hpp"

#include <array>
#include <string_view>
#include <vector>

#include "base/text/utf8.hpp"

namespace kilter {
namespace {

constexpr std::size_t k_vocabulary = 3000;

// splitmix64: a few lines, well mixed, portable.
class Generator {
  public:
    explicit Generator(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15ULL;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31U);
    }
    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(next() % limit); }

  private:
    std::uint64_t state_;
};

constexpr std::array<std::string_view, 18> k_onsets{"b", "c", "d",  "f", "g", "gy", "h",  "k", "l",
                                                    "m", "n", "ny", "p", "r", "s",  "sz", "t", "v"};
constexpr std::array<std::string_view, 13> k_vowels{"a", "á", "e", "é", "i", "í", "o",
                                                    "ó", "ö", "ő", "u", "ü", "ű"};
constexpr std::array<std::string_view, 9> k_codas{"", "", "", "k", "l", "n", "r", "s", "t"};

std::string invent_word(Generator& generator) {
    std::string word;
    const std::size_t syllables = 1 + generator.below(4);
    for (std::size_t i = 0; i < syllables; ++i) {
        word += k_onsets[generator.below(k_onsets.size())];
        word += k_vowels[generator.below(k_vowels.size())];
        word += k_codas[generator.below(k_codas.size())];
    }
    return word;
}

// Few words are common and most are rare, roughly as in a language.
std::size_t skewed(Generator& generator) {
    const std::size_t a = generator.below(k_vocabulary) + 1;
    const std::size_t b = generator.below(k_vocabulary) + 1;
    return (a * b - 1) / k_vocabulary;
}

// A word's first letter is one ASCII consonant.
std::string capitalised(std::string word) {
    word[0] = static_cast<char>(word[0] - 'a' + 'A');
    return word;
}

// The first `code_points` of valid UTF-8.
std::size_t bytes_of(std::string_view text, std::size_t code_points) {
    std::size_t at = 0;
    for (; code_points > 0 && at < text.size(); --code_points) at += utf8::step(text, at).length;
    return at;
}

}  // namespace

std::string prose(std::uint64_t seed, std::size_t code_points) {
    if (code_points == 0) return {};
    Generator generator{seed};
    std::vector<std::string> words;
    words.reserve(k_vocabulary);
    for (std::size_t i = 0; i < k_vocabulary; ++i) words.push_back(invent_word(generator));

    std::string out;
    std::size_t length = 0;
    while (length < code_points) {
        const std::size_t in_sentence = 5 + generator.below(12);
        for (std::size_t i = 0; i < in_sentence; ++i) {
            const std::string& word = words[skewed(generator)];
            const std::string shown = i == 0 ? capitalised(word) : word;
            const std::string_view mark = i + 1 == in_sentence ? ". " : " ";
            out += shown;
            out += mark;
            length += utf8::count(shown) + mark.size();
        }
    }
    out.resize(bytes_of(out, code_points - 1));
    out += '.';
    return out;
}

}  // namespace kilter
