// Text that looks like language and means nothing: filler for scripted answers, the same on every
// machine for the same seed (own generator, no <random> distributions). Pure, any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace kilter {

// Exactly `code_points` long; sentences of invented words with Hungarian letters, one space between
// words, no line breaks. Ends with a full stop unless empty.
std::string prose(std::uint64_t seed, std::size_t code_points);

}  // namespace kilter
