// Token counts in the many places where engines put them: `usage` and its details, llama.cpp's
// `timings`, LM Studio's `stats`. What `usage` says wins; the last word of each source counts.
// Plain values, any thread.
#pragma once

#include "base/json/value.hpp"
#include "harness/wire/completion.hpp"

namespace kilter {

class UsageReader {
  public:
    // `body`: a whole body or one chunk; any of the members may be missing, null, or of a wrong
    // kind.
    void read(const json::Value& body);
    Usage result() const;

  private:
    Usage usage_;
    Usage timings_;
};

}  // namespace kilter
