#include "cli/analysis/sent_times.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <utility>

namespace kilter {
namespace {

std::optional<int> number(std::string_view text, std::size_t at, std::size_t length) {
    int value = 0;
    const char* begin = text.data() + at;
    const auto [end, problem] = std::from_chars(begin, begin + length, value);
    if (problem != std::errc{} || end != begin + length) return std::nullopt;
    return value;
}

}  // namespace

std::optional<long long> ms_of_iso8601(std::string_view text) {
    constexpr std::string_view k_form = "0000-00-00T00:00:00.000Z";
    if (text.size() != k_form.size()) return std::nullopt;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool digit = text[i] >= '0' && text[i] <= '9';
        if (k_form[i] == '0' ? !digit : text[i] != k_form[i]) return std::nullopt;
    }
    namespace chrono = std::chrono;
    const chrono::year_month_day date{chrono::year{*number(text, 0, 4)},
                                      chrono::month{static_cast<unsigned>(*number(text, 5, 2))},
                                      chrono::day{static_cast<unsigned>(*number(text, 8, 2))}};
    if (!date.ok()) return std::nullopt;
    const auto time = chrono::sys_days{date} + chrono::hours{*number(text, 11, 2)} +
                      chrono::minutes{*number(text, 14, 2)} +
                      chrono::seconds{*number(text, 17, 2)} +
                      chrono::milliseconds{*number(text, 20, 3)};
    return chrono::duration_cast<chrono::milliseconds>(time.time_since_epoch()).count();
}

std::vector<int> company_of(const std::vector<SentTrial>& trials) {
    std::vector<long long> begins;
    std::vector<long long> ends;
    for (const SentTrial& trial : trials) {
        begins.push_back(trial.begin_ms);
        ends.push_back(trial.end_ms);
    }
    std::sort(begins.begin(), begins.end());
    std::sort(ends.begin(), ends.end());
    std::vector<int> out;
    for (const SentTrial& trial : trials) {
        // Times are cut to milliseconds: what ends and begins in the same one did not overlap.
        const auto over = std::upper_bound(ends.begin(), ends.end(), trial.begin_ms) - ends.begin();
        const auto later =
            begins.end() - std::lower_bound(begins.begin(), begins.end(), trial.end_ms);
        const bool itself_counted = trial.end_ms <= trial.begin_ms;
        const auto all = static_cast<long long>(trials.size());
        const long long others = all - over - later - (itself_counted ? 0 : 1);
        out.push_back(static_cast<int>(std::max(others, 0LL)));
    }
    return out;
}

int most_open(const std::vector<SentTrial>& trials) {
    std::vector<std::pair<long long, int>> events;
    for (const SentTrial& trial : trials) {
        events.emplace_back(trial.begin_ms, 1);
        events.emplace_back(std::max(trial.end_ms, trial.begin_ms + 1), -1);
    }
    std::sort(events.begin(), events.end());  // at one time ends come first
    int open = 0;
    int most = 0;
    for (const auto& [time, change] : events) {
        open += change;
        most = std::max(most, open);
    }
    return most;
}

std::vector<std::string> sending_order(const std::vector<SentTrial>& trials) {
    std::vector<const SentTrial*> sorted;
    for (const SentTrial& trial : trials) sorted.push_back(&trial);
    std::stable_sort(sorted.begin(), sorted.end(), [](const SentTrial* a, const SentTrial* b) {
        return a->begin_ms < b->begin_ms;
    });
    std::vector<std::string> out;
    for (const SentTrial* trial : sorted)
        out.push_back(trial->item + "#" + std::to_string(trial->k));
    return out;
}

}  // namespace kilter
