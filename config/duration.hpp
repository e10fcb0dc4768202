// Durations as people write them in a config: 500ms, 10s, 30m, 2h, or none. Pure, any thread.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace kilter {

using MaybeDuration = std::optional<std::chrono::milliseconds>;  // nullopt: none, no limit

// nullopt: not a duration. Whole numbers above 0 with a unit, at most 30 days.
std::optional<MaybeDuration> parse_duration(std::string_view text);
// In the largest unit that leaves a whole number; "none".
std::string to_text(const MaybeDuration& duration);

}  // namespace kilter
