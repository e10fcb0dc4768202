// Looks at the texts of one answer while they stream and may ask for its end. The runner knows no
// reason for that: whoever makes the watch does. Loop's thread.
#pragma once

#include <optional>

#include "harness/wire/response.hpp"

namespace kilter {

class TextWatch {
  public:
    virtual ~TextWatch() = default;
    // After each event of the stream up to the one with the finish_reason. A cut: end the transfer;
    // the trial becomes stopped_by_client with the texts cut there, which is final and no failure.
    virtual std::optional<TextCut> stop(const TextsSoFar& texts) = 0;
};

}  // namespace kilter
