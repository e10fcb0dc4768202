#include "scorers/evidence/creation_times.hpp"

#include <algorithm>
#include <set>

namespace kilter {
namespace {

// One second would do for a clock that runs evenly; the rest is for one that is being set.
constexpr double k_apart = 2000;  // ms

// From the first answer to the last sending.
class Gap {
  public:
    void add(const SentSpan& span) {
        first_answered_ = any_ ? std::min(first_answered_, span.answered) : span.answered;
        last_sent_ = any_ ? std::max(last_sent_, span.sent) : span.sent;
        any_ = true;
    }
    bool apart() const { return any_ && last_sent_ - first_answered_ >= k_apart; }

  private:
    double first_answered_ = 0, last_sent_ = 0;
    bool any_ = false;
};

}  // namespace

void CreationTimes::add(const ItemFacts& item) {
    const std::size_t index = items_.size();
    items_.push_back(item.item);
    int told = 0;
    for (const TrialFacts& trial : item.trials) {
        if (!trial.valid() || !trial.created) continue;
        ++told;
        if (trial.span) answers_[*trial.created].push_back({index, *trial.span});
    }
    if (told >= 2) ++of_;
}

// False: several items came to this time first at moments seconds apart, so that it says when
// something else happened: the start of the engine, the making of its model, or nothing.
bool CreationTimes::is_stamp_of_its_own(const std::vector<Answer>& answers) {
    std::map<std::size_t, SentSpan> first;
    for (const Answer& answer : answers) {
        const auto [at, fresh] = first.emplace(answer.item, answer.span);
        if (!fresh && answer.span.sent < at->second.sent) at->second = answer.span;
    }
    Gap gap;
    for (const auto& [item, span] : first) gap.add(span);
    return !gap.apart();
}

ItemRuns CreationTimes::finish() const {
    ItemRuns out;
    out.runs.of = of_;
    // One time for everything is a constant, however it came about.
    if (answers_.size() < 2) return out;
    std::set<std::size_t> found;
    for (const auto& [time, answers] : answers_) {
        if (!is_stamp_of_its_own(answers)) continue;
        std::map<std::size_t, Gap> gaps;
        for (const Answer& answer : answers) gaps[answer.item].add(answer.span);
        for (const auto& [item, gap] : gaps) {
            if (gap.apart()) found.insert(item);
        }
    }
    for (const std::size_t item : found) out.items.push_back(items_[item]);
    out.runs.count = static_cast<long long>(found.size());
    return out;
}

}  // namespace kilter
