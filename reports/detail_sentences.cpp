#include "reports/detail_sentences.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/terminal.hpp"
#include "reports/sentences.hpp"

namespace kilter {

namespace {

using Sentences = std::vector<std::string>;

void add_fields(const StabilityDetail& detail, Sentences& out) {
    std::vector<std::string> names;
    for (const FieldStability& field : detail.by_field)
        if (field.unstable.count > 0)
            names.push_back(
                fmt::format("{} {}/{}", field.field, field.unstable.count, field.unstable.of));
    if (!names.empty())
        out.push_back("Fields with two values, of the items that have them: " + name_list(names) +
                      ".");
}

// Where K is small, all runs differing says little more than K: only a floor above K is told.
void add_all_different(const StabilityDetail& detail, Sentences& out) {
    std::vector<std::string> names;
    long long floor = 0;
    int runs = 0;
    for (const UnstableItem& item : detail.unstable_items) {
        const auto& states = item.measures.states_at_least;
        if (!states || *states <= item.measures.runs) continue;
        names.push_back(item.item);
        if (floor == 0 || *states < floor) floor = *states;
        runs = std::max(runs, item.measures.runs);
    }
    if (!names.empty())
        out.push_back(fmt::format(
            "Up to {} runs and never the same output twice on {}: at least {} equally likely ones "
            "(95%).",
            runs, name_list(names), floor));
}

void add_first_run(const FirstRunEvidence& first, Sentences& out) {
    if (!first.hint) return;
    std::string text =
        fmt::format("On {} of {} unstable items the first run stands alone against all others",
                    first.items, first.of);
    if (first.p_value)
        text += fmt::format(" (p = {})", *first.p_value < 0.0001
                                             ? std::string{"0.0001 or less"}
                                             : fmt::format("{:.2g}", *first.p_value));
    if (first.cold > 0)
        text +=
            fmt::format("; on {} of them it took fewer cached tokens than every other", first.cold);
    out.push_back(text + ": is the first request apart, cold against warm?");
}

void add_cache(const CacheTable& cache, Sentences& out) {
    if (cache.some.runs == 0 || cache.none.runs == 0) return;
    if (cache.some.deviating == 0 && cache.none.deviating == 0) return;
    out.push_back(fmt::format(
        "Not the item's most frequent output: {} of {} runs with a cached prefix, {} of {} "
        "without.",
        cache.some.deviating, cache.some.runs, cache.none.deviating, cache.none.runs));
}

void add_prompt_lengths(const StabilityDetail& detail, Sentences& out) {
    const MedianTokens& stable = detail.prompt_tokens_stable;
    const MedianTokens& unstable = detail.prompt_tokens_unstable;
    if (!stable.median || !unstable.median) return;
    out.push_back(fmt::format("Median prompt: {} tokens of {}, {} of {} stable.",
                              number_text(*unstable.median),
                              plural(unstable.items, "unstable item", "unstable items"),
                              number_text(*stable.median), stable.items));
}

void add_ends(const StabilityDetail& detail, Sentences& out) {
    if (!detail.other_finish.empty())
        out.push_back(
            fmt::format("One text with two finish reasons on {}: {}.",
                        plural(static_cast<long long>(detail.other_finish.size()), "item", "items"),
                        name_list(detail.other_finish)));
    if (!detail.equal_censored.empty())
        out.push_back(fmt::format(
            "Equal only up to the cut, as every run was cut, on {}: {}.",
            plural(static_cast<long long>(detail.equal_censored.size()), "item", "items"),
            name_list(detail.equal_censored)));
}

void add_votes(const EngineSummary& sum, Sentences& out) {
    if (!sum.voting.composite_unseen.empty())
        out.push_back("A vote field by field would make a record that no run gave on " +
                      name_list(sum.voting.composite_unseen) + ".");
    if (sum.pass_at_k && sum.pass_hat_k && *sum.pass_at_k - *sum.pass_hat_k > 1e-9)
        out.push_back(fmt::format("All {} runs right on {} of {} items, at least one on {}.",
                                  sum.runs, percent(*sum.pass_hat_k), sum.voting.pass_items,
                                  percent(*sum.pass_at_k)));
}

}  // namespace

std::vector<std::string> detail_sentences(const EngineSummary& sum) {
    Sentences out;
    add_fields(sum.stability, out);
    add_all_different(sum.stability, out);
    add_first_run(sum.stability.first_run, out);
    add_cache(sum.stability.cache, out);
    if (sum.unstable > 0) add_prompt_lengths(sum.stability, out);
    add_ends(sum.stability, out);
    add_votes(sum, out);
    return out;
}

}  // namespace kilter
