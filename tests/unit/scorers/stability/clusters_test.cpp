#include "scorers/stability/clusters.hpp"

#include <catch2/catch_all.hpp>

using namespace kilter;
using Catch::Approx;

TEST_CASE("clusters are ordered by size, ties by the lowest run") {
    struct Case {
        std::string name;
        std::vector<std::string> signatures;
        std::vector<int> of_run, sizes;
        bool unstable, tie;
    };
    const Case cases[] = {
        {"no run", {}, {}, {}, false, false},
        {"one run", {"x"}, {0}, {1}, false, false},
        {"all equal", {"x", "x", "x"}, {0, 0, 0}, {3}, false, false},
        {"all different", {"z", "y", "x"}, {0, 1, 2}, {1, 1, 1}, true, true},
        {"the larger comes later", {"x", "y", "y"}, {1, 0, 0}, {2, 1}, true, false},
        {"a tie", {"y", "x", "x", "y"}, {0, 1, 1, 0}, {2, 2}, true, true},
        {"the empty text is a class", {"", "x", ""}, {0, 1, 0}, {2, 1}, true, false},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        const Clusters found = cluster(c.signatures);
        CHECK(found.of_run == c.of_run);
        CHECK(found.sizes == c.sizes);
        CHECK(found.distinct() == static_cast<int>(c.sizes.size()));
        CHECK(found.unstable() == c.unstable);
        CHECK(found.modal_tie() == c.tie);
    }
}

TEST_CASE("variant letters go on after Z") {
    CHECK(variant_letter(0) == "A");
    CHECK(variant_letter(25) == "Z");
    CHECK(variant_letter(26) == "AA");
    CHECK(variant_letter(51) == "AZ");
    CHECK(variant_letter(52) == "BA");
    CHECK(variant_letter(701) == "ZZ");
    CHECK(variant_letter(702) == "AAA");
}

TEST_CASE("run disagreement: vectors A4") {
    CHECK(run_disagreement({6, 2, 2, 1, 1, 1, 1, 1, 1}) == Approx(103.0 / 120));
    CHECK(run_disagreement({14, 1, 1}) == Approx(0.241667).epsilon(1e-5));
    CHECK(run_disagreement({2, 1}) == Approx(2.0 / 3));
    CHECK(run_disagreement({4, 2, 2}) == Approx(5.0 / 7));
    CHECK(run_disagreement({9, 1}) == Approx(0.2));
    CHECK(run_disagreement({3}) == 0);
    CHECK(run_disagreement({1, 1, 1, 1}) == 1);
    CHECK(run_disagreement({1}) == 0);
}
