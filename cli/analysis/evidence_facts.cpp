#include "cli/analysis/evidence_facts.hpp"

#include <chrono>
#include <map>
#include <optional>
#include <string>

#include "base/clock.hpp"
#include "scorers/evidence/answer_shape.hpp"
#include "scorers/evidence/evidence.hpp"

namespace kilter {

namespace {

// Looks into the texts of one item's trials; equal texts, by hash, are looked into once.
class ShapeOfTrials {
  public:
    ShapeOfTrials(StoreReader& reader, const Item& item) : reader_(reader), item_(item) {}

    Result<void> look(const TrialSummary& trial, TrialFacts& facts) {
        const bool demanded = item_.structured && item_.tools.empty();
        if (demanded && trial.outcome == Outcome::answered) {
            const auto exact =
                known(exact_, trial.content_sha256, trial.key, &AnswerShape::is_content_exact);
            if (!exact) return exact.error();
            facts.fits_schema = *exact;
        }
        if (trial.outcome == Outcome::stopped_in_reasoning) {
            const auto found = known(in_reasoning_, trial.reasoning_sha256, trial.key,
                                     &AnswerShape::is_in_reasoning);
            if (!found) return found.error();
            facts.answer_in_reasoning = *found;
        }
        return {};
    }

  private:
    using Known = std::map<std::string, bool>;  // by the text's hash

    Result<bool> known(Known& answers, const std::string& sha256, const TrialKey& key,
                       bool (AnswerShape::*ask)(const Completion&) const) {
        if (const auto at = answers.find(sha256); at != answers.end()) return at->second;
        const auto completion = reader_.completion(key);
        if (!completion) return completion.error();
        if (!shape_) shape_.emplace(item_);
        return answers[sha256] = ((*shape_).*ask)(*completion);
    }

    StoreReader& reader_;
    const Item& item_;
    std::optional<AnswerShape> shape_;  // made when the first text is looked into
    Known exact_, in_reasoning_;
};

std::optional<SentSpan> span_of(const TrialSummary& trial) {
    const auto sent = from_iso8601(trial.started_at);
    if (!sent || !trial.timings.total_ms) return std::nullopt;
    const std::chrono::duration<double, std::milli> since = sent->time_since_epoch();
    return SentSpan{since.count(), since.count() + *trial.timings.total_ms};
}

}  // namespace

Result<ItemFacts> item_facts(StoreReader& reader, const WalkedItem& walked) {
    ItemFacts facts;
    facts.item = walked.item->id;
    facts.prompt_bytes = prompt_bytes(*walked.item);
    ShapeOfTrials shape(reader, *walked.item);
    for (const TrialSummary& trial : *walked.trials) {
        TrialFacts one;
        one.k = trial.key.k;
        one.outcome = trial.outcome;
        one.finish_reason = trial.finish_reason;
        one.usage = trial.usage;
        one.timings = trial.timings;
        one.response_id = trial.response_id;
        one.created = trial.created;
        one.span = span_of(trial);
        if (const auto looked = shape.look(trial, one); !looked) return looked.error();
        facts.trials.push_back(std::move(one));
    }
    return facts;
}

}  // namespace kilter
