#include "scorers/statistics/standard_error.hpp"

#include <cmath>

#include "scorers/statistics/repeated_success.hpp"
#include "tests/unit/scorers/statistics/near.hpp"

using namespace kilter;
using namespace kilter::test;

namespace {

std::vector<double> means_of(const RunScores& scores) {
    std::vector<double> means;
    for (const auto& item : scores) means.push_back(*mean_of(item));
    return means;
}

// As if all runs were independent, with the given divisor of the variance.
double pooled_error(const RunScores& scores, double less) {
    std::vector<double> all;
    for (const auto& item : scores) all.insert(all.end(), item.begin(), item.end());
    const double n = static_cast<double>(all.size());
    return std::sqrt(*variance_of(all) * (n - 1) / (n - less) / n);
}

// 45 items right three times; five with these runs.
RunScores founding_reconstruction() {
    RunScores scores(45, {1, 1, 1});
    for (const auto& item :
         {std::vector<double>{0, 0, 1}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {1, 1, 0}})
        scores.push_back(item);
    return scores;
}

}  // namespace

TEST_CASE("errors of a mean of items with runs: vector C4") {
    const RunScores scores = {{1, 1, 1}, {1, 0, 1}, {0, 0, 0}, {1, 1, 0}, {1, 1, 1}};
    CHECK(*mean_of(means_of(scores)) == six(.666667));
    CHECK(*standard_error(means_of(scores)) == six(.182574));
    CHECK(*cluster_robust_error(scores) == six(.163299));
    CHECK(variance_parts(scores)->within == six(.133333));
    CHECK(variance_parts(scores)->between == six(.122222));
    CHECK(pooled_error(scores, 0) == six(.121716));  // too small: it takes runs for items
}

TEST_CASE("errors of the reconstructed founding suite: vector 5E") {
    const RunScores scores = founding_reconstruction();
    CHECK(*mean_of(means_of(scores)) == six(.96));
    CHECK(*standard_error(means_of(scores)) == six(.018170));
    CHECK(variance_parts(scores)->within == six(.033333));
    CHECK(pooled_error(scores, 1) == six(.016054));
    double at[3] = {}, hat[3] = {};
    for (const auto& item : scores) {
        const int right = static_cast<int>(item[0] + item[1] + item[2]);
        for (int k = 1; k <= 3; ++k) {
            at[k - 1] += *pass_at_k(3, right, k) / 50;
            hat[k - 1] += *pass_hat_k(3, right, k) / 50;
        }
    }
    CHECK(at[0] == six(.96));
    CHECK(at[1] == six(.993333));
    CHECK(at[2] == six(1));
    CHECK(hat[0] == six(.96));
    CHECK(hat[1] == six(.926667));
    CHECK(hat[2] == six(.90));
}

TEST_CASE("runs that never vary leave the variance between items alone") {
    const RunScores scores = {{1, 1}, {0, 0}, {1, 1}, {0, 0}};
    CHECK(variance_parts(scores)->within == 0);
    CHECK(variance_parts(scores)->between == six(1.0 / 3));  // 4 x .25 / 3
    // CR0 differs from the item-level error only by the divisor n instead of n-1.
    CHECK(*cluster_robust_error(scores) ==
          six(*standard_error(means_of(scores)) * std::sqrt(3.0 / 4)));
}

TEST_CASE("too few items or runs have no error") {
    CHECK_FALSE(mean_of({}));
    CHECK_FALSE(variance_of({1}));
    CHECK_FALSE(standard_error({1}));
    CHECK_FALSE(cluster_robust_error({{1, 0}}));
    CHECK_FALSE(cluster_robust_error({{1, 0}, {}}));
    CHECK_FALSE(variance_parts({{1, 0}}));
    CHECK_FALSE(variance_parts({{1}, {0}}));
    CHECK_FALSE(variance_parts({{1, 0}, {1}}));
    CHECK(*standard_error({2, 2, 2}) == 0);
}
