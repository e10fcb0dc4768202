#include "harness/sim/cut_reply.hpp"

#include "harness/sim/tokens.hpp"

namespace kilter {
namespace {

long long tokens_of(const std::optional<std::string>& text) {
    return static_cast<long long>(sim_tokens(text.value_or("")).size());
}

}  // namespace

long long reply_tokens(const Reply& reply) {
    return tokens_of(reply.reasoning) + tokens_of(reply.content);
}

Reply cut_reply(const Reply& reply, long long max_tokens) {
    if (max_tokens < 1 || reply_tokens(reply) <= max_tokens) return reply;
    Reply cut = reply;
    cut.finish_reason = "length";
    cut.completion_tokens = max_tokens;
    const long long thought = tokens_of(reply.reasoning);
    if (thought >= max_tokens) {
        cut.reasoning->resize(
            bytes_of_tokens(*reply.reasoning, static_cast<std::size_t>(max_tokens)));
        cut.content.reset();
    } else if (cut.content) {
        const auto left = static_cast<std::size_t>(max_tokens - thought);
        cut.content->resize(bytes_of_tokens(*reply.content, left));
    }
    return cut;
}

std::vector<std::string> reply_logprobs(const Reply& reply, const LogprobRules& rules,
                                        long long variant, std::size_t top) {
    std::vector<std::string> entries;
    for (const auto* text : {&reply.reasoning, &reply.content}) {
        if (!*text) continue;
        for (const std::string_view token : sim_tokens(**text)) {
            entries.push_back(logprob_entry(rules, token, entries.size(), variant, top));
        }
    }
    return entries;
}

}  // namespace kilter
