#include "scorers/answer/candidates.hpp"

#include <utility>

#include "base/json/write.hpp"

namespace kilter {

void Candidates::offer(json::ReadOutcome read) {
    too_deep_ |= read.too_deep;
    if (!read.ok) return;
    if (read.value.kind != root_) {
        wrong_root_ = true;
        return;
    }
    // Each is compared with its forerunner only: a difference anywhere shows up between neighbours.
    if (found_ && !several_differ_) {
        several_differ_ = json::write_canonical(last_.value) != json::write_canonical(read.value);
    }
    found_ = true;
    last_ = std::move(read);
}

}  // namespace kilter
