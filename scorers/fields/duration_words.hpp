// Words of units and small numbers in Hungarian, English and German, for
// scorers/fields/duration.cpp. Tables only. Pure, any thread.
#pragma once

#include <optional>
#include <string_view>

#include "scorers/fields/duration.hpp"

namespace kilter {

// "év", "éves", "years", "Jahren", "h"; the word is case-folded.
std::optional<TimeUnit> time_unit(std::string_view word);

// "három", "harminckét", "twelve", "zwei"; the word is case-folded. Up to 199.
std::optional<int> number_word(std::string_view word);

}  // namespace kilter
