#include "harness/wire/usage.hpp"

#include <charconv>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace kilter {
namespace {

using Count = std::optional<long long>;

constexpr long long k_largest_count = 1'000'000'000'000;  // beyond it an engine talks nonsense

// A count is a whole number that is not negative; anything else counts as not told.
Count count_in(const json::Value& value) {
    if (!value.is_number()) return std::nullopt;
    const char* end = value.text.data() + value.text.size();
    long long number = 0;
    const auto [at, error] = std::from_chars(value.text.data(), end, number);
    if (error != std::errc{} || at != end) return std::nullopt;
    if (number < 0 || number > k_largest_count) return std::nullopt;
    return number;
}

// Follows member names; the first path that ends in a count sets `target`.
void take(Count& target, const json::Value& root,
          std::initializer_list<std::initializer_list<std::string_view>> paths) {
    for (const auto& path : paths) {
        const json::Value* at = &root;
        for (const std::string_view name : path) {
            if (at != nullptr) at = at->find(name);
        }
        const Count count = at != nullptr ? count_in(*at) : std::nullopt;
        if (!count) continue;
        target = count;
        return;
    }
}

}  // namespace

void UsageReader::read(const json::Value& body) {
    if (const json::Value* usage = body.find("usage")) {
        take(usage_.prompt_tokens, *usage, {{"prompt_tokens"}});
        take(usage_.completion_tokens, *usage, {{"completion_tokens"}});
        take(usage_.cached_tokens, *usage,
             {{"prompt_tokens_details", "cached_tokens"}, {"prompt_cache_hit_tokens"}});
        // Part of completion_tokens already: never added to them.
        take(usage_.reasoning_tokens, *usage,
             {{"completion_tokens_details", "reasoning_tokens"}, {"reasoning_tokens"}});
    }
    if (const json::Value* timings = body.find("timings")) {
        take(timings_.cached_tokens, *timings, {{"cache_n"}});
        take(timings_.completion_tokens, *timings, {{"predicted_n"}});
        take(timings_.draft_tokens, *timings, {{"draft_n"}});
        take(timings_.draft_accepted, *timings, {{"draft_n_accepted"}});
        // prompt_n counts only what was computed; the reused part stands beside it.
        Count computed;
        take(computed, *timings, {{"prompt_n"}});
        if (computed && timings_.cached_tokens) {
            timings_.prompt_tokens = *computed + *timings_.cached_tokens;
        }
    }
    if (const json::Value* stats = body.find("stats")) {
        take(timings_.draft_tokens, *stats, {{"total_draft_tokens_count"}});
        take(timings_.draft_accepted, *stats, {{"accepted_draft_tokens_count"}});
    }
}

Usage UsageReader::result() const {
    const auto either = [](const Count& a, const Count& b) { return a ? a : b; };
    Usage out;
    out.prompt_tokens = either(usage_.prompt_tokens, timings_.prompt_tokens);
    out.completion_tokens = either(usage_.completion_tokens, timings_.completion_tokens);
    out.cached_tokens = either(usage_.cached_tokens, timings_.cached_tokens);
    out.reasoning_tokens = either(usage_.reasoning_tokens, timings_.reasoning_tokens);
    out.draft_tokens = either(usage_.draft_tokens, timings_.draft_tokens);
    out.draft_accepted = either(usage_.draft_accepted, timings_.draft_accepted);
    return out;
}

}  // namespace kilter
