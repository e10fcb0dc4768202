#include "scorers/stability/loop_watch.hpp"

#include <algorithm>
#include <vector>

#include "scorers/stability/loop_symbols.hpp"
#include "scorers/stability/run_tracker.hpp"

namespace kilter {
namespace {

constexpr std::size_t k_ring = 1U << 14U;       // symbols
constexpr std::size_t k_block = 1000;           // bytes written before they are looked at
constexpr std::size_t k_reach = k_ring - 1024;  // the longest period

}  // namespace

class LoopWatch::Channel {
  public:
    explicit Channel(const RunRule& rule)
        : rule_(rule), ring_(k_ring), tracker_(table_, rule, k_ring, k_reach) {}

    // True: a run was long enough.
    bool add(std::string_view bytes) {
        for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), k_block))) {
            fresh_.clear();
            stream_.feed(bytes.substr(0, k_block), fresh_);
            look_at(fresh_.view());
        }
        const auto run = tracker_.active();
        return !tracker_.closed().empty() || (run && rule_.accepts(*run));
    }

  private:
    void look_at(Symbols symbols) {
        for (const char32_t symbol : symbols) ring_[seen_++ & (k_ring - 1)] = symbol;
        tracker_.advance(ring_.data(), k_ring - 1, seen_);
    }

    RunRule rule_;
    SymbolStream stream_;
    SymbolBuffer fresh_;
    std::vector<char32_t> ring_;
    GramTable table_;
    RunTracker tracker_;
    std::size_t seen_ = 0;
};

LoopWatch::LoopWatch(std::size_t repeats) : repeats_(std::max<std::size_t>(repeats, 2)) {}
LoopWatch::~LoopWatch() = default;

void LoopWatch::add(std::unique_ptr<Channel>& channel, std::string_view bytes) {
    if (looping_ || bytes.empty()) return;
    if (!channel) channel = std::make_unique<Channel>(RunRule{k_stop_length, repeats_});
    looping_ = channel->add(bytes);
}

void LoopWatch::add_reasoning(std::string_view bytes) {
    add(reasoning_, bytes);
}

void LoopWatch::add_content(std::string_view bytes) {
    add(content_, bytes);
}

}  // namespace kilter
