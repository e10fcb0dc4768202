// Where the runs of one item part in tokens, from the raw bodies in the store. Reads one body for
// each different output, and only where outputs differ. One thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "cli/analysis/item_walk.hpp"
#include "harness/store/store_reader.hpp"

namespace kilter {

struct TokenParting {
    std::size_t index = 0;
    std::string source;  // "token_ids", "logprobs"
};

// nullopt: one output, or some differing run's body lists no tokens. An error: a body is not there.
Result<std::optional<TokenParting>> find_token_parting(StoreReader& reader,
                                                       const WalkedItem& walked);

}  // namespace kilter
