#include "harness/sim/chosen_reply.hpp"

#include <algorithm>

namespace kilter {

ChosenReply choose_reply(const EngineScript& engine, const RequestState& state,
                         std::size_t replies) {
    ChosenReply chosen;
    const auto nth = static_cast<std::size_t>(state.asked_before);
    switch (engine.varies_by) {
        case VariesBy::request:
            chosen.index = nth % replies;
            chosen.variant = state.asked_before;
            break;
        case VariesBy::cold:
            chosen.variant = state.cold ? 0 : 1;
            chosen.index = std::min(replies - 1, static_cast<std::size_t>(chosen.variant));
            break;
        case VariesBy::company:
            if (!state.in_company) break;
            chosen.variant = state.crowded_before + 1;
            if (replies > 1) {
                chosen.index = 1 + static_cast<std::size_t>(state.crowded_before) % (replies - 1);
            }
            break;
    }
    return chosen;
}

const LengthBand* band_for(const EngineScript& engine, long long prompt_tokens) {
    for (const LengthBand& band : engine.bands) {
        if (prompt_tokens <= band.up_to.value_or(prompt_tokens)) return &band;
    }
    return nullptr;
}

std::string counting_key(const EngineScript& engine, const ChatRequest& request,
                         const std::string& messages, bool is_item) {
    std::string key = messages;
    if (engine.logprobs && request.logprobs) key += "\nlogprobs";
    if (!is_item && !engine.bands.empty()) {
        key += "\nmax_tokens " + std::to_string(request.max_tokens.value_or(0));
    }
    return key;
}

}  // namespace kilter
