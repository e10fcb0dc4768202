// What Hungarian does to words: case endings by vowel harmony, the article a/az, numbers in words.
// Right for the words of the data files (tests hold a table); no general grammar. Pure, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kilter::gen {

// Endings by their back form: nak val tol ban bol ba rol ra nal hoz ig. The word's last part
// decides; a final a or e is lengthened; abbreviations with a full stop take a hyphen (Kft.-nek).
// nullopt: no such ending.
std::optional<std::string> with_ending(std::string_view word, std::string_view ending);

// "a" or "az" before `next`, a word or a number in digits: az 5, a 10, az 1200 (ezer), a 2026.
std::string article(std::string_view next);

// Whole numbers from 0 to 999 999 999: "hatmillió-százötvenhétezer-negyven".
std::string hungarian_words(long long value);

}  // namespace kilter::gen
