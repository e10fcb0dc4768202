#include "reports/board_model.hpp"

#include <algorithm>
#include <limits>

namespace kilter {

namespace {

constexpr double k_last = -std::numeric_limits<double>::infinity();

double rank(const BoardRow& row, BoardSort by) {
    const EngineSummary& sum = row.summary;
    switch (by) {
        case BoardSort::points:
            return sum.points_mean.value_or(k_last);
        case BoardSort::majority:
            return sum.majority_of > 0 ? sum.majority_points : k_last;
        case BoardSort::unstable:
            return sum.measurable > 0
                       ? -static_cast<double>(sum.unstable) / static_cast<double>(sum.measurable)
                       : k_last;
        case BoardSort::speed:
            return sum.output_tok_per_s.value_or(k_last);
        case BoardSort::engine:
            return 0;
    }
    return 0;
}

double rank(const BoardTotal& total, BoardSort by) {
    switch (by) {
        case BoardSort::majority:
            return total.majority_points.value_or(k_last);
        case BoardSort::unstable:
            return -static_cast<double>(total.unstable);
        case BoardSort::engine:
            return 0;
        case BoardSort::points:
        case BoardSort::speed:
            return total.points.value_or(k_last);
    }
    return 0;
}

template <class Row>
void sort_rows(std::vector<Row>& rows, BoardSort by) {
    std::stable_sort(rows.begin(), rows.end(), [by](const Row& a, const Row& b) {
        return by == BoardSort::engine ? a.engine < b.engine : rank(a, by) > rank(b, by);
    });
}

}  // namespace

std::optional<BoardSort> board_sort_from(std::string_view word) {
    if (word == "points") return BoardSort::points;
    if (word == "majority") return BoardSort::majority;
    if (word == "unstable") return BoardSort::unstable;
    if (word == "engine") return BoardSort::engine;
    if (word == "speed") return BoardSort::speed;
    return std::nullopt;
}

void sort_board(Board& board, BoardSort by) {
    sort_rows(board.rows, by);
    sort_rows(board.totals, by);
}

}  // namespace kilter
