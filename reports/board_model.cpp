#include "reports/board_model.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

namespace kilter {

namespace {

constexpr double k_last = -std::numeric_limits<double>::infinity();

double share_or_last(const Rate& rate, double sign) {
    if (rate.of == 0) return k_last;
    return sign * static_cast<double>(rate.count) / static_cast<double>(rate.of);
}

double rank(const BoardRow& row, BoardSort by) {
    const EngineSummary& sum = row.summary;
    switch (by) {
        case BoardSort::points:
            return sum.points_mean.value_or(k_last);
        case BoardSort::majority:
            return sum.vote_points().value_or(k_last);
        case BoardSort::unstable:
            return share_or_last({sum.unstable, sum.measurable}, -1);
        case BoardSort::speed:
            return sum.output_tok_per_s.value_or(k_last);
        case BoardSort::clean:
            return share_or_last(row.accuracy.clean, 1);
        case BoardSort::disagreement:
            return sum.disagreement ? -*sum.disagreement : k_last;
        case BoardSort::loops:
            return share_or_last(sum.loops, -1);
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
        case BoardSort::clean:
        case BoardSort::disagreement:
        case BoardSort::loops:
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
    for (std::size_t i = 0; i < std::size(k_board_sorts); ++i)
        if (k_board_sorts[i] == word) return static_cast<BoardSort>(i);
    return std::nullopt;
}

void sort_board(Board& board, BoardSort by) {
    board.sorted_by = by;
    sort_rows(board.rows, by);
    sort_rows(board.totals, by);
}

}  // namespace kilter
