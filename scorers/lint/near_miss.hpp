// Look-alikes of gold values: other dates, numbers, amounts and ids that stand in the same text and
// could be taken for the right one. They make an item worth asking; they are no errors. Pure, any
// thread.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "suites/suite.hpp"

namespace kilter {

struct LookAlikes {
    std::string item;
    std::string field;
    std::string gold;                // canonical; an amount without its currency
    std::vector<std::string> shown;  // at most 3, the most similar first
    std::size_t count = 0;           // all of them, shown ones included
};

// One entry for every grounded gold value of kind date, number, amount or id that has any.
//   date: every other date, at the field's granularity;
//   number, amount: another value with about as many digits, no part of a date or an id;
//   id: letters and digits in the same places, or at most two edits away.
std::vector<LookAlikes> find_look_alikes(const Suite& suite);

}  // namespace kilter
