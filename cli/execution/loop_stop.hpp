// The opt-in early stop: joins the runner's watch of streaming texts with the loop detector of the
// scorers. Loop's thread.
#pragma once

#include <memory>
#include <optional>

#include "harness/runner/text_watch.hpp"

namespace kilter {

// A watch that ends an answer once a text of it repeats itself `repeats` times; null where that is
// not asked for.
std::unique_ptr<TextWatch> make_loop_stop(std::optional<int> repeats);

}  // namespace kilter
