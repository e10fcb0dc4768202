// The main suite as reconstructed in the table of vectors 5E, and the small cases of 5I.
#include <algorithm>
#include <catch2/catch_all.hpp>

#include "scorers/fields/score_item.hpp"
#include "scorers/summary/engine_summary.hpp"
#include "tests/unit/scorers/stability/run_views.hpp"

using namespace kilter;
using Catch::Approx;

namespace {

// One run: its text, its value, right or not. Attainable: 1 point.
struct Said {
    std::string text, value;
    bool right;
};

// Value records with one field.
std::vector<RunView> runs_of(const std::vector<Said>& said) {
    std::vector<RunView> runs;
    for (const Said& one : said) {
        const int k = static_cast<int>(runs.size());
        const bool unparsed = one.value == k_unparsed;
        runs.push_back(make_run(k, "", one.text,
                                unparsed ? one.value : "{\"f\":\"" + one.value + "\"}",
                                one.right ? 1 : 0, 1));
        runs.back().verdict->outcome_record = one.right ? R"({"f":["TP",1]})" : R"({"f":["FD",0]})";
    }
    return runs;
}

class Rows {
  public:
    explicit Rows(int planned) : planned_(planned), builder_(planned) {}
    void add(const std::string& id, const std::vector<Said>& said) {
        const auto runs = runs_of(said);
        builder_.add(analyse(id, runs, planned_, 1, 1), runs, {});
    }
    EngineSummary finish() { return builder_.finish(); }

  private:
    int planned_;
    SummaryBuilder builder_;
};

std::vector<Said> all(const std::string& text, bool right = true) {
    return {{text, "v", right}, {text, "v", right}, {text, "v", right}};
}

// 50 items of 1 point, K = 3: 37 + 8 + 5.
EngineSummary main_suite(const std::vector<Said>& t3_05) {
    Rows rows(3);
    for (int i = 0; i < 37; ++i) rows.add("S" + std::to_string(i), all("same"));
    for (int i = 0; i < 8; ++i)
        rows.add("R" + std::to_string(i), {{"x", "v", true}, {"y", "v", true}, {"x", "v", true}});
    rows.add("T3-05", t3_05);
    const std::vector<std::array<bool, 3>> right = {
        {true, true, false}, {true, false, true}, {false, true, true}, {true, true, false}};
    for (std::size_t i = 0; i < right.size(); ++i) {
        std::vector<Said> said;
        for (const bool one : right[i]) said.push_back({one ? "x" : "y", one ? "v" : "w", one});
        rows.add("V" + std::to_string(i + 2), said);
    }
    return rows.finish();
}

const std::vector<Said> k_two_agree = {{"w", "w", false}, {"w", "w", false}, {"g", "g", true}};
const std::vector<Said> k_three_values = {{"w", "w", false}, {"u", "u", false}, {"g", "g", true}};

}  // namespace

TEST_CASE("vector 5E: still scores over items that flip") {
    const EngineSummary sum = main_suite(k_two_agree);
    CHECK(sum.unstable == 13);
    CHECK(sum.measurable == 50);
    CHECK(sum.stability.tar_raw.count == 37);  // TARr@3 .74
    CHECK(sum.stability.tar_raw.of == 50);
    CHECK(sum.stability.tar_answer.count == 45);  // TARa@3 .90
    CHECK(sum.stability.tar_answer.of == 50);
    CHECK(sum.value_flips.count == 5);  // of 13 unstable: .3846
    CHECK(sum.points_per_run == std::vector<std::optional<double>>{48.0, 48.0, 48.0});
    CHECK(sum.points_mean.value() == Approx(48));
    CHECK(sum.majority_points == 49);
    CHECK(sum.majority_decided == 50);
    CHECK(sum.majority_errors == std::vector<std::string>{"T3-05"});
    CHECK(sum.majority_harmful == std::vector<std::string>{"T3-05"});
    CHECK(sum.partition == std::array<long long, 7>{37, 8, 0, 0, 4, 1, 0});
}

