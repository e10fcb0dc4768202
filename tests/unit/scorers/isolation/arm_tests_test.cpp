#include "scorers/isolation/arm_tests.hpp"

#include <catch2/catch_all.hpp>

namespace kilter {
namespace {

using Catch::Approx;

// One letter an item: 'u' unstable, 's' stable, three valid runs each; '-' one valid run only.
ArmRuns arm(const std::string& name, const std::string& items) {
    ArmRuns out{name, {}};
    for (std::size_t i = 0; i < items.size(); ++i) {
        ArmItem item;
        item.item = "s/i" + std::to_string(i);
        item.valid = items[i] == '-' ? 1 : 3;
        item.unstable = items[i] == 'u';
        item.off_mode = item.unstable ? 1 : 0;
        out.items.push_back(item);
    }
    return out;
}

std::vector<ArmUnderTest> claims(const std::vector<ArmRuns>& arms) {
    std::vector<ArmUnderTest> out;
    for (const ArmRuns& one : arms) out.push_back({one, true});
    return out;
}

}  // namespace

TEST_CASE("rates count items with two runs or more, with Wilson's interval") {
    const ArmRate rate = unstable_rate(arm("a", "uusss-"));
    CHECK(rate.count == 2);
    CHECK(rate.of == 5);
    const ArmRate none = unstable_rate(arm("a", "--"));
    CHECK(none.of == 0);
    CHECK_FALSE(none.ci95);
    // 0 of 10: z^2 / (n + z^2) = 3.8415 / 13.8415.
    CHECK(unstable_rate(arm("a", "ssssssssss")).ci95->high == Approx(0.27753).margin(1e-5));
}

TEST_CASE("the same items in both arms are held against each other by McNemar's test") {
    // Six items are unstable in the A/A arm only: 2 x 0.5^6 = .03125 (vector (6,0) of McNemar).
    const ArmComparison six = compare_arm(arm("x", "ssssssuu"), arm("aa", "uuuuuuuu"));
    CHECK(six.test == ArmTest::mcnemar);
    CHECK(to_word(six.test) == "mcnemar");
    CHECK(six.paired == 8);
    CHECK(six.only_arm == 0);
    CHECK(six.only_aa == 6);
    CHECK(*six.p == Approx(0.03125));
    CHECK(six.difference == Approx(-0.75));
    CHECK_FALSE(six.too_few_to_tell);
    // Five against two: 2 x (1 + 7 + 21) / 128.
    const ArmComparison mixed = compare_arm(arm("x", "suuuuus"), arm("aa", "usssssu"));
    CHECK(mixed.only_arm == 5);
    CHECK(mixed.only_aa == 2);
    CHECK(*mixed.p == Approx(0.453125));
    // Four changed sides: .125, and no number of four could reach .05 (vector (4,0)).
    const ArmComparison four = compare_arm(arm("x", "ssss"), arm("aa", "uuuu"));
    CHECK(*four.p == Approx(0.125));
    CHECK(four.too_few_to_tell);
    // Nobody changed sides: p = 1, and that is no shortage.
    const ArmComparison same = compare_arm(arm("x", "us"), arm("aa", "us"));
    CHECK(*same.p == 1);
    CHECK_FALSE(same.too_few_to_tell);
}

TEST_CASE("only items with equally many valid runs are paired") {
    ArmRuns x = arm("x", "uuu-");
    x.items[0].valid = 2;  // against 3: more runs show more
    const ArmComparison one = compare_arm(x, arm("aa", "ssss"));
    CHECK(one.paired == 2);
    CHECK(one.left_out == 2);
    CHECK(one.only_arm == 2);
}

TEST_CASE("without pairs Fisher's test of the rates, and nothing where an arm has no items") {
    // Equally long, but never equally many runs: 13 of 50 against 0 of 50 is .00009981.
    ArmRuns x = arm("x", std::string(13, 'u') + std::string(37, 's'));
    for (ArmItem& item : x.items) item.valid = 2;
    const ArmComparison rates = compare_arm(x, arm("aa", std::string(50, 's')));
    CHECK(rates.test == ArmTest::fisher_items);
    CHECK(to_word(rates.test) == "fisher");
    CHECK(rates.paired == 0);
    CHECK(*rates.p == Approx(0.00009981).epsilon(1e-4));
    const ArmComparison nothing = compare_arm(arm("x", "--"), arm("aa", "uu"));
    CHECK(nothing.test == ArmTest::none);
    CHECK_FALSE(nothing.p);
    CHECK(compare_arm(ArmRuns{"x", {}}, arm("aa", "u")).test == ArmTest::none);
}

TEST_CASE("one item: its runs off the most frequent output by Fisher's test") {
    // 3 of 16 against 9 of 16: .06589286.
    ArmRuns x = arm("x", "u");
    ArmRuns aa = arm("aa", "u");
    x.items[0].valid = aa.items[0].valid = 16;
    x.items[0].off_mode = 3;
    aa.items[0].off_mode = 9;
    const ArmComparison one = compare_arm(x, aa);
    CHECK(one.test == ArmTest::fisher_runs);
    CHECK(*one.p == Approx(0.06589286).epsilon(1e-6));
    CHECK(one.difference == Approx(-6.0 / 16));
    // One pair among items that are left out is no experiment of one item.
    x.items.push_back(ArmItem{"s/i1", 1, false, false, 0});
    aa.items.push_back(ArmItem{"s/i1", 3, false, false, 0});
    CHECK(compare_arm(x, aa).test == ArmTest::mcnemar);
}

TEST_CASE("p values are adjusted over the arms, not over the yardstick") {
    // Baseline and A/A alike; arms with (6,0) = .03125, (8,0) = .0078125 and (0,0) = 1.
    // Holm over three: .0078125 x 3 = .0234375; max(that, .03125 x 2) = .0625; 1.
    const std::string eight = "uuuuuuuu";
    const auto all =
        compare_arms(claims({arm("baseline", eight), arm("aa", eight), arm("x", "ssssssuu"),
                             arm("y", "ssssssss"), arm("z", eight)}));
    REQUIRE(all.size() == 5);
    CHECK_FALSE(all[0].p_adjusted);
    CHECK(*all[0].p == 1);
    CHECK(all[1].test == ArmTest::none);
    CHECK(*all[2].p_adjusted == Approx(0.0625));
    CHECK(*all[3].p_adjusted == Approx(0.0234375));
    CHECK(*all[4].p_adjusted == 1);
    CHECK_FALSE(all[2].within_spread);
    // An arm whose switch was not live is no claim: two are left, .0078125 x 2.
    auto fewer = claims({arm("baseline", eight), arm("aa", eight), arm("x", "ssssssuu"),
                         arm("y", "ssssssss"), arm("z", eight)});
    fewer[4].is_claim = false;
    CHECK(*compare_arms(fewer)[3].p_adjusted == Approx(0.015625));
    CHECK_FALSE(compare_arms(fewer)[4].p_adjusted);
    CHECK(*compare_arms(fewer)[4].p == 1);
}

TEST_CASE("an arm that differs no more than the same settings twice is within the spread") {
    // Baseline 3 of 6, A/A 1 of 6: two items net. x 3 of 6 (net 2), y 5 of 6 (net 4), z like A/A.
    const auto all =
        compare_arms(claims({arm("baseline", "uuusss"), arm("aa", "usssss"), arm("x", "uussus"),
                             arm("y", "uuuuus"), arm("z", "usssss")}));
    CHECK(all[2].within_spread);
    CHECK_FALSE(all[3].within_spread);
    CHECK_FALSE(all[4].within_spread);  // it does not differ at all
    // A single arm, or none: nothing to compare.
    CHECK(compare_arms(claims({arm("baseline", "u")})).size() == 1);
    CHECK(compare_arms({}).empty());
}

TEST_CASE("unlike arms are named by their fields") {
    const ArmScope a{"full", 3, 64, "p"};
    CHECK(unlike_fields(a, a).empty());
    CHECK(unlike_fields(a, {"content", 5, 128, "q"}) ==
          std::vector<std::string>{"level", "K", "max_tokens", "prompts"});
    CHECK(unlike_fields(a, {"full", 3, 65, "p"}) == std::vector<std::string>{"max_tokens"});
}

}  // namespace kilter
