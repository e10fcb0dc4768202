// What the fuzz targets share: reading choices off the front of an input, and stopping with a line
// where an invariant does not hold. Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kilter::fuzz {

inline std::string_view as_text(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

// Takes the first byte as a number; committed inputs begin with letters: 'a' is 1, 'p' is 16, '`'
// is 0 (the low five bits).
unsigned take_choice(std::string_view& input);

// The parts between unit separators (0x1F); at least one.
std::vector<std::string_view> split_parts(std::string_view input);

// Prints what does not hold, with the evidence, and aborts, so that libFuzzer keeps the input.
void require(bool holds, std::string_view what, std::string_view evidence = {});
void require_equal(std::string_view a, std::string_view b, std::string_view what);

}  // namespace kilter::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
