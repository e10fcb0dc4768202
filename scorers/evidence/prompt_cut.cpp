// Was a prompt cut before it was read? What the engine counts against what it was sent.
#include <algorithm>
#include <bit>
#include <string_view>

#include "base/text/byte_runs.hpp"
#include "scorers/evidence/evidence.hpp"

namespace kilter {
namespace {

// Prose has 3 to 5 bytes a token, dense tables up to 6: above 8 something is missing. Short prompts
// say nothing.
constexpr std::size_t k_most_bytes_per_token = 8;
constexpr std::size_t k_shortest_prompt = 1024;  // bytes
// So many prompts of one count, the longest at least so many times the shortest.
constexpr std::size_t k_fewest_alike = 3;
constexpr std::size_t k_size_ratio = 2;

// Bytes that only repeat their two predecessors, eight at a time.
std::size_t repeated_bytes(std::string_view text) {
    using namespace byte_runs;
    std::size_t count = 0;
    std::size_t at = 2;
    for (; at + sizeof(std::uint64_t) <= text.size(); at += sizeof(std::uint64_t)) {
        const std::uint64_t here = load(text, at);
        const std::uint64_t differs = (here ^ load(text, at - 1)) | (here ^ load(text, at - 2));
        // High bit of every byte that is not zero: no carry leaves its byte.
        const std::uint64_t marks = ((differs & ~k_high_bits) + ~k_high_bits) | differs;
        count += static_cast<std::size_t>(std::popcount(~marks & k_high_bits));
    }
    for (; at < text.size(); ++at)
        if (text[at] == text[at - 1] && text[at] == text[at - 2]) ++count;
    return count;
}

}  // namespace

std::size_t prompt_bytes(const Item& item) {
    std::size_t bytes = 0;
    for (const Message& message : item.messages)
        bytes += message.content.size() - repeated_bytes(message.content);
    return bytes;
}

void EvidenceBuilder::finish_prompts() {
    PromptCutEvidence& cut = sum_.cut;
    cut.of = static_cast<long long>(prompts_.size());
    // A window cuts all prompts longer than itself to one length, which is then the largest count.
    long long largest = 0;
    for (const Prompt& prompt : prompts_) largest = std::max(largest, prompt.tokens);
    std::size_t alike = 0;
    std::size_t shortest = 0;
    std::size_t longest = 0;
    for (const Prompt& prompt : prompts_) {
        if (prompt.tokens != largest) continue;
        shortest = alike == 0 ? prompt.bytes : std::min(shortest, prompt.bytes);
        longest = std::max(longest, prompt.bytes);
        ++alike;
    }
    const bool constant = alike >= k_fewest_alike && longest >= k_shortest_prompt &&
                          longest >= k_size_ratio * std::max<std::size_t>(shortest, 1);
    if (constant) cut.constant_tokens = largest;
    for (const Prompt& prompt : prompts_) {
        const auto tokens = static_cast<std::size_t>(prompt.tokens);
        const bool far_below =
            prompt.bytes >= k_shortest_prompt && tokens < prompt.bytes / k_most_bytes_per_token;
        if (far_below || (constant && prompt.tokens == largest)) cut.items.push_back(prompt.item);
    }
}

}  // namespace kilter
