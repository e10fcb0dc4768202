#include "scorers/sweep/bisection.hpp"

#include <algorithm>
#include <array>

namespace kilter {

std::string_view to_word(BisectionEnd end) {
    constexpr std::array<std::string_view, 5> words = {"open", "narrow", "no_bracket", "undecided",
                                                       "stuck"};
    return words[static_cast<std::size_t>(end)];
}

Bisection::Bisection(std::vector<SweepCell> cells, long long width)
    : cells_(std::move(cells)), width_(std::max(width, 1LL)) {
    look();
}

void Bisection::look() {
    threshold_ = find_threshold(cells_);
    if (threshold_.finding != ThresholdFinding::bracket)
        end_ = BisectionEnd::no_bracket;
    else if (*threshold_.high - *threshold_.low <= width_)
        end_ = BisectionEnd::narrow;
}

std::optional<long long> Bisection::next() const {
    if (end_ != BisectionEnd::open) return std::nullopt;
    return *threshold_.low + (*threshold_.high - *threshold_.low) / 2;
}

void Bisection::add(const SweepCell& answer) {
    if (end_ != BisectionEnd::open) return;
    const bool inside = answer.value > *threshold_.low && answer.value < *threshold_.high;
    const CellReading reading = reading_of(answer);
    cells_.push_back(answer);
    if (reading == CellReading::partial || reading == CellReading::missing) {
        end_ = BisectionEnd::undecided;
        threshold_ = find_threshold(cells_);
        return;
    }
    look();
    if (end_ == BisectionEnd::open && !inside) end_ = BisectionEnd::stuck;
}

}  // namespace kilter
