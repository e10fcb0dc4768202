#include "scorers/fields/assignment.hpp"

#include <limits>

namespace kilter {
namespace {

constexpr std::size_t k_none = std::numeric_limits<std::size_t>::max();

// Grows a minimum-cost matching row by row along shortest paths; cost = -weight. As many further
// columns of cost 0 as there are rows stand for "stays unpaired", so that every row finds a place.
class Matcher {
  public:
    Matcher(std::size_t rows, std::size_t columns, const std::vector<long long>& weights)
        : columns_(columns),
          all_(columns + rows),
          weights_(weights),
          row_price_(rows, 0),
          column_price_(all_, 0),
          row_of_(all_, k_none) {}

    void add(std::size_t row) {
        std::vector<long long> slack(all_, std::numeric_limits<long long>::max());
        std::vector<std::size_t> before(all_, k_none);  // column before this one on the path
        std::vector<char> reached(all_, 0);
        std::vector<std::size_t> tree_columns;
        std::size_t at_column = k_none;  // the root is the new row itself
        std::size_t at_row = row;
        while (true) {
            const std::size_t next = relax(at_row, at_column, slack, before, reached);
            const long long delta = slack[next];
            row_price_[row] += delta;
            for (const std::size_t column : tree_columns) {
                row_price_[row_of_[column]] += delta;
                column_price_[column] -= delta;
            }
            for (std::size_t column = 0; column < all_; ++column) {
                if (reached[column] == 0) slack[column] -= delta;
            }
            reached[next] = 1;
            at_column = next;
            if (row_of_[next] == k_none) break;
            tree_columns.push_back(next);
            at_row = row_of_[next];
        }
        // Every column on the path takes over the row of the one before it.
        while (before[at_column] != k_none) {
            row_of_[at_column] = row_of_[before[at_column]];
            at_column = before[at_column];
        }
        row_of_[at_column] = row;
    }

    long long total() const {
        long long sum = 0;
        for (std::size_t column = 0; column < columns_; ++column) {
            if (row_of_[column] != k_none) sum += weights_[row_of_[column] * columns_ + column];
        }
        return sum;
    }

  private:
    long long cost(std::size_t row, std::size_t column) const {
        return column < columns_ ? -weights_[row * columns_ + column] : 0;
    }

    // The column nearest to the tree, among equals a free one, then the lowest.
    std::size_t relax(std::size_t row, std::size_t from, std::vector<long long>& slack,
                      std::vector<std::size_t>& before, const std::vector<char>& reached) const {
        std::size_t nearest = k_none;
        for (std::size_t column = 0; column < all_; ++column) {
            if (reached[column] != 0) continue;
            const long long reduced = cost(row, column) - row_price_[row] - column_price_[column];
            if (reduced < slack[column]) {
                slack[column] = reduced;
                before[column] = from;
            }
            const bool nearer = nearest == k_none || slack[column] < slack[nearest];
            const bool freer = nearest != k_none && slack[column] == slack[nearest] &&
                               row_of_[column] == k_none && row_of_[nearest] != k_none;
            if (nearer || freer) nearest = column;
        }
        return nearest;
    }

    std::size_t columns_;
    std::size_t all_;
    const std::vector<long long>& weights_;
    std::vector<long long> row_price_;
    std::vector<long long> column_price_;
    std::vector<std::size_t> row_of_;  // by column; k_none: free
};

}  // namespace

long long best_assignment(std::size_t rows, std::size_t columns,
                          const std::vector<long long>& weights) {
    Matcher matcher(rows, columns, weights);
    for (std::size_t row = 0; row < rows; ++row) matcher.add(row);
    return matcher.total();
}

}  // namespace kilter
