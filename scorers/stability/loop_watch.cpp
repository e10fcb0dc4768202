#include "scorers/stability/loop_watch.hpp"

#include <algorithm>
#include <vector>

#include "scorers/stability/loop_symbols.hpp"
#include "scorers/stability/run_tracker.hpp"

namespace kilter {
namespace {

constexpr std::size_t k_ring = 1U << 14U;       // symbols
constexpr std::size_t k_reach = k_ring - 1024;  // the longest period

// In the text that a symbol was read from: a byte that is no part of a sequence stands alone.
std::size_t bytes_of(char32_t symbol) {
    if (symbol < 0x80 || symbol >= 0x110000) return 1;
    return symbol < 0x800 ? 2 : symbol < 0x10000 ? 3 : 4;
}

}  // namespace

class LoopWatch::Channel {
  public:
    explicit Channel(const RunRule& rule)
        : ring_(k_ring), tracker_(table_, rule, k_ring, k_reach) {}

    // True: a run was long enough. The tracker stops at its symbol, so that no cut of the pieces
    // moves the place.
    bool add(std::string_view bytes) {
        fresh_.clear();
        stream_.feed(bytes, fresh_);
        for (Symbols rest = fresh_.view(); !rest.empty();) {
            const Symbols some = rest.first(std::min(rest.size(), k_ring - k_reach));
            std::size_t at = seen_;
            for (const char32_t symbol : some) ring_[at++ & (k_ring - 1)] = symbol;
            const bool fits = tracker_.advance_to_fit(ring_.data(), k_ring - 1, at);
            for (const char32_t symbol : some.first(tracker_.seen() - seen_))
                bytes_ += bytes_of(symbol);
            seen_ = tracker_.seen();
            if (fits) return true;
            tracker_.forget_closed();
            rest = rest.subspan(some.size());
        }
        return false;
    }
    std::size_t bytes() const { return bytes_; }

  private:
    SymbolStream stream_;
    SymbolBuffer fresh_;
    std::vector<char32_t> ring_;
    GramTable table_;
    RunTracker tracker_;
    std::size_t seen_ = 0, bytes_ = 0;
};

LoopWatch::LoopWatch(std::size_t repeats) : repeats_(std::max<std::size_t>(repeats, 2)) {}
LoopWatch::~LoopWatch() = default;

void LoopWatch::add(std::unique_ptr<Channel>& channel, std::string_view bytes) {
    if (looping_ || bytes.empty()) return;
    if (!channel) channel = std::make_unique<Channel>(RunRule{k_stop_length, repeats_});
    looping_ = channel->add(bytes);
    if (looping_) looping_at_ = channel->bytes();
}

void LoopWatch::add_reasoning(std::string_view bytes) {
    add(reasoning_, bytes);
}

void LoopWatch::add_content(std::string_view bytes) {
    add(content_, bytes);
}

}  // namespace kilter
