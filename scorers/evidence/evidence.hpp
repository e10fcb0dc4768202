// Evidence about the conditions of a measurement, gathered item by item for one board row: prefix
// caches, intermediary caches, budgets, demanded forms that were not kept, prompts that were cut,
// speeds. Evidence, never a cause. Definitions: docs/evidence.md. Pure, one thread per builder.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scorers/evidence/creation_times.hpp"
#include "scorers/evidence/trial_facts.hpp"
#include "scorers/summary/stability_detail.hpp"
#include "suites/suite.hpp"

namespace kilter {

struct CacheEvidence {
    bool cold_asked = false;
    long long runs = 0;  // valid ones
    Rate served;         // cached tokens > 0, of the valid runs that tell them
    Rate repeats;        // the same, of runs with k >= 1 only
    // Cached tokens over prompt tokens of the repeats that were served; nullopt: none was.
    std::optional<double> repeat_share;

    // Cold was asked, and nobody tells whether it was so.
    bool unknown() const { return cold_asked && runs > 0 && served.of == 0; }
};

struct PromptCutEvidence {
    std::vector<std::string> items;  // suspected
    long long of = 0;                // items that tell their prompt tokens
    // The count that prompts of very different size share, where that is the reason.
    std::optional<long long> constant_tokens;
};

struct SpeedEvidence {
    long long output_runs = 0;  // that the output speed rests on
    // Uncached prompt tokens over time to first token, summed over valid streamed runs.
    std::optional<double> prefill_tok_per_s;
    long long prefill_runs = 0;
    long long prefill_cached_runs = 0;   // of these: part of the prompt came from a cache
    long long prefill_unknown_runs = 0;  // of these: cached tokens not told, taken as 0
};

struct EvidenceSummary {
    CacheEvidence cache;
    // Items of which runs share one response id, of the items with two runs that tell theirs.
    ItemRuns shared_ids;  // runs.count counts items
    // Items of which two runs, sent seconds apart, tell one creation time; of: as above.
    ItemRuns shared_times;
    Rate never_answered;           // runs that ended at the token limit before any answer, of valid
    long long blank_at_limit = 0;  // of these: without reasoning either (outcome empty)
    ItemRuns not_enforced;         // a form was demanded, and the answer does not fit it
    ItemRuns in_reasoning;         // answer-shaped JSON in the reasoning, of stopped_in_reasoning
    PromptCutEvidence cut;
    SpeedEvidence speed;
};

class EvidenceBuilder {
  public:
    explicit EvidenceBuilder(bool cold_asked = false) { sum_.cache.cold_asked = cold_asked; }
    void add(const ItemFacts& item);
    EvidenceSummary finish();

  private:
    struct Prompt {
        std::string item;
        std::size_t bytes = 0;
        long long tokens = 0;
    };
    void add_cache(const TrialFacts& trial);
    void add_form(const ItemFacts& item);
    void add_ids(const ItemFacts& item);
    void add_speed(const TrialFacts& trial);
    void add_prompt(const ItemFacts& item);
    void finish_prompts();

    EvidenceSummary sum_;
    long long repeat_cached_ = 0, repeat_prompt_ = 0;  // tokens of served repeats
    double prefill_tokens_ = 0, prefill_seconds_ = 0;
    std::map<std::string, std::vector<std::string>> shared_;  // items by the id their runs share
    CreationTimes times_;
    std::vector<Prompt> prompts_;
};

// Size of an item's messages for comparison with its prompt tokens: bytes, where a byte that only
// repeats its two predecessors does not count, for tokenizers take runs of blanks and dashes as
// one.
std::size_t prompt_bytes(const Item& item);

}  // namespace kilter
