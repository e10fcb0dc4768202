#include "reports/evidence_sentences.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/sentences.hpp"

namespace kilter {

namespace {

using Sentences = std::vector<std::string>;

void add_cache(const CacheEvidence& cache, Sentences& out) {
    if (cache.unknown())
        out.push_back(
            "A cold cache was asked for, and no run tells its cached tokens: cache state "
            "unknown.");
    if (cache.cold_asked && cache.served.count > 0)
        out.push_back(
            fmt::format("A cold cache was asked for, {} of {} runs that tell were served from a "
                        "cache.",
                        cache.served.count, cache.served.of));
    if (cache.repeats.count == 0) return;
    const std::string share =
        cache.repeat_share ? fmt::format(" ({} of their prompt)", percent(*cache.repeat_share))
                           : "";
    out.push_back(
        fmt::format("{} of {} repeats that tell were served from a prefix cache{}: the prefill of "
                    "that part was not tested again.",
                    cache.repeats.count, cache.repeats.of, share));
}

void add_shared_ids(const ItemRuns& shared, Sentences& out) {
    if (shared.runs.count == 0) return;
    out.push_back(fmt::format(
        "An intermediary cache may have answered: {} whose runs share one response id ({}).",
        plural(shared.runs.count, "item", "items"), name_list(shared.items)));
}

// Items that the sentence before names are not named again.
void add_shared_times(const EvidenceSummary& evidence, Sentences& out) {
    const std::vector<std::string>& known = evidence.shared_ids.items;
    std::vector<std::string> items;
    for (const std::string& item : evidence.shared_times.items) {
        if (std::find(known.begin(), known.end(), item) == known.end()) items.push_back(item);
    }
    if (items.empty()) return;
    out.push_back(fmt::format(
        "An intermediary cache may have answered: {} whose runs share one creation time, although "
        "they were sent seconds apart ({}).",
        plural(static_cast<long long>(items.size()), "item", "items"), name_list(items)));
}

void add_form(const EvidenceSummary& evidence, Sentences& out) {
    const ItemRuns& loose = evidence.not_enforced;
    if (loose.runs.count > 0)
        out.push_back(fmt::format(
            "The demanded form was not enforced: {} of {} answers are not JSON of the schema ({}).",
            loose.runs.count, loose.runs.of, name_list(loose.items)));
    const ItemRuns& lost = evidence.in_reasoning;
    if (lost.runs.count > 0)
        out.push_back(fmt::format(
            "Answer-shaped JSON stands in the reasoning of {} ({}): parser and template mismatch?",
            plural(lost.runs.count, "run without an answer", "runs without an answer"),
            name_list(lost.items)));
}

void add_cut(const PromptCutEvidence& cut, Sentences& out) {
    if (cut.items.empty()) return;
    const std::string why =
        cut.constant_tokens
            ? fmt::format("prompts of very different size count {} tokens", *cut.constant_tokens)
            : std::string{"far fewer prompt tokens than their text makes"};
    out.push_back(
        fmt::format("Prompts may have been cut before they were read on {} of {} items "
                    "({}): {}.",
                    cut.items.size(), cut.of, name_list(cut.items), why));
}

}  // namespace

std::vector<std::string> evidence_sentences(const EvidenceSummary& evidence) {
    Sentences out;
    add_cache(evidence.cache, out);
    add_shared_ids(evidence.shared_ids, out);
    add_shared_times(evidence, out);
    add_form(evidence, out);
    add_cut(evidence.cut, out);
    return out;
}

std::string cut_sentence(const Rate& cut, const Rate& never_answered) {
    std::string text = fmt::format("{} of {} runs reached the token limit", cut.count, cut.of);
    if (never_answered.count > 0)
        text += fmt::format("; {} of {} never produced an answer (budget)", never_answered.count,
                            never_answered.of);
    return text + ".";
}

}  // namespace kilter
