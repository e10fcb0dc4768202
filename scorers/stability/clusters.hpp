// Runs grouped by signature, and what follows from the sizes. Pure, any thread.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace kilter {

struct Clusters {
    // Index of the cluster of each run given; cluster 0 ("A") is the largest, ties by lowest run.
    std::vector<int> of_run;
    std::vector<int> sizes;  // descending
    int distinct() const { return static_cast<int>(sizes.size()); }
    bool unstable() const { return sizes.size() >= 2; }
    bool modal_tie() const { return sizes.size() >= 2 && sizes[0] == sizes[1]; }
};

Clusters cluster(const std::vector<std::string>& signatures);

// "A", "B", ..., "Z", "AA", ...
std::string variant_letter(int cluster);

// 1 - sum s(s-1) / (n(n-1)): unbiased estimate of P(two fresh runs differ). n >= 2.
double run_disagreement(const std::vector<int>& sizes);

}  // namespace kilter
