// What the sizes of one item's clusters tell beyond their number: how mixed the outputs are, how
// much of them was seen, and what fewer runs would have shown. All are functions of the sizes
// alone and take the runs as exchangeable. Sources: Good 1953 (coverage), Hill 1973 (effective
// numbers), Chao 1984 in its bias-corrected form, Hurlbert 1971 (rarefaction). Pure, any thread.
#pragma once

#include <optional>
#include <vector>

namespace kilter {

struct ClusterMeasures {
    int runs = 0, distinct = 0;    // n and D
    double modal_share = 0;        // largest cluster / n
    double coverage = 0;           // Good-Turing: 1 - f1/n, f1 = outputs seen in one run only
    double effective_shannon = 0;  // e^H: so many equally frequent outputs would be as mixed
    double effective_simpson = 0;  // 1 / sum p^2
    double chao1 = 0;  // D + f1(f1-1) / (2(f2+1)): a lower bound on the outputs there are
    // Where every run (of two or more) differs: the smallest number of equally likely outputs for
    // which that had a chance of 5 % or more. nullopt: some output came twice.
    std::optional<long long> states_at_least;
};

// nullopt: no runs.
std::optional<ClusterMeasures> measure_clusters(const std::vector<int>& sizes);

// Of k runs drawn without replacement from these: P(all k agree) = sum C(s,k) / C(n,k); what is
// left of 1, P(at least two outputs); and the mean number of different outputs,
// sum (1 - C(n-s,k) / C(n,k)). nullopt for k < 1 or k > n.
std::optional<double> chance_agreement(const std::vector<int>& sizes, int k);
std::optional<double> chance_unstable(const std::vector<int>& sizes, int k);
std::optional<double> expected_distinct(const std::vector<int>& sizes, int k);

// The last two for every k from 1 to n at once (index k - 1); one pass, no factorials.
struct Rarefaction {
    std::vector<double> unstable, distinct;
};
Rarefaction rarefy(const std::vector<int>& sizes);

// The smallest m with P(n draws from m equally likely outputs all differ) >= 5 %. n >= 1.
long long states_behind_all_distinct(int runs);

}  // namespace kilter
