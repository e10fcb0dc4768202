// Watches the texts of one answer while they arrive and says when one runs in circles, for the
// opt-in early stop: exact view, either channel, a period of at most 15,360 code points. Memory is
// bounded: 128 KiB a channel that has text, whatever its length. One thread.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

namespace kilter {

// A run shorter than this is never a reason to stop.
inline constexpr std::size_t k_stop_length = 1024;  // code points

class LoopWatch {
  public:
    // At least `repeats` copies (2 or more) and k_stop_length code points.
    explicit LoopWatch(std::size_t repeats);
    ~LoopWatch();

    // What came next, in pieces cut anywhere. Where they are cut makes no difference to whether a
    // text is found looping and to looping_at().
    void add_reasoning(std::string_view bytes);
    void add_content(std::string_view bytes);
    // Some run was long enough, also if it was left since.
    bool looping() const { return looping_; }
    // Bytes of the looping channel up to the end of the code point with which the rule first held.
    std::size_t looping_at() const { return looping_at_; }

  private:
    class Channel;
    void add(std::unique_ptr<Channel>& channel, std::string_view bytes);

    std::size_t repeats_;
    std::unique_ptr<Channel> reasoning_, content_;
    bool looping_ = false;
    std::size_t looping_at_ = 0;
};

}  // namespace kilter
