#include "scorers/hints/hints.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace kilter {
namespace {

constexpr std::size_t k_fewest_runs = 3;   // two runs can only differ or not
constexpr std::size_t k_fewest_alike = 2;  // runs of a group that agree
// A split of so many orderings or more comes by chance once in twenty at most.
constexpr double k_fewest_orderings = 20;

bool is_unstable(const HintItem& item) {
    return std::any_of(item.runs.begin(), item.runs.end(),
                       [&](const HintRun& run) { return run.output != item.runs.front().output; });
}

std::set<int> outputs_of(const std::vector<HintRun>& runs) {
    std::set<int> out;
    for (const HintRun& run : runs) out.insert(run.output);
    return out;
}

// A run that stands alone while all others agree; runs.size(): none does.
std::size_t lone_run(const std::vector<HintRun>& runs) {
    if (runs.size() < k_fewest_runs || outputs_of(runs).size() != 2) return runs.size();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto same = std::count_if(runs.begin(), runs.end(), [&](const HintRun& run) {
            return run.output == runs[i].output;
        });
        if (same == 1) return i;
    }
    return runs.size();
}

std::string items_word(long long count) {
    return std::to_string(count) + (count == 1 ? " item" : " items");
}

Hint shown(HintShape shape, const std::vector<std::string>& items, long long of) {
    Hint hint;
    hint.shape = shape;
    hint.items = items;
    hint.count = static_cast<long long>(items.size());
    hint.of = of;
    return hint;
}

std::string counted(const Hint& hint, std::string_view kind) {
    return std::to_string(hint.count) + " of " + std::to_string(hint.of) + " " + std::string(kind) +
           (hint.of == 1 ? " item" : " items");
}

// More often than any other run would: the lone run is the first in most items that have one.
void first_differs(const std::vector<HintItem>& items, std::vector<Hint>& out) {
    std::vector<std::string> first;
    long long unstable = 0;
    long long others = 0;
    for (const HintItem& item : items) {
        if (item.runs.size() < k_fewest_runs || !is_unstable(item)) continue;
        ++unstable;
        const std::size_t lone = lone_run(item.runs);
        if (lone == 0) first.push_back(item.item);
        if (lone > 0 && lone < item.runs.size()) ++others;
    }
    if (first.empty() || static_cast<long long>(first.size()) <= others) return;
    Hint hint = shown(HintShape::first_differs, first, unstable);
    hint.text = "the first run stands apart and all later ones agree in " +
                counted(hint, "unstable") + " (another single run does in " +
                std::to_string(others) +
                "). A first request that meets a colder cache than the later ones looks like this.";
    out.push_back(std::move(hint));
}

void all_distinct(const std::vector<HintItem>& items, std::vector<Hint>& out) {
    std::vector<std::string> distinct;
    long long unstable = 0;
    for (const HintItem& item : items) {
        if (item.runs.size() < k_fewest_runs || !is_unstable(item)) continue;
        ++unstable;
        if (outputs_of(item.runs).size() == item.runs.size()) distinct.push_back(item.item);
    }
    if (distinct.empty() || 2 * static_cast<long long>(distinct.size()) < unstable) return;
    Hint hint = shown(HintShape::all_distinct, distinct, unstable);
    hint.text = "no two runs agree in " + counted(hint, "unstable") +
                ". Something that is drawn anew in every run looks like this.";
    out.push_back(std::move(hint));
}

void follows_concurrency(const std::vector<HintItem>& items, std::vector<Hint>& out) {
    std::vector<std::string> follow;
    long long able = 0;
    for (const HintItem& item : items) {
        std::vector<HintRun> alone;
        std::vector<HintRun> company;
        for (const HintRun& run : item.runs) {
            if (run.company == 0) alone.push_back(run);
            if (run.company > 0) company.push_back(run);
        }
        if (alone.size() < k_fewest_alike || company.size() < k_fewest_alike) continue;
        ++able;
        const std::set<int> calm = outputs_of(alone);
        if (calm.size() != 1) continue;
        const bool others = std::any_of(company.begin(), company.end(), [&](const HintRun& run) {
            return run.output != *calm.begin();
        });
        if (others) follow.push_back(item.item);
    }
    if (follow.empty()) return;
    Hint hint = shown(HintShape::follows_concurrency, follow, able);
    hint.text =
        "runs that were sent alone agree, and runs beside other requests bring other "
        "outputs, in " +
        counted(hint, "comparable") +
        ". Results that depend on what is computed together look like this.";
    out.push_back(std::move(hint));
}

