// Words and signs of money: currencies to ISO 4217 codes, scale words to powers of ten. Tables
// only. Pure, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "suites/field.hpp"

namespace kilter {

// "Ft", "forint", "huf" -> "HUF"; nullopt: no currency known here. Case is ignored.
std::optional<std::string> currency_code(std::string_view word);

struct Scale {
    int power = 0;         // of ten
    std::string currency;  // of words that are both ("MFt"); else empty
};

// "ezer", "millió", "Mrd", "M", ...; "Billion" is 10^12 in German and 10^9 in English.
std::optional<Scale> scale_word(std::string_view word, Locale locale);

}  // namespace kilter
