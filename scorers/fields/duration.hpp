// Lengths of time: ISO 8601 ("P3Y6M") and words with numbers in Hungarian, English and German
// ("3 év", "30 (harminc) nap", "two years"). Exact; no calendar: a month is no number of days.
// Pure, any thread.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/decimal.hpp"

namespace kilter {

enum class TimeUnit { year, month, week, day, hour, minute, second };

struct Duration {
    std::array<Decimal, 7> parts;  // index = TimeUnit; a part that is not written is 0

    Decimal& of(TimeUnit unit) { return parts[static_cast<std::size_t>(unit)]; }
    const Decimal& of(TimeUnit unit) const { return parts[static_cast<std::size_t>(unit)]; }
};

// The whole text is one length of time. A bare number is none: its unit is not known.
std::optional<Duration> read_duration(std::string_view text);

// Every number and unit that running text holds, for the check of gold against documents.
std::vector<Duration> find_durations(std::string_view text);

// ISO 8601 without the parts that are 0. `unify`: years become months, weeks days, hours and
// minutes seconds; what depends on the calendar stays apart (months and days, days and hours).
std::string canonical(const Duration& duration, bool unify);

}  // namespace kilter
