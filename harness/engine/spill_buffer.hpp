// Bytes of an open transfer: in memory up to a limit, beyond it in an unlinked temporary file, so
// that many open transfers stay small. Without a place for the file all stays in memory. One
// thread.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace kilter {

inline constexpr std::size_t k_spill_beyond = std::size_t{32} << 10;  // bytes

// What the open buffers of one client may hold in memory together. The more of them there are, the
// less each holds before it goes to its file: between 4 KiB and k_spill_beyond.
class SpillBudget {
  public:
    explicit SpillBudget(std::size_t bytes = std::size_t{4} << 20) : bytes_(bytes) {}
    std::size_t beyond() const;  // bytes, of one buffer

  private:
    friend class SpillBuffer;
    std::size_t bytes_;
    std::size_t open_ = 0;
};

class SpillBuffer {
  public:
    explicit SpillBuffer(std::size_t beyond = k_spill_beyond) : fixed_(beyond) {}
    // One of those that share the budget, from now to its end.
    explicit SpillBuffer(std::shared_ptr<SpillBudget> budget);
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
    std::size_t beyond() const { return budget_ ? budget_->beyond() : fixed_; }
    bool write_out(std::string_view bytes);
    void close_file();

    std::shared_ptr<SpillBudget> budget_;  // nullptr: fixed_ holds
    std::size_t fixed_ = k_spill_beyond;
    std::string memory_;        // what stands behind the file's part
    std::size_t in_file_ = 0;   // bytes
    int file_ = -1;             // owned
    bool file_failed_ = false;  // no second try
};

}  // namespace kilter
