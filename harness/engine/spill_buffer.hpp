// Bytes of an open transfer: in memory up to a limit, beyond it in an unlinked temporary file, so
// that many open transfers stay small. Without a place for the file all stays in memory. One
// thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kilter {

inline constexpr std::size_t k_spill_beyond = std::size_t{32} << 10;  // bytes

class SpillBuffer {
  public:
    explicit SpillBuffer(std::size_t beyond = k_spill_beyond) : beyond_(beyond) {}
    ~SpillBuffer();
    SpillBuffer(const SpillBuffer&) = delete;
    SpillBuffer& operator=(const SpillBuffer&) = delete;

    void append(std::string_view bytes);
    std::size_t size() const { return in_file_ + memory_.size(); }
    bool spilled() const { return in_file_ > 0; }
    // All bytes in their order; the buffer is empty afterwards. A file that cannot be read back (a
    // failing disk) leaves its part out: the result is then shorter than size() was.
    std::string take();

  private:
    bool write_out();
    void close_file();

    std::size_t beyond_;
    std::string memory_;        // what stands behind the file's part
    std::size_t in_file_ = 0;   // bytes
    int file_ = -1;             // owned
    bool file_failed_ = false;  // no second try
};

}  // namespace kilter
