// Does an arm of an isolation waver more or less than the same settings asked twice? Every arm is
// compared with the A/A arm of its own experiment, item by item: McNemar's exact test over the
// items that were unstable in one of both only; over a single item Fisher's test of the runs off
// the most frequent output; where no item was measured in both, Fisher's test of the items. Holm
// over the arms. The baseline against its A/A arm is the yardstick, and is no claim. Says what
// differs, never why. Pure, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scorers/statistics/intervals.hpp"

namespace kilter {

// What one arm's valid runs show of one item.
struct ArmItem {
    std::string item;  // suite/id
    int valid = 0;
    bool unstable = false;  // two outputs at level full
    bool value_flip = false;
    int off_mode = 0;  // runs that are not the most frequent output
};

struct ArmRuns {
    std::string arm;
    std::vector<ArmItem> items;
};

struct ArmRate {
    long long count = 0, of = 0;
    std::optional<Interval> ci95;  // Wilson; nullopt: of is 0
};
// Items with two valid runs or more.
ArmRate unstable_rate(const ArmRuns& arm);
ArmRate value_flip_rate(const ArmRuns& arm);

enum class ArmTest {
    none,          // no item was measured in both arms
    mcnemar,       // the same items, equally many runs of each
    fisher_runs,   // one item: its runs off the most frequent output
    fisher_items,  // no item with equally many runs: rates of all measured ones
};
std::string_view to_word(ArmTest test);  // "none", "mcnemar", "fisher", "fisher"

struct ArmComparison {
    ArmTest test = ArmTest::none;
    int paired = 0;                 // items with equally many valid runs in both, two or more
    int left_out = 0;               // items of either arm that are not paired
    int only_arm = 0, only_aa = 0;  // paired items that were unstable in this one only
    double difference = 0;          // of the compared rates, arm minus A/A
    std::optional<double> p;
    // Holm, over the arms that are claims; nullopt for the others and for the baseline.
    std::optional<double> p_adjusted;
    // The baseline differs from its A/A arm by as much, and this arm does differ.
    bool within_spread = false;
    // Fewer items changed sides than any test could call significant at 5 %.
    bool too_few_to_tell = false;
};

// Leaves an arm out of the adjustment, since its switch was not live: it is no claim.
struct ArmUnderTest {
    ArmRuns runs;
    bool is_claim = true;
};

ArmComparison compare_arm(const ArmRuns& arm, const ArmRuns& aa);

// `arms`: baseline, A/A, then the others. One comparison for each; that of the A/A arm is empty.
std::vector<ArmComparison> compare_arms(const std::vector<ArmUnderTest>& arms);

// What must be equal for two arms to be compared at all; the switch under test is no part of it.
struct ArmScope {
    std::string level;
    int runs = 0;  // K
    long long max_tokens = 0;
    std::string prompts;  // digest of all messages and tools, of the chosen items
};
// The names of the fields that differ: "level", "K", "max_tokens", "prompts". Empty: comparable.
std::vector<std::string> unlike_fields(const ArmScope& a, const ArmScope& b);

}  // namespace kilter
