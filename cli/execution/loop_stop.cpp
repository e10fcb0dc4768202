#include "cli/execution/loop_stop.hpp"

#include <algorithm>
#include <cstddef>

#include "scorers/stability/loop_watch.hpp"

namespace kilter {

namespace {

class LoopStop : public TextWatch {
  public:
    explicit LoopStop(std::size_t repeats) : watch_(repeats) {}

    // The reasoning of an event is read before its content.
    std::optional<TextCut> stop(const TextsSoFar& texts) override {
        watch_.add_reasoning(news(texts.reasoning, reasoning_seen_));
        if (watch_.looping()) return TextCut{watch_.looping_at(), content_seen_};
        watch_.add_content(news(texts.content, content_seen_));
        if (watch_.looping()) return TextCut{reasoning_seen_, watch_.looping_at()};
        return std::nullopt;
    }

  private:
    // What came since the last call.
    static std::string_view news(std::string_view text, std::size_t& seen) {
        const std::string_view fresh = text.substr(std::min(seen, text.size()));
        seen = std::max(seen, text.size());
        return fresh;
    }

    LoopWatch watch_;
    std::size_t reasoning_seen_ = 0, content_seen_ = 0;  // bytes
};

}  // namespace

std::unique_ptr<TextWatch> make_loop_stop(std::optional<int> repeats) {
    if (!repeats) return nullptr;
    return std::make_unique<LoopStop>(static_cast<std::size_t>(*repeats));
}

}  // namespace kilter
