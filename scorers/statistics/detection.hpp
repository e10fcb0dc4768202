// What a number of runs can see. Two readings of a rate: an event that a run shows by itself (a
// loop, a departure from a known answer), and an item with two outputs, the rarer of which takes a
// share q of the runs: there K runs show a difference only if both outputs come up. Elementary
// probability; the bounds of agreement are Jensen's inequality and the monotony of power norms.
// nullopt where a number is undefined. Pure, any thread.
#pragma once

#include <optional>

#include "scorers/statistics/intervals.hpp"

namespace kilter {

// P(at least one of n independent runs shows an event of this rate): 1 - (1-rate)^n.
double probability_seen(double rate, long long n);
// The fewest runs that see it with this probability; nullopt unless both lie in (0, 1).
std::optional<long long> runs_to_see(double rate, double power);

// P(at least two different outputs in k runs) of a two-output item: 1 - q^k - (1-q)^k.
double detection_power(double minority_share, long long k);
// The fewest runs K of one item for which that is at least `power`; nullopt unless 0 < q <= 1/2
// and 0 < power < 1.
std::optional<long long> runs_to_differ(double minority_share, double power);
// The smallest q that k runs show with this probability; nullopt where even q = 1/2 is not.
std::optional<double> smallest_share_shown(long long k, double power);

// Where two runs agree with probability c, k runs all agree with one in [c^(k-1), c^(k/2)];
// nullopt for k < 2 or c outside of [0, 1].
std::optional<Interval> all_agree_bounds(double agreement, long long k);
// q of the two-output item with this agreement of two runs: (1 - sqrt(2c-1)) / 2; nullopt for c
// outside of [1/2, 1], which no such item has.
std::optional<double> minority_share_of(double agreement);

}  // namespace kilter
