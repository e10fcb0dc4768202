#include "scorers/sweep/threshold.hpp"

#include <catch2/catch_all.hpp>

#include "scorers/sweep/bisection.hpp"
#include "scorers/sweep/length_model.hpp"

using namespace kilter;

namespace {

SweepCell cell(long long value, int n, int distinct, int of = 8) {
    SweepCell one;
    one.engine = "stock";
    one.value = value;
    one.n = n;
    one.of = of;
    if (n > 0) one.distinct = distinct;
    return one;
}

// The lengths that a bisection asks for of an engine that wavers from `from` on.
std::vector<long long> asked(Bisection bisection, long long from) {
    std::vector<long long> lengths;
    while (const auto next = bisection.next()) {
        lengths.push_back(*next);
        bisection.add(cell(*next, 8, *next >= from ? 3 : 1));
    }
    return lengths;
}

}  // namespace

TEST_CASE("sweep: the bracket of the founding case, above 7785 up to 8591 (prior art F)") {
    SECTION("stock: 2 of 8 at 6,953, nothing at 9,839") {
        const Threshold found =
            find_threshold({cell(5731, 8, 1), cell(6953, 2, 1), cell(7785, 8, 1), cell(8591, 8, 5),
                            cell(9839, 0, 0)});
        CHECK(found.finding == ThresholdFinding::bracket);
        CHECK(found.engine == "stock");
        CHECK(found.low == 7785);
        CHECK(found.high == 8591);
        CHECK(found.undecided.empty());
    }
    SECTION("patched: 3 of 8 and 6 of 8 above") {
        const Threshold found =
            find_threshold({cell(9839, 8, 6), cell(5731, 8, 1), cell(6953, 8, 1), cell(7785, 8, 1),
                            cell(8591, 8, 3)});
        CHECK(found.low == 7785);
        CHECK(found.high == 8591);
    }
    SECTION("3 of 16 at 42k and 1 of 16 at 2k") {
        const Threshold found = find_threshold({cell(2048, 16, 1, 16), cell(42000, 16, 3, 16)});
        CHECK(found.low == 2048);
        CHECK(found.high == 42000);
    }
}

TEST_CASE("sweep: what shows no bracket says so") {
    struct Case {
        const char* name;
        std::vector<SweepCell> cells;
        ThresholdFinding finding;
    };
    const Case cases[] = {
        {"nothing", {}, ThresholdFinding::unmeasured},
        {"only partial and missing cells",
         {cell(1, 2, 1), cell(2, 0, 0)},
         ThresholdFinding::unmeasured},
        {"steady everywhere", {cell(1, 8, 1), cell(2, 8, 1)}, ThresholdFinding::all_steady},
        {"wavering everywhere", {cell(1, 8, 2), cell(2, 8, 8)}, ThresholdFinding::all_wavering},
        {"only a partial cell below",
         {cell(1, 2, 1), cell(2, 8, 3)},
         ThresholdFinding::all_wavering},
        {"steady above a wavering one",
         {cell(1, 8, 1), cell(2, 8, 3), cell(3, 8, 1)},
         ThresholdFinding::not_monotone},
        {"steady at the same length as wavering",
         {cell(1, 8, 1), cell(2, 8, 3), cell(2, 8, 1)},
         ThresholdFinding::not_monotone},
    };
    for (const Case& one : cases) {
        INFO(one.name);
        const Threshold found = find_threshold(one.cells);
        CHECK(found.finding == one.finding);
        CHECK_FALSE(found.low);
        CHECK_FALSE(found.high);
    }
    const Threshold mixed =
        find_threshold({cell(1, 8, 1), cell(2, 8, 3), cell(4, 8, 1), cell(3, 8, 1)});
    CHECK(mixed.first_wavering == 2);
    CHECK(mixed.steady_above == std::vector<long long>{3, 4});
}