TEST_CASE("vector 5E: repeated success") {
    const VoteDetail voting = main_suite(k_two_agree).voting;
    REQUIRE(voting.pass_at.size() == 3);
    CHECK(voting.pass_items == 50);
    CHECK(voting.pass_at[0] == Approx(.96));
    CHECK(voting.pass_at[1] == Approx(.993333).margin(5e-7));
    CHECK(voting.pass_at[2] == Approx(1));  // best 50
    CHECK(voting.pass_hat[0] == Approx(.96));
    CHECK(voting.pass_hat[1] == Approx(.926667).margin(5e-7));
    CHECK(voting.pass_hat[2] == Approx(.9));  // worst 45
    // At least 2, 3, 3 of 3 right: 49, 45 and 45 items.
    CHECK(voting.g_pass[0].value() == Approx(.98));
    CHECK(voting.g_pass[1].value() == Approx(.9));
    CHECK(voting.g_pass[2].value() == Approx(.9));
}

TEST_CASE("vector 5E: what the vote gains and hides") {
    const EngineSummary sum = main_suite(k_two_agree);
    CHECK(sum.voting.right_some_wrong == std::vector<std::string>{"V2", "V3", "V4", "V5"});
    CHECK(sum.voting.gain.value() == Approx(1));  // 4 x 1/3 - 1/3
    CHECK(sum.voting.gain_items == 4);
    CHECK(sum.voting.loss_items == 1);
    CHECK(sum.voting.plurality_points.value() == 49);
    CHECK(sum.voting.undecided_fields == 0);
    CHECK(sum.voting.fields == 50);
    REQUIRE(sum.stability.by_field.size() == 1);
    const FieldStability& field = sum.stability.by_field[0];
    CHECK(field.field == "f");
    CHECK(field.unstable.count == 5);
    CHECK(field.unstable.of == 50);
    CHECK(field.items == std::vector<std::string>{"T3-05", "V2", "V3", "V4", "V5"});
    CHECK(field.errors == 1);
    CHECK(field.undecided == 0);
}

TEST_CASE("vector 5E with three values: a TIE, not a win of the right one") {
    const EngineSummary sum = main_suite(k_three_values);
    CHECK(sum.no_decision == std::vector<std::string>{"T3-05"});
    CHECK(sum.majority_decided == 49);
    CHECK(sum.majority_points == 49);
    CHECK(sum.majority_errors.empty());
    CHECK(sum.partition[static_cast<std::size_t>(Partition::mixed_no_decision)] == 1);
    CHECK(sum.voting.plurality_decided == 49);
    CHECK(sum.voting.plurality_points.value() == 49);
    CHECK(sum.voting.loss_items == 0);
    CHECK(sum.voting.undecided_fields == 1);
    CHECK(sum.stability.by_field[0].undecided == 1);
}

TEST_CASE("vectors 5I: TARr and TARa of two runs") {
    struct Case {
        std::string name;
        std::vector<Said> said;
        long long raw, answer;
        double best, worst;
    };
    const std::string none{k_unparsed};
    const Case cases[] = {
        {"(A)(A)", {{"(A)", "A", true}, {"(A)", "A", true}}, 1, 1, 1, 1},
        {"yes, in two ways",
         {{"The answer is yes ", "yes", true}, {"Yes, Yes", "yes", true}},
         0,
         1,
         1,
         1},
        {"no and yes", {{"no", "no", false}, {"yes", "yes", true}}, 0, 0, 1, 0},
        {"No, No where Yes is right", {{"No", "no", false}, {"No", "no", false}}, 1, 1, 0, 0},
        {"nothing to read, twice: one class", {{"a", none, false}, {"b", none, false}}, 0, 1, 0, 0},
        {"nothing to read, once", {{"A", "A", true}, {"b", none, false}}, 0, 0, 1, 0},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        Rows rows(2);
        rows.add("i", c.said);
        const EngineSummary sum = rows.finish();
        CHECK(sum.stability.tar_raw.of == 1);
        CHECK(sum.stability.tar_raw.count == c.raw);
        CHECK(sum.stability.tar_answer.count == c.answer);
        CHECK(sum.voting.pass_at.back() == c.best);
        CHECK(sum.voting.pass_hat.back() == c.worst);
    }
    Rows wrong(2);  // stable and wrong
    wrong.add("i", {{"No", "no", false}, {"No", "no", false}});
    CHECK(wrong.finish().stable_failed == std::vector<std::string>{"i"});
}

