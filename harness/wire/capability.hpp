// What an engine supports, read from its replies to small questions. Says what was seen in these
// replies, never what an engine's documentation promises. Pure, any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/value.hpp"
#include "config/experiment_config.hpp"
#include "harness/wire/response.hpp"

namespace kilter {

enum class Support {
    yes,
    no,        // answered, but not as asked
    refused,   // an error that says that the engine does not take this
    not_told,  // the replies do not show it
};
std::string_view to_word(Support support);  // "yes", "no", "refused", "not told"

struct Capability {
    std::string name;
    Support support = Support::not_told;
    std::string value;   // a short answer that says more than yes: "20", "reasoning"; may be empty
    std::string detail;  // why, one line; may be empty
};

// What came back for one small question.
struct SmallReply {
    TransferEnd end;
    std::string body;
    WireResult result;

    bool is_answer() const;  // a valid outcome
    bool is_refusal() const;
    std::string said() const;  // the engine's own words of why not, without advice
};

// Alternatives per token, the most that one token lists: choices[0].logprobs. nullopt: no list.
std::optional<std::size_t> listed_alternatives(std::string_view body);

struct LogprobsReply {
    int asked = 0;  // top_logprobs
    SmallReply reply;
};
// "logprobs" and "top_logprobs" from questions that asked for fewer and fewer.
std::vector<Capability> read_logprobs(const std::vector<LogprobsReply>& replies);

Capability read_token_ids(std::string_view field, const SmallReply& reply);
Capability read_reasoning(const std::vector<const SmallReply*>& replies);
Capability read_stream(const SmallReply& reply);         // "stream": its content type
Capability read_stream_usage(const SmallReply& reply);   // "stream_usage"
Capability read_finish_length(const SmallReply& reply);  // to a question with max_tokens 1
Capability read_seed(const SmallReply& reply);
Capability read_unknown_field(const SmallReply& reply);

// The schema of the question that asks for structured output, and whether the answer obeys it. No
// model says by itself what it allows.
json::Value small_schema();
Capability read_json_schema(const SmallReply& reply);

// Two equal requests, the second of which may reuse the first.
Capability read_cached_tokens(const SmallReply& first, const SmallReply& second);
// `warm`: the second of two equal requests; `cold`: the second of two with the cold field.
Capability read_cold(const SmallReply& warm, const SmallReply& cold);

}  // namespace kilter
