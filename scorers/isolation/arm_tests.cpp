#include "scorers/isolation/arm_tests.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "scorers/statistics/fisher.hpp"
#include "scorers/statistics/mcnemar.hpp"
#include "scorers/statistics/multiple.hpp"

namespace kilter {
namespace {

constexpr int k_fewest_runs = 2;  // below, nothing can differ

ArmRate rate_of(const ArmRuns& arm, bool ArmItem::*seen) {
    ArmRate rate;
    for (const ArmItem& item : arm.items) {
        if (item.valid < k_fewest_runs) continue;
        ++rate.of;
        if (item.*seen) ++rate.count;
    }
    rate.ci95 = wilson95(rate.count, rate.of);
    return rate;
}

struct Pair {
    const ArmItem* arm = nullptr;
    const ArmItem* aa = nullptr;
};

std::vector<Pair> pairs_of(const ArmRuns& arm, const ArmRuns& aa) {
    std::map<std::string, const ArmItem*> by_name;
    for (const ArmItem& item : aa.items) by_name[item.item] = &item;
    std::vector<Pair> pairs;
    for (const ArmItem& item : arm.items) {
        const auto other = by_name.find(item.item);
        if (other == by_name.end() || item.valid < k_fewest_runs) continue;
        // More runs show more: only equally many can be held against each other.
        if (item.valid == other->second->valid) pairs.push_back({&item, other->second});
    }
    return pairs;
}

double share(long long count, long long of) {
    return static_cast<double>(count) / static_cast<double>(of);
}

void test_pairs(const std::vector<Pair>& pairs, ArmComparison& out) {
    for (const Pair& pair : pairs) {
        if (pair.arm->unstable && !pair.aa->unstable) ++out.only_arm;
        if (!pair.arm->unstable && pair.aa->unstable) ++out.only_aa;
    }
    if (pairs.size() == 1 && out.left_out == 0) {  // the only item there is
        const ArmItem& a = *pairs.front().arm;
        const ArmItem& b = *pairs.front().aa;
        out.test = ArmTest::fisher_runs;
        out.p = fisher_exact(a.off_mode, a.valid, b.off_mode, b.valid);
        out.difference = share(a.off_mode, a.valid) - share(b.off_mode, b.valid);
        return;
    }
    out.test = ArmTest::mcnemar;
    if (const auto test = mcnemar(out.only_arm, out.only_aa)) out.p = test->p;
    out.difference = share(out.only_arm - out.only_aa, static_cast<long long>(pairs.size()));
    const int changed = out.only_arm + out.only_aa;
    out.too_few_to_tell = changed > 0 && changed < k_fewest_discordant;
}

void test_items(const ArmRuns& arm, const ArmRuns& aa, ArmComparison& out) {
    const ArmRate a = unstable_rate(arm);
    const ArmRate b = unstable_rate(aa);
    if (a.of == 0 || b.of == 0) return;
    out.test = ArmTest::fisher_items;
    out.p = fisher_exact(a.count, a.of, b.count, b.of);
    out.difference = share(a.count, a.of) - share(b.count, b.of);
}

void adjust(const std::vector<ArmUnderTest>& arms, std::vector<ArmComparison>& comparisons) {
    std::vector<std::size_t> claims;
    std::vector<double> tested;
    for (std::size_t i = 2; i < comparisons.size(); ++i) {
        if (!comparisons[i].p || !arms[i].is_claim) continue;
        claims.push_back(i);
        tested.push_back(*comparisons[i].p);
    }
    const std::vector<double> adjusted = holm(tested);
    for (std::size_t i = 0; i < claims.size(); ++i) comparisons[claims[i]].p_adjusted = adjusted[i];
}

bool changed(const ArmComparison& one) {
    return one.only_arm + one.only_aa > 0 || one.difference != 0;
}

}  // namespace

ArmRate unstable_rate(const ArmRuns& arm) {
    return rate_of(arm, &ArmItem::unstable);
}

ArmRate value_flip_rate(const ArmRuns& arm) {
    return rate_of(arm, &ArmItem::value_flip);
}

std::string_view to_word(ArmTest test) {
    switch (test) {
        case ArmTest::mcnemar:
            return "mcnemar";
        case ArmTest::fisher_runs:
        case ArmTest::fisher_items:
            return "fisher";
        case ArmTest::none:
            break;
    }
    return "none";
}

ArmComparison compare_arm(const ArmRuns& arm, const ArmRuns& aa) {
    ArmComparison out;
    const std::vector<Pair> pairs = pairs_of(arm, aa);
    out.paired = static_cast<int>(pairs.size());
    const std::size_t items = std::max(arm.items.size(), aa.items.size());
    out.left_out = static_cast<int>(items) - out.paired;
    if (pairs.empty())
        test_items(arm, aa, out);
    else
        test_pairs(pairs, out);
    return out;
}

std::vector<ArmComparison> compare_arms(const std::vector<ArmUnderTest>& arms) {
    std::vector<ArmComparison> out(arms.size());
    if (arms.size() < 2) return out;
    for (std::size_t i = 0; i < arms.size(); ++i)
        if (i != 1) out[i] = compare_arm(arms[i].runs, arms[1].runs);
    adjust(arms, out);
    // A hair of room: the same counts give the same share only up to rounding.
    constexpr double k_rounding = 1e-12;
    const double spread = std::abs(out[0].difference) + k_rounding;
    for (std::size_t i = 2; i < out.size(); ++i) {
        const bool known = out[0].test != ArmTest::none && out[i].test != ArmTest::none;
        out[i].within_spread = known && changed(out[i]) && std::abs(out[i].difference) <= spread;
    }
    return out;
}

std::vector<std::string> unlike_fields(const ArmScope& a, const ArmScope& b) {
    std::vector<std::string> out;
    if (a.level != b.level) out.emplace_back("level");
    if (a.runs != b.runs) out.emplace_back("K");
    if (a.max_tokens != b.max_tokens) out.emplace_back("max_tokens");
    if (a.prompts != b.prompts) out.emplace_back("prompts");
    return out;
}

}  // namespace kilter
