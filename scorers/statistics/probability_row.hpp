// All probabilities of a count: binomial and hypergeometric. Each row grows from its mode by the
// ratio of neighbours and is scaled to sum 1, so it keeps its relative precision far into the
// tails. Requires arguments in range: 0 <= p <= 1, counts >= 0. Pure, any thread.
#pragma once

#include <vector>

namespace kilter {

struct ProbabilityRow {
    long long first = 0;    // the count that p[0] belongs to
    std::vector<double> p;  // never empty

    long long last() const { return first + static_cast<long long>(p.size()) - 1; }
    double at(long long count) const {  // 0 outside of the row
        return count < first || count > last() ? 0 : p[static_cast<std::size_t>(count - first)];
    }
};

// Tails with less than `cutoff` of the mode's probability are left out; 0 keeps all counts.
ProbabilityRow binomial_row(long long n, double p, double cutoff = 0);
// How many of `drawn` come from the first group when they are drawn out of both without return.
ProbabilityRow hypergeometric_row(long long first_group, long long second_group, long long drawn,
                                  double cutoff = 0);

}  // namespace kilter
