// A text as the loop detector reads it: one symbol per code point, and the masked view of the same
// text, in which copies that differ in a number only are equal. Not a normaliser of answers. Pure;
// a buffer belongs to one thread and keeps its memory between texts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kilter {

// A byte that is part of no valid sequence is a symbol of its own beyond Unicode: 0x110000 + byte.
using Symbols = std::span<const char32_t>;

class SymbolBuffer {
  public:
    Symbols view() const { return {storage_.data(), size_}; }
    void clear() { size_ = 0; }
    // Appends the symbols of `text`, which must not end inside a code point that goes on elsewhere.
    void append(std::string_view text);
    // Gives back memory beyond that of a usual answer.
    void trim_memory();

  private:
    std::vector<char32_t> storage_;  // never shrinks in between; size_ of it are in use
    std::size_t size_ = 0;
};

// Appends pieces that may be cut anywhere, within a code point too: the symbols are those of the
// whole text.
class SymbolStream {
  public:
    void feed(std::string_view bytes, SymbolBuffer& out);
    void finish(SymbolBuffer& out);  // an incomplete end becomes symbols of its bytes

  private:
    std::string pending_;  // the valid beginning of a sequence, at most 3 bytes
};

// Masking: each maximal token of letters and digits that holds a digit becomes k_masked_token, each
// run of white space one space, letters lower case. Ideographs, kana and other letters from U+2E80
// on join no token, as their scripts set no spaces.
inline constexpr char32_t k_masked_token = 0x110200;

class MaskedText {
  public:
    void assign(Symbols original);
    Symbols view() const { return {symbols_.data(), size_}; }
    // Where a masked symbol begins in the original; of size(): the end of the original.
    std::size_t offset(std::size_t masked) const { return offsets_[masked]; }
    std::size_t size() const { return size_; }
    void trim_memory();

  private:
    std::vector<char32_t> symbols_;
    std::vector<std::uint32_t> offsets_;
    std::size_t size_ = 0;
};

// UTF-8 again; invalid bytes become U+FFFD.
std::string to_text(Symbols symbols);

}  // namespace kilter
