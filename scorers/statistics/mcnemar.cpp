#include "scorers/statistics/mcnemar.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>

namespace kilter {

std::optional<McnemarTest> mcnemar(long long only_a, long long only_b) {
    if (only_a < 0 || only_b < 0) return std::nullopt;
    if (only_a + only_b == 0) return McnemarTest{};
    const boost::math::binomial_distribution<double> fair{static_cast<double>(only_a + only_b),
                                                          0.5};
    const double fewer = static_cast<double>(std::min(only_a, only_b));
    const double both_tails = 2 * boost::math::cdf(fair, fewer);
    return McnemarTest{std::min(1.0, both_tails),
                       std::min(1.0, both_tails - boost::math::pdf(fair, fewer))};
}

}  // namespace kilter
