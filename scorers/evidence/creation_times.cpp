#include "scorers/evidence/creation_times.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace kilter {
namespace {

// One second would do for a clock that runs evenly; the rest is for one that is being set.
constexpr double k_apart = 2000;  // ms

}  // namespace

void CreationTimes::Gap::add(const SentSpan& span) {
    first_answered_ = any_ ? std::min(first_answered_, span.answered) : span.answered;
    last_sent_ = any_ ? std::max(last_sent_, span.sent) : span.sent;
    any_ = true;
}

bool CreationTimes::Gap::is_wide() const {
    return any_ && last_sent_ - first_answered_ >= k_apart;
}

void CreationTimes::add(const ItemFacts& item) {
    struct Runs {  // of this item, of one time
        SentSpan first;
        Gap gap;
    };
    std::map<long long, Runs> runs;
    int told = 0;
    for (const TrialFacts& trial : item.trials) {
        if (!trial.valid() || !trial.created) continue;
        ++told;
        if (!trial.span) continue;
        const auto [at, fresh] = runs.try_emplace(*trial.created, Runs{*trial.span, {}});
        if (!fresh && trial.span->sent < at->second.first.sent) at->second.first = *trial.span;
        at->second.gap.add(*trial.span);
    }
    if (told >= 2) ++of_;
    for (const auto& [created, of_time] : runs) {
        Time& time = times_[created];
        time.firsts.add(of_time.first);
        if (of_time.gap.is_wide()) time.wide.push_back(items_.size());
    }
    items_.push_back(item.item);
}

ItemRuns CreationTimes::finish() const {
    ItemRuns out;
    out.runs.of = of_;
    // One time for everything is a constant, however it came about.
    if (times_.size() < 2) return out;
    std::set<std::size_t> found;
    for (const auto& [created, time] : times_) {
        // Items came to this time first at moments seconds apart: it says when something else
        // happened: the start of the engine, the making of its model, or nothing.
        if (!time.firsts.is_wide()) found.insert(time.wide.begin(), time.wide.end());
    }
    for (const std::size_t item : found) out.items.push_back(items_[item]);
    out.runs.count = static_cast<long long>(found.size());
    return out;
}

}  // namespace kilter