TEST_CASE("sweep: a partial cell inside a bracket stays undecided") {
    const Threshold found = find_threshold(
        {cell(1000, 8, 1), cell(2000, 3, 1), cell(2500, 0, 0), cell(3000, 8, 2), cell(4000, 2, 1)});
    CHECK(found.low == 1000);
    CHECK(found.high == 3000);
    CHECK(found.undecided == std::vector<long long>{2000, 2500});
    // Two different outputs are seen even in a cell that is not whole.
    CHECK(find_threshold({cell(1000, 8, 1), cell(2000, 3, 2)}).high == 2000);
}

TEST_CASE("sweep: bisection halves the bracket down to the width") {
    // (0, 1024], threshold at 700: 512 steady, 768 wavers, 640 steady, 704 wavers, then 64 wide.
    const std::vector<SweepCell> ends = {cell(0, 8, 1), cell(1024, 8, 4)};
    CHECK(asked(Bisection(ends, 64), 700) == std::vector<long long>{512, 768, 640, 704});
    CHECK(asked(Bisection(ends, 1024), 700).empty());
    CHECK(asked(Bisection(ends, 1), 1).back() == 1);  // the only length left in (0, 2]
    Bisection narrow(ends, 64);
    while (const auto next = narrow.next()) narrow.add(cell(*next, 8, *next >= 700 ? 2 : 1));
    CHECK(narrow.end() == BisectionEnd::narrow);
    CHECK(narrow.threshold().low == 640);
    CHECK(narrow.threshold().high == 704);
}

TEST_CASE("sweep: bisection ends where an answer decides nothing") {
    Bisection bisection({cell(0, 8, 1), cell(1000, 8, 4)}, 10);
    CHECK(bisection.next() == 500);
    bisection.add(cell(500, 2, 1));
    CHECK(bisection.end() == BisectionEnd::undecided);
    CHECK_FALSE(bisection.next());
    CHECK(bisection.threshold().undecided == std::vector<long long>{500});
}

TEST_CASE("sweep: bisection ends where the prompt falls outside of the bracket") {
    Bisection bisection({cell(100, 8, 1), cell(200, 8, 4)}, 10);
    bisection.add(cell(200, 8, 4));  // asked for 150, counted as 200
    CHECK(bisection.end() == BisectionEnd::stuck);
    Bisection below({cell(100, 8, 1), cell(200, 8, 4)}, 10);
    below.add(cell(100, 8, 1));
    CHECK(below.end() == BisectionEnd::stuck);
}

TEST_CASE("sweep: no bracket, nothing to bisect") {
    CHECK(Bisection({cell(1, 8, 1), cell(2, 8, 1)}, 1).end() == BisectionEnd::no_bracket);
    CHECK(Bisection({}, 1).end() == BisectionEnd::no_bracket);
    CHECK_FALSE(Bisection({cell(1, 8, 3)}, 1).next());
}

TEST_CASE("sweep: the text's length from counted lengths") {
    LengthModel model;
    CHECK_FALSE(model.usable());
    CHECK_FALSE(model.code_points_for(100));
    model.add(2000, 520);  // a quarter of the code points, and 20 of the question
    CHECK_FALSE(model.usable());
    model.add(10000, 2520);
    CHECK(model.code_points_for(2520) == 10000U);
    CHECK(model.code_points_for(8591) == 34284U);  // 10000 + 4 x 6071
    CHECK(model.code_points_for(20) == 0U);
    CHECK_FALSE(model.code_points_for(19));  // less than the question alone

    // A denser part from 10,000 on: 2 code points a token there.
    model.add(20000, 7520);
    CHECK(model.code_points_for(5020) == 15000U);
    CHECK(model.code_points_for(8520) == 22000U);  // beyond the last by the outer pair
    CHECK(model.code_points_for(1520) == 6000U);

    LengthModel flat;
    flat.add(100, 7);
    flat.add(200, 7);
    CHECK_FALSE(flat.usable());
    CHECK_FALSE(flat.code_points_for(7));
}
