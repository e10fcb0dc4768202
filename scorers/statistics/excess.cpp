#include "scorers/statistics/excess.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/portable_random.hpp"
#include "scorers/statistics/probability_row.hpp"

namespace kilter {
namespace {

constexpr double k_slack = 1e-9;  // sums of E this close are equal
constexpr std::size_t k_most_sums = 20000;
constexpr long long k_most_labelings = 20000;  // of one item

using SumDistribution = std::map<long long, double>;  // sum of E in steps of k_slack -> probability

struct Sizes {
    int a = 0, b = 0;
};

Sizes sizes_of(const JointClusters& item) {
    Sizes sizes;
    for (const JointCluster& one : item) {
        sizes.a += one.a;
        sizes.b += one.b;
    }
    return sizes;
}

double self_disagreement(double pairs_equal, int n) {
    return 1 - pairs_equal / (static_cast<double>(n) * (n - 1));
}

// Walks all ways to give the label A to n_a of an item's runs, cluster by cluster.
class Labelings {
  public:
    explicit Labelings(const JointClusters& item) : item_(item) {}

    // nullopt: too many.
    std::optional<SumDistribution> distribution() {
        const Sizes sizes = sizes_of(item_);
        JointClusters labeled = item_;
        if (!walk(labeled, 0, sizes.a, sizes.a + sizes.b, 1)) return std::nullopt;
        return found_;
    }

  private:
    // P(labels) factors over clusters: each takes its share of the labels that are left.
    bool walk(JointClusters& labeled, std::size_t at, int labels_left, int runs_left,
              double probability) {
        if (at == item_.size()) {
            if (++seen_ > k_most_labelings) return false;
            found_[std::llround(*excess_disagreement(labeled) / k_slack)] += probability;
            return true;
        }
        const int size = item_[at].a + item_[at].b;
        const ProbabilityRow taken = hypergeometric_row(size, runs_left - size, labels_left);
        for (long long a = taken.first; a <= taken.last(); ++a) {
            labeled[at].a = static_cast<int>(a);
            labeled[at].b = size - labeled[at].a;
            if (!walk(labeled, at + 1, labels_left - labeled[at].a, runs_left - size,
                      probability * taken.at(a)))
                return false;
        }
        return true;
    }

    const JointClusters& item_;
    SumDistribution found_;
    long long seen_ = 0;
};

std::optional<SumDistribution> distribution_of(const std::vector<JointClusters>& items) {
    SumDistribution all{{0, 1}};
    for (const JointClusters& item : items) {
        const auto one = Labelings(item).distribution();
        if (!one) return std::nullopt;
        SumDistribution next;
        for (const auto& [sum, probability] : all)
            for (const auto& [step, chance] : *one) next[sum + step] += probability * chance;
        if (next.size() > k_most_sums) return std::nullopt;
        all = std::move(next);
    }
    return all;
}

JointClusters shuffled(const JointClusters& item, PortableRandom& random) {
    std::vector<std::size_t> cluster_of_run;
    for (std::size_t j = 0; j < item.size(); ++j)
        cluster_of_run.insert(cluster_of_run.end(), static_cast<std::size_t>(item[j].a + item[j].b),
                              j);
    random.shuffle(cluster_of_run);
    JointClusters out(item.size());
    const auto n_a = static_cast<std::size_t>(sizes_of(item).a);
    for (std::size_t run = 0; run < cluster_of_run.size(); ++run)
        ++(run < n_a ? out[cluster_of_run[run]].a : out[cluster_of_run[run]].b);
    return out;
}

double sum_of_excess(const std::vector<JointClusters>& items) {
    double sum = 0;
    for (const JointClusters& item : items) sum += *excess_disagreement(item);
    return sum;
}

PermutationTest permute(const std::vector<JointClusters>& items, double observed,
                        std::uint64_t seed) {
    const double slack = k_slack * static_cast<double>(items.size() + 1);
    if (const auto all = distribution_of(items)) {
        double p = 0;
        for (const auto& [sum, probability] : *all)
            if (static_cast<double>(sum) * k_slack >= observed - slack) p += probability;
        return PermutationTest{std::min(1.0, p), true, 0};
    }
    PortableRandom random(seed);
    int reached = 0;
    for (int draw = 0; draw < k_permutation_draws; ++draw) {
        double sum = 0;
        for (const JointClusters& item : items) sum += *excess_disagreement(shuffled(item, random));
        if (sum >= observed - slack) ++reached;
    }
    return PermutationTest{(reached + 1.0) / (k_permutation_draws + 1.0), false,
                           k_permutation_draws};
}

}  // namespace

std::optional<double> cross_disagreement(const JointClusters& item) {
    const Sizes sizes = sizes_of(item);
    if (sizes.a < 1 || sizes.b < 1) return std::nullopt;
    double equal = 0;
    for (const JointCluster& one : item) equal += static_cast<double>(one.a) * one.b;
    return 1 - equal / (static_cast<double>(sizes.a) * sizes.b);
}

std::optional<double> excess_disagreement(const JointClusters& item) {
    const Sizes sizes = sizes_of(item);
    if (sizes.a < 2 || sizes.b < 2) return std::nullopt;
    double equal_a = 0, equal_b = 0;
    for (const JointCluster& one : item) {
        equal_a += static_cast<double>(one.a) * (one.a - 1);
        equal_b += static_cast<double>(one.b) * (one.b - 1);
    }
    return *cross_disagreement(item) -
           (self_disagreement(equal_a, sizes.a) + self_disagreement(equal_b, sizes.b)) / 2;
}

std::optional<ExcessTest> excess_test(const std::vector<JointClusters>& items, std::uint64_t seed) {
    std::vector<JointClusters> counted;
    for (const JointClusters& item : items)
        if (excess_disagreement(item)) counted.push_back(item);
    if (counted.empty()) return std::nullopt;
    const double observed = sum_of_excess(counted);
    const auto n = static_cast<int>(counted.size());
    return ExcessTest{observed / n, n, permute(counted, observed, seed)};
}

}  // namespace kilter
