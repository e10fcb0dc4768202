// The log probabilities that a raw body lists, token by token: each number as its literal and as
// the bits of the double that it names. All shapes of all dialects are read from every engine. Not
// a comparison: that is position.hpp. Pure, any thread; never throws on hostile input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kilter {

// A number as it was received. A floor is what engines write in place of minus infinity: null,
// -9999 and less (vLLM, OpenAI, TensorRT-LLM), the lowest float (llama.cpp). All floors are equal
// to each other.
struct ListedNumber {
    std::string text = "null";   // the literal
    std::uint64_t bits = 0;      // of the parsed double; 0 for a floor
    std::optional<double> nats;  // nullopt: a floor

    bool is_floor() const { return !nats; }
    bool same_value(const ListedNumber& other) const {
        return is_floor() == other.is_floor() && bits == other.bits;
    }
};

struct ListedToken {
    std::string key;  // what tells tokens apart: the id, else the bytes, else the text
    std::string token;
    ListedNumber number;
};

struct ListedPosition {
    ListedToken chosen;            // the token that was put out
    std::vector<ListedToken> top;  // its alternatives in the order of the body; may be empty
};

struct LogprobLists {
    std::string shape;  // "content", "refusal", "tokens" (the older form); empty: none is listed
    std::vector<ListedPosition> positions;
};

// The first `most` output tokens of the first choice.
LogprobLists read_logprob_lists(std::string_view body, std::size_t most);

// The most alternatives that one of the tokens lists.
std::size_t most_alternatives(const LogprobLists& lists);

// From a literal of a JSON number; `probability`: it is one, and is told in nats as its logarithm.
ListedNumber listed_number(std::string_view literal, bool probability = false);

}  // namespace kilter
