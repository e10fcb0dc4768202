#include "suites/generator/hungarian.hpp"

#include <algorithm>
#include <array>

namespace kilter::gen {
namespace {

enum class Vowel { none, back, front, neutral };

struct VowelEntry {
    std::string_view letter;
    Vowel sort;
};

// e decides like a front vowel; é, i and í leave the decision to the vowel before them.
constexpr std::array<VowelEntry, 28> k_vowels{
    {{"a", Vowel::back},    {"á", Vowel::back},    {"o", Vowel::back},    {"ó", Vowel::back},
     {"u", Vowel::back},    {"ú", Vowel::back},    {"A", Vowel::back},    {"Á", Vowel::back},
     {"O", Vowel::back},    {"Ó", Vowel::back},    {"U", Vowel::back},    {"Ú", Vowel::back},
     {"e", Vowel::front},   {"ö", Vowel::front},   {"ő", Vowel::front},   {"ü", Vowel::front},
     {"ű", Vowel::front},   {"E", Vowel::front},   {"Ö", Vowel::front},   {"Ő", Vowel::front},
     {"Ü", Vowel::front},   {"Ű", Vowel::front},   {"é", Vowel::neutral}, {"É", Vowel::neutral},
     {"i", Vowel::neutral}, {"í", Vowel::neutral}, {"I", Vowel::neutral}, {"Í", Vowel::neutral}}};

Vowel vowel_at_start(std::string_view text) {
    for (const VowelEntry& one : k_vowels) {
        if (text.starts_with(one.letter)) return one.sort;
    }
    return Vowel::none;
}

bool takes_back(std::string_view word) {
    Vowel decided = Vowel::none;
    for (std::size_t i = 0; i < word.size(); ++i) {
        const Vowel here = vowel_at_start(word.substr(i));
        if (here == Vowel::back || here == Vowel::front) decided = here;
    }
    return decided == Vowel::back;
}

bool rounds(std::string_view word) {  // hoz/hez/höz: is the last vowel ö, ő, ü or ű?
    bool rounded = false;
    for (std::size_t i = 0; i < word.size(); ++i) {
        const std::string_view here = word.substr(i);
        if (vowel_at_start(here) == Vowel::none) continue;
        rounded = here.starts_with("ö") || here.starts_with("ő") || here.starts_with("ü") ||
                  here.starts_with("ű");
    }
    return rounded;
}

struct EndingEntry {
    std::string_view name, back, front;
};
constexpr std::array<EndingEntry, 11> k_endings{{{"nak", "nak", "nek"},
                                                 {"val", "val", "vel"},
                                                 {"tol", "tól", "től"},
                                                 {"ban", "ban", "ben"},
                                                 {"bol", "ból", "ből"},
                                                 {"ba", "ba", "be"},
                                                 {"rol", "ról", "ről"},
                                                 {"ra", "ra", "re"},
                                                 {"nal", "nál", "nél"},
                                                 {"hoz", "hoz", "hez"},
                                                 {"ig", "ig", "ig"}}};

std::string lengthened(std::string word) {
    if (word.ends_with('a')) return word.substr(0, word.size() - 1) + "á";
    if (word.ends_with('e')) return word.substr(0, word.size() - 1) + "é";
    return word;
}

bool ends_in_vowel(std::string_view word) {
    for (const VowelEntry& one : k_vowels) {
        if (word.ends_with(one.letter)) return true;
    }
    return false;
}

// The v of -val takes the sound before it: Péter-rel, Balázs: Balázzsal.
std::string joined_with_v(const std::string& word, std::string_view ending) {
    if (ends_in_vowel(word)) return word + std::string{ending};
    const std::string rest{ending.substr(1)};
    for (const std::string_view pair : {"sz", "zs", "cs", "gy", "ly", "ny", "ty"}) {
        if (!word.ends_with(pair)) continue;
        return word.substr(0, word.size() - 2) + pair[0] + std::string{pair} + rest;
    }
    const char last = word.back();
    if (word.size() > 1 && word[word.size() - 2] == last) return word + "-" + last + rest;
    return word + last + rest;
}

// Marks are read letter by letter: az SZ-12 (esz), az F-3 (ef), but a K-4 (ká).
bool begins_with_spoken_vowel(std::string_view mark) {
    constexpr std::string_view k_letters = "FLMNRSXY";
    if (mark.size() < 2 || k_letters.find(mark[0]) == std::string_view::npos) return false;
    const char next = mark[1];
    return (next >= 'A' && next <= 'Z') || (next >= '0' && next <= '9') || next == '-' ||
           next == '/' || next == ' ';
}

constexpr std::array<const char*, 10> k_ones{"",   "egy", "kettő", "három", "négy",
                                             "öt", "hat", "hét",   "nyolc", "kilenc"};
constexpr std::array<const char*, 10> k_tens{"",      "tizen",  "huszon", "harminc",  "negyven",
                                             "ötven", "hatvan", "hetven", "nyolcvan", "kilencven"};

std::string below_thousand(long long value, bool before_word) {
    std::string out;
    const auto hundreds = static_cast<std::size_t>(value / 100);
    const auto tens = static_cast<std::size_t>(value / 10 % 10);
    const auto ones = static_cast<std::size_t>(value % 10);
    if (hundreds > 0) out += hundreds == 1 ? "" : hundreds == 2 ? "két" : k_ones[hundreds];
    if (hundreds > 0) out += "száz";
    if (tens == 1 && ones == 0) return out + "tíz";
    if (tens == 2 && ones == 0) return out + "húsz";
    out += k_tens[tens];
    return out + (ones == 2 && before_word ? "két" : k_ones[ones]);
}

}  // namespace

std::optional<std::string> with_ending(std::string_view word, std::string_view ending) {
    const auto* found = std::find_if(k_endings.begin(), k_endings.end(),
                                     [&](const EndingEntry& one) { return one.name == ending; });
    if (found == k_endings.end() || word.empty()) return std::nullopt;
    if (word.ends_with('.')) return std::string{word} + "-" + std::string{found->front};
    const std::size_t gap = word.find_last_of(" -");
    const std::string_view last = gap == std::string_view::npos ? word : word.substr(gap + 1);
    const std::string stem = lengthened(std::string{word});
    const bool back = takes_back(last);
    if (found->name == "hoz" && !back && rounds(last)) return stem + "höz";
    const std::string_view form = back ? found->back : found->front;
    return found->name == "val" ? joined_with_v(stem, form) : stem + std::string{form};
}

std::string article(std::string_view next) {
    for (const std::string_view quote : {"„", "\"", "(", "'"}) {
        if (next.starts_with(quote)) next.remove_prefix(quote.size());
    }
    if (next.empty()) return "a";
    if (next[0] == '5') return "az";
    if (begins_with_spoken_vowel(next)) return "az";
    if (next[0] == '1') {
        // The first figure is spoken as egy, ezer or egymillió where 1, 4 or 7 digits stand.
        std::size_t digits = 0;
        std::size_t at = 0;
        while (at < next.size()) {
            if (next[at] >= '0' && next[at] <= '9') {
                ++digits;
                ++at;
            } else if (next[at] == ' ' && at + 3 < next.size() && next[at + 1] >= '0' &&
                       next[at + 1] <= '9') {
                ++at;
            } else if (next.substr(at).starts_with("\xC2\xA0")) {
                at += 2;
            } else {
                break;
            }
        }
        return digits % 3 == 1 ? "az" : "a";
    }
    return vowel_at_start(next) == Vowel::none ? "a" : "az";
}

std::string hungarian_words(long long value) {
    if (value == 0) return "nulla";
    const long long millions = value / 1'000'000;
    const long long thousands = value / 1000 % 1000;
    const long long rest = value % 1000;
    std::string out;
    const std::string gap = value > 2000 ? "-" : "";
    if (millions > 0) out += below_thousand(millions, true) + "millió";
    if (thousands > 0) {
        if (!out.empty()) out += gap;
        out += (thousands == 1 ? "" : below_thousand(thousands, true)) + std::string{"ezer"};
    }
    if (rest > 0) {
        if (!out.empty()) out += gap;
        out += below_thousand(rest, false);
    }
    return out;
}

}  // namespace kilter::gen
