// When the trials of an arm were under way, and which of them had company. From the kept attempts,
// so that it can be read again at any time. Pure, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kilter {

struct SentTrial {
    std::string item;  // suite/id
    int k = 0;
    long long begin_ms = 0, end_ms = 0;  // of its last attempt, since 1970 UTC
};

// "2026-11-29T12:00:00.123Z" in milliseconds since 1970; nullopt for other text.
std::optional<long long> ms_of_iso8601(std::string_view text);

// For each trial how many others were open at some time while it was.
std::vector<int> company_of(const std::vector<SentTrial>& trials);
// The most that were open at one time.
int most_open(const std::vector<SentTrial>& trials);
// "suite/id#k" in the order of sending.
std::vector<std::string> sending_order(const std::vector<SentTrial>& trials);

}  // namespace kilter