TEST_CASE("harmful errors of the vote stand first") {
    Rows rows(3);
    rows.add("hopeless", all("x", false));
    rows.add("harmful", k_two_agree);
    rows.add("hopeless too", all("y", false));
    const EngineSummary sum = rows.finish();
    CHECK(sum.majority_errors == std::vector<std::string>{"harmful", "hopeless", "hopeless too"});
    CHECK(sum.majority_harmful == std::vector<std::string>{"harmful"});
}

TEST_CASE("right in spite of a wrong run, also beside a run that is not scored yet") {
    SummaryBuilder builder(4);
    auto runs = runs_of({{"x", "v", true}, {"x", "v", true}, {"x", "v", true}, {"y", "w", false}});
    builder.add(analyse("wrong run", runs, 4, 1, 1), runs, {});
    auto more = runs_of({{"x", "v", true},
                         {"x", "v", true},
                         {"x", "v", true},
                         {"y", "w", false},
                         {"y", "w", false}});
    more[3].verdict.reset();
    SummaryBuilder five(5);
    five.add(analyse("unscored run too", more, 5, 1, 1), more, {});
    CHECK(builder.finish().voting.right_some_wrong == std::vector<std::string>{"wrong run"});
    CHECK(five.finish().voting.right_some_wrong == std::vector<std::string>{"unscored run too"});
    auto open = runs_of({{"x", "v", true}, {"x", "v", true}, {"y", "w", false}});
    open[2].verdict.reset();
    SummaryBuilder three(3);
    three.add(analyse("no wrong run", open, 3, 1, 1), open, {});
    CHECK(three.finish().voting.right_some_wrong.empty());
}

TEST_CASE("a vote without a decision earns 0, and nothing while trials are missing") {
    Rows tied(3);
    tied.add("i", k_three_values);
    const EngineSummary zero = tied.finish();
    CHECK(zero.vote_points() == 0.0);
    CHECK(zero.voting.plurality_points == 0.0);
    Rows begun(3);
    begun.add("i", {{"x", "v", true}});
    begun.add("j", {});
    const EngineSummary open = begun.finish();
    CHECK_FALSE(open.vote_points());
    CHECK(open.voting.plurality_points == 1.0);  // one run, and no other value
    for (const char* key : {"majority.points: ", "voting.gain: "}) {
        INFO(key);
        CHECK(std::any_of(open.warnings.begin(), open.warnings.end(),
                          [key](const std::string& one) { return one.starts_with(key); }));
    }
}

TEST_CASE("fewer than 3 runs: no gain, no plurality, no field votes; fields may still flip") {
    Rows rows(2);
    rows.add("i", {{"x", "1", true}, {"y", "2", false}});
    const EngineSummary sum = rows.finish();
    CHECK_FALSE(sum.voting.gain);
    CHECK_FALSE(sum.voting.plurality_points);
    CHECK(sum.voting.fields == 0);
    REQUIRE(sum.stability.by_field.size() == 1);
    CHECK(sum.stability.by_field[0].unstable.count == 1);
}

TEST_CASE("an item without all runs valid and scored is in no success rate") {
    Rows rows(3);
    rows.add("i", {{"x", "1", true}, {"y", "2", false}});
    const EngineSummary sum = rows.finish();
    CHECK(sum.voting.pass_at.empty());
    CHECK_FALSE(sum.voting.g_pass[0]);
    CHECK(sum.stability.tar_raw.of == 0);
    CHECK_FALSE(sum.voting.gain);  // no decision: one of three each
}
