// Looks at the texts of one answer while they stream and may ask for its end. The runner knows no
// reason for that: whoever makes the watch does. Loop's thread.
#pragma once

#include "harness/wire/response.hpp"

namespace kilter {

class TextWatch {
  public:
    virtual ~TextWatch() = default;
    // After each piece that arrived, while no finish_reason was seen. True: end the transfer; the
    // trial becomes stopped_by_client with the texts so far, which is final and no failure.
    virtual bool stop(const TextsSoFar& texts) = 0;
};

}  // namespace kilter
