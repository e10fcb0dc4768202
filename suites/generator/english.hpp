// English number words and ordinals for the mirror suites. Pure, any thread.
#pragma once

#include <string>

namespace kilter::gen {

std::string english_words(long long value);    // 0 to 999 999: "forty-five thousand and two"
std::string english_ordinal(long long value);  // 1st, 2nd, 13th

}  // namespace kilter::gen
