// Narrows a threshold of length: emits the next length to be asked, takes the cell that came of it,
// until the bracket is as narrow as wanted. Asks nobody. A cell that was measured is never asked
// again, whatever it said. Pure, any thread.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "scorers/sweep/threshold.hpp"

namespace kilter {

enum class BisectionEnd {
    open,        // next() has a length
    narrow,      // the bracket is no wider than wanted
    no_bracket,  // the cells show none
    undecided,   // the last cell was not measured whole and agreed: it decides nothing
    stuck,       // the prompt cannot be made to fall strictly inside the bracket
};
std::string_view to_word(BisectionEnd end);

class Bisection {
  public:
    // `cells` of one engine; `width` >= 1, in tokens.
    Bisection(std::vector<SweepCell> cells, long long width);

    BisectionEnd end() const { return end_; }
    // The length to ask for; nullopt once it ended.
    std::optional<long long> next() const;
    void add(const SweepCell& answer);
    const Threshold& threshold() const { return threshold_; }

  private:
    void look();

    std::vector<SweepCell> cells_;
    long long width_;
    Threshold threshold_;
    BisectionEnd end_ = BisectionEnd::open;
};

}  // namespace kilter
