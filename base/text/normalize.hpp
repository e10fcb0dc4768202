// Unicode normalisation and case folding by utf8proc. Diacritics are never folded. Invalid UTF-8 is
// passed through utf8::repair first. Any thread.
#pragma once

#include <string>
#include <string_view>

namespace kilter {

std::string nfc(std::string_view text);
// Compatibility forms too: "m²" becomes "m2".
std::string nfkc(std::string_view text);
// Full case folding, then NFC.
std::string case_fold(std::string_view text);
// utf8proc's own version, part of the scorer version.
std::string unicode_library_version();

// White space in the Unicode sense (White_Space property), U+00A0 and U+202F among them.
bool is_space(char32_t code_point);
// General categories P*: dots, commas, brackets, quotes, dashes.
bool is_punctuation(char32_t code_point);
// Only white space, or empty.
bool is_blank(std::string_view text);
// Runs of white space become one space; none at either end.
std::string collapse_spaces(std::string_view text);
// Without white space at either end.
std::string_view trim(std::string_view text);

// Level `norm` of the stability signatures (spec: NFC, CRLF to LF, trim, white-space runs to one
// space). A change of the rule changes the version.
inline constexpr std::string_view k_norm_version = "norm/1";
std::string normalize_for_comparison(std::string_view text);

}  // namespace kilter
