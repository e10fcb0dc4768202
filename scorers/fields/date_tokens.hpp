// Text cut into digits, words and marks for the date reader, and the month names. For
// scorers/fields/date.cpp. Pure, any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "suites/field.hpp"

namespace kilter {

struct DateToken {
    enum class Kind { digits, word, mark };
    Kind kind = Kind::mark;
    std::string text;           // case-folded NFC; one character for a mark
    bool space_before = false;  // white space stands before it
};

// Runs of ASCII digits, runs of letters, single marks; white space is kept as a flag.
std::vector<DateToken> date_tokens(std::string_view text);

// 1..12 for a folded month name of one of the languages (none: of any), its short form, or a Roman
// number in any of them; 0: none.
int month_number(std::string_view folded, const std::vector<Locale>& languages);

}  // namespace kilter
