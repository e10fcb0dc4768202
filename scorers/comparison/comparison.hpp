// Two conditions over all their common items: overall verdict, excess disagreement, points with a
// paired test, and what changed for the better or the worse. Items come one at a time; what is kept
// of each is a few numbers and its name. Pure, any thread.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "scorers/comparison/item_comparison.hpp"
#include "scorers/statistics/intervals.hpp"
#include "scorers/statistics/mcnemar.hpp"
#include "scorers/statistics/sign_flip.hpp"

namespace kilter {

// Names of items, in their order. Only items that both sides have whole are told to be better or
// worse; the others are left out of all but the two of stability.
struct DiffChanges {
    std::vector<std::string> newly_unstable;  // one output under A, several under B
    std::vector<std::string> newly_stable;    // the other way round; two runs or more on each side
    std::vector<std::string> fixed;           // right in all runs of B, not of A
    std::vector<std::string> regressed;       // right in all runs of A, not of B
    std::vector<std::string> still_failing;   // right in all runs of neither
    std::optional<McnemarTest> test;          // of fixed against regressed
};

struct DiffPoints {
    int items = 0;               // whole on both sides
    std::optional<double> a, b;  // sum over these items of the mean over the runs
    std::optional<double> attainable;
    std::optional<double> difference;      // b - a
    std::optional<Interval> difference95;  // cluster bootstrap over the items
    std::optional<PermutationTest> test;   // sign flips by item, two-sided
};

struct Comparison {
    // Over the items with a verdict; nullopt: none. All items taken as one output: identical where
    // all are; a noisy item makes it noisy; without a common output on some item it is disjoint.
    std::optional<DiffVerdict> verdict;
    std::map<DiffVerdict, int> items_by_verdict;
    int items = 0, compared = 0;
    std::vector<std::string> incomplete;  // trials missing, failed or unscored on a side
    std::array<int, 6> identical_at{};    // items, by Level
    int other_finish = 0;
    std::optional<ExcessTest> excess;
    DiffPoints points;
    DiffChanges changes;
};

class ComparisonBuilder {
  public:
    // `name`: how people call the item.
    void add(const ItemComparison& item, const std::string& name);
    Comparison finish();

  private:
    void add_points(const ItemComparison& item, const std::string& name);

    Comparison out_;
    bool noisy_ = false, disjoint_ = false;
    std::vector<JointClusters> joint_;  // of items with more than one output
    int with_excess_ = 0;
    std::vector<double> differences_;  // b - a, of the items with points
    double a_ = 0, b_ = 0, attainable_ = 0;
};

}  // namespace kilter
