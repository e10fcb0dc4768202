// The masked view of a text (loop_symbols.hpp) in rough: one byte a symbol, straight from UTF-8, at
// a sixth of the price. Equal symbols have equal bytes, so that what repeats in the view repeats
// here; the reverse does not hold. One thread; keeps its memory between texts.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace kilter {

class MaskedOutline {
  public:
    void assign(std::string_view text);
    std::string_view view() const { return {bytes_.data(), size_}; }
    // Gives back memory beyond that of a usual answer.
    void trim_memory();

    // What stands for a symbol of the masked view.
    static char byte_of(char32_t masked) { return static_cast<char>((masked & 0xFFU) | 0x20U); }

  private:
    std::vector<char> bytes_;  // never shrinks in between; size_ of them are in use
    std::size_t size_ = 0;
};

}  // namespace kilter
