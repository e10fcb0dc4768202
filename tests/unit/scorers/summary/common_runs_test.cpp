#include "scorers/summary/common_runs.hpp"

#include <catch2/catch_all.hpp>

using namespace kilter;

TEST_CASE("the common K of rows") {
    const auto common = [](const std::vector<int>& runs) {
        std::vector<EngineSummary> rows(runs.size());
        std::vector<const EngineSummary*> pointers;
        for (std::size_t i = 0; i < runs.size(); ++i) {
            rows[i].runs = runs[i];
            pointers.push_back(&rows[i]);
        }
        return common_runs(pointers);
    };
    CHECK(common({}) == 0);
    CHECK(common({3}) == 0);
    CHECK(common({3, 3}) == 0);
    CHECK(common({16, 3, 5}) == 3);
    CHECK(common({1, 3}) == 0);
    CHECK(common({1, 3, 3}) == 0);
    CHECK(common({5, 1, 3}) == 3);  // the row of one run stands aside
}

TEST_CASE("a row is read at a K that it has") {
    EngineSummary row;
    row.stability.unstable_at = {{2, 1.5, 10, 1.2}, {3, 2, 0, 0}};
    REQUIRE(unstable_at(row, 2) != nullptr);
    CHECK(unstable_at(row, 2)->items == 1.5);
    CHECK(unstable_at(row, 3) == nullptr);  // no item has so many
    CHECK(unstable_at(row, 4) == nullptr);
}