void follows_launches(const std::vector<HintItem>& items, std::vector<Hint>& out) {
    std::vector<std::string> follow;
    long long able = 0;
    for (const HintItem& item : items) {
        std::map<std::string, std::vector<HintRun>> by_launch;
        for (const HintRun& run : item.runs)
            if (!run.launch.empty()) by_launch[run.launch].push_back(run);
        const bool enough = std::all_of(by_launch.begin(), by_launch.end(), [](const auto& one) {
            return one.second.size() >= k_fewest_alike;
        });
        if (by_launch.size() < 2 || !enough) continue;
        ++able;
        std::set<int> outputs;
        bool each_agrees = true;
        for (const auto& [launch, runs] : by_launch) {
            const std::set<int> own = outputs_of(runs);
            each_agrees = each_agrees && own.size() == 1;
            outputs.insert(own.begin(), own.end());
        }
        if (each_agrees && outputs.size() > 1) follow.push_back(item.item);
    }
    if (follow.empty()) return;
    Hint hint = shown(HintShape::follows_launches, follow, able);
    hint.text = "runs of one launch agree and launches differ in " + counted(hint, "comparable") +
                ". A choice that an engine makes when it starts looks like this.";
    out.push_back(std::move(hint));
}

// In how many orders the unstable items could lie among all by length: C(n, u), capped.
double orderings(std::size_t all, std::size_t unstable) {
    double count = 1;
    for (std::size_t i = 0; i < unstable && count < 1e9; ++i)
        count = count * static_cast<double>(all - i) / static_cast<double>(i + 1);
    return count;
}

void length_threshold(const std::vector<HintItem>& items, std::vector<Hint>& out) {
    std::optional<long long> longest_stable;
    std::optional<long long> shortest_unstable;
    std::vector<std::string> unstable;
    std::size_t told = 0;
    for (const HintItem& item : items) {
        if (!item.prompt_tokens || item.runs.size() < 2) continue;
        ++told;
        const long long tokens = *item.prompt_tokens;
        if (is_unstable(item)) {
            unstable.push_back(item.item);
            shortest_unstable = std::min(shortest_unstable.value_or(tokens), tokens);
        } else {
            longest_stable = std::max(longest_stable.value_or(tokens), tokens);
        }
    }
    if (!longest_stable || !shortest_unstable || *longest_stable >= *shortest_unstable) return;
    if (orderings(told, unstable.size()) < k_fewest_orderings) return;
    Hint hint = shown(HintShape::length_threshold, unstable, static_cast<long long>(told));
    hint.low = longest_stable;
    hint.high = shortest_unstable;
    hint.text = "all " + items_word(hint.of - hint.count) + " of up to " +
                std::to_string(*longest_stable) + " prompt tokens are stable, all " +
                items_word(hint.count) + " from " + std::to_string(*shortest_unstable) +
                " on are not. A limit that is crossed with length looks like this; kilter sweep "
                "brackets it.";
    out.push_back(std::move(hint));
}

}  // namespace

std::string_view to_word(HintShape shape) {
    switch (shape) {
        case HintShape::first_differs:
            return "first_differs";
        case HintShape::all_distinct:
            return "all_distinct";
        case HintShape::follows_concurrency:
            return "follows_concurrency";
        case HintShape::follows_launches:
            return "follows_launches";
        case HintShape::length_threshold:
            break;
    }
    return "length_threshold";
}

std::vector<Hint> find_hints(const std::vector<HintItem>& items, bool runs_in_order) {
    std::vector<Hint> out;
    if (runs_in_order) first_differs(items, out);
    all_distinct(items, out);
    follows_concurrency(items, out);
    follows_launches(items, out);
    length_threshold(items, out);
    return out;
}

}  // namespace kilter
