// What one item's stored trials tell about how the answers came to be: token counts, times, who
// answered, whether a demanded form was kept. Plain data that the caller fills from the store; no
// text of a model. Any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "harness/wire/completion.hpp"

namespace kilter {

struct SentSpan {  // by kilter's own clock, in ms since 1970
    double sent = 0;
    double answered = 0;  // to the last byte
};

struct TrialFacts {
    int k = 0;
    Outcome outcome = Outcome::interrupted;
    std::string finish_reason;
    Usage usage;
    Timings timings;
    std::string response_id;
    std::optional<long long> created;  // as the engine says, Unix seconds
    std::optional<SentSpan> span;      // nullopt: not sent by kilter
    // Only where the request demanded a form and the engine ended its answer by itself.
    std::optional<bool> fits_schema;
    bool answer_in_reasoning =
        false;  // of stopped_in_reasoning: an answer-shaped JSON stands there

    bool valid() const { return !is_failed(outcome); }
};

struct ItemFacts {
    std::string item;
    std::size_t prompt_bytes = 0;    // prompt_bytes() of the messages sent
    std::vector<TrialFacts> trials;  // the stored ones, by k
};

}  // namespace kilter
