// Calendar days as people write them: ISO, numeric forms, month names in Hungarian, English and
// German, Roman months, case suffixes, a time behind. No time zones: the written day counts. Years
// have four ASCII digits. Pure, any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suites/field.hpp"

namespace kilter {

struct Date {
    int year = 0;
    int month = 0;  // 0: not written
    int day = 0;    // 0: not written
    friend bool operator==(const Date&, const Date&) = default;
};

// The whole text is one date. nullopt: it is none, or an impossible day. `languages` are those of
// month names; none: any.
std::optional<Date> read_date(std::string_view text, SlashOrder order,
                              const std::vector<Locale>& languages = {});

// "2026-11-10", "2026-11" or "2026" by granularity; nullopt where the date is coarser than that.
std::optional<std::string> canonical(const Date& date, Granularity granularity);

// Every date that running text holds, for the check of gold against documents. Linear.
std::vector<Date> find_dates(std::string_view text, SlashOrder order,
                             const std::vector<Locale>& languages = {});

}  // namespace kilter
