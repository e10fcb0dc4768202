// What varies between the copies of a masked run: numbers that count on, or data. Decides whether
// "Attempt 1", "Attempt 2", ... is a loop with a counter or a table. Pure, any thread.
#pragma once

#include "scorers/stability/loop_symbols.hpp"
#include "scorers/stability/run_tracker.hpp"

namespace kilter {

enum class FieldChange {
    constant,    // no token differs between the copies
    arithmetic,  // some do, each in steps of one size
    irregular,   // some token follows no such rule
};

// Looks at the tokens with digits, copy by copy, over the whole repeats; a token cut by the text's
// end is passed over. Of a token all parts count: "A7" -> "B9" steps by one letter (Z to A wraps)
// and by 2. Longer words and numbers of more than 18 digits must stay as they are.
FieldChange field_change(const MaskedText& masked, Symbols original, const PeriodicRun& run);

}  // namespace kilter
