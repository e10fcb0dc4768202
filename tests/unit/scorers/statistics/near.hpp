// Published figures carry so many digits: compare to half of the last one.
#pragma once

#include <catch2/catch_all.hpp>

namespace kilter::test {

inline Catch::Approx within(double value, double half_unit) {
    return Catch::Approx(value).margin(half_unit).epsilon(0);
}
inline Catch::Approx eight(double value) {
    return within(value, 5.1e-9);
}
inline Catch::Approx six(double value) {
    return within(value, 5.1e-7);
}
inline Catch::Approx four(double value) {
    return within(value, 5.1e-5);
}

}  // namespace kilter::test
