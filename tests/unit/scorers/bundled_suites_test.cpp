// The bundled suites against two answer sheets: gold, which has to earn everything that can be
// earned, and the nearest wrong answers, which have to earn what the rules of points give by hand.
#include <catch2/catch_all.hpp>
#include <filesystem>
#include <map>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "base/json/read.hpp"
#include "base/json/write.hpp"
#include "scorers/fields/score_item.hpp"
#include "scorers/lint/lint.hpp"
#include "suites/generator/generate.hpp"
#include "suites/load.hpp"
#include "tests/unit/suites/temp_folder.hpp"

namespace kilter {
namespace {

namespace fs = std::filesystem;

const fs::path k_suites = fs::path{KILTER_SOURCE_DIR} / "suites";

Suite loaded(const fs::path& file) {
    Diagnostics diagnostics;
    auto suite = load_suite(file, diagnostics);
    INFO(to_text(diagnostics));
    REQUIRE(suite.has_value());
    return std::move(*suite);
}

Completion answered(const std::string& text) {
    Completion completion;
    completion.content = {TextState::text, text};
    return completion;
}

class AllRight : public Judgements {
  public:
    bool available(const Item& /*item*/, const Field& /*field*/) const override { return true; }
    std::optional<Judgement> find(const Item& /*item*/, const Field& /*field*/,
                                  const std::string& /*answer*/) const override {
        return Judgement{true, ""};
    }
};

struct Sum {
    double points = 0, attainable = 0, max = 0;
};

Sum with_gold(const Suite& suite, const Judgements* judge = nullptr) {
    Sum sum;
    for (const Item& item : suite.items) {
        const auto verdict = score_item(item, answered(json::write(item.gold)), judge);
        INFO(suite.name << " " << item.id);
        CHECK(verdict.points == Catch::Approx(verdict.attainable));
        sum.points += verdict.points;
        sum.attainable += verdict.attainable;
        sum.max += verdict.max_points;
    }
    return sum;
}

// Item -> answer of a sheet of JSON lines.
std::map<std::string, std::string> sheet(const fs::path& file) {
    const auto text = read_file(file);
    REQUIRE(text.has_value());
    std::map<std::string, std::string> answers;
    std::size_t from = 0;
    while (from < text->size()) {
        const std::size_t end = text->find('\n', from);
        const auto line = json::read(std::string_view{*text}.substr(from, end - from));
        REQUIRE(line.ok);
        answers[line.value.find("item")->text] = line.value.find("content")->text;
        from = end + 1;
    }
    return answers;
}

// Points of the items whose id begins with `prefix`.
double nearest_points(const Suite& suite, const std::map<std::string, std::string>& answers,
                      const std::string& prefix) {
    double points = 0;
    for (const Item& item : suite.items) {
        if (!item.id.starts_with(prefix)) continue;
        INFO(suite.name << " " << item.id);
        REQUIRE(answers.count(item.id) == 1);
        points += score_item(item, answered(answers.at(item.id))).points;
    }
    return points;
}

struct Expected {
    const char* prefix;
    double points;
};

void check_nearest(const Suite& suite, const fs::path& file,
                   const std::vector<Expected>& expected) {
    const auto answers = sheet(file);
    for (const Expected& one : expected) {
        INFO(suite.name << " " << one.prefix);
        CHECK(nearest_points(suite, answers, one.prefix) == Catch::Approx(one.points));
    }
}

// 2 points an item. T1: five equal fields, wrong: goods 2 (three items), service 2, note 3,
// reminder 3, lease 2 (two items each), tender 1 (one): 3.6 + 2.4 + 1.6 + 1.6 + 2.4 + 1.6.
// T2: the amount has weight 3 of 4: 8 x 0.5. T3: one of two fields wrong in four of five
// blueprints, both in the fifth: 8 x 1. T4: one of three right in four items, none in four:
// 4 x 2/3. T5: 2 of 4 right (four items), 3 of 5 (two): 4 x 1 + 2 x 1.2. T6: two of three columns:
// 4 x 4/3. T7: weights 1 right, 1 wrong, 2 without a judge: 2 x 0.5.
const std::vector<Expected> k_main{{"T1", 13.2}, {"T2", 4.0},      {"T3", 8.0}, {"T4", 8.0 / 3},
                                   {"T5", 6.4},  {"T6", 16.0 / 3}, {"T7", 1.0}, {"T", 40.6}};

// 10 points an item. H-01: 6 of 10 weights. H-02: 2 of 5. H-03: 2 of 5 and half a list: 2.5 of 5.
// H-04: weights 1, 3, 1; a third of each row: (1 + 1 + 0) of 5. H-05: 1 + 3/4 + 0 + 0 + 1 of 5.
// H-06: 1 of 5. H-07: 2 of 5. H-08: 3 of 5. H-09: 2 of 5. H-10: weights 1, 3, 1, 1; three rows
// right and 2/3 of the fourth, the premium wrong: (1 + 3 x 11/12 + 0 + 1) of 6.
const std::vector<Expected> k_hard{
    {"H-01", 6}, {"H-02", 4}, {"H-03", 5}, {"H-04", 4}, {"H-05", 5.5},
    {"H-06", 2}, {"H-07", 4}, {"H-08", 6}, {"H-09", 4}, {"H-10", 10.0 * 4.75 / 6}};

fs::path file_of(const std::string& suite, const std::string& kind) {
    return k_suites / suite / (kind + ".yaml");
}

}  // namespace

TEST_CASE("bundled suites: gold earns 300 of 300, 298 without a judge") {
    const test::TempFolder folder;
    const auto bundle =
        gen::generate_suites({k_suites / "generator" / "data", 1, {"bundle"}, {"hu"}, 0});
    REQUIRE(bundle.has_value());
    for (const gen::GeneratedFile& file : bundle->files) folder.write(file.path, file.bytes);
    const std::vector<fs::path> files{file_of("kie-hu", "main"), file_of("kie-hu", "hard"),
                                      file_of("kie-hu", "language"),
                                      folder.path() / "kie-hu" / "bundle.yaml"};
    Sum plain, judged;
    std::size_t items = 0;
    const AllRight judge;
    for (const fs::path& file : files) {
        const Suite suite = loaded(file);
        items += suite.items.size();
        const Sum without = with_gold(suite);
        const Sum with = with_gold(suite, &judge);
        plain.points += without.points;
        plain.attainable += without.attainable;
        judged.points += with.points;
        judged.max += with.max;
    }
    CHECK(items == 65);
    CHECK(plain.points == Catch::Approx(298));
    CHECK(plain.attainable == Catch::Approx(298));
    CHECK(judged.points == Catch::Approx(300));
    CHECK(judged.max == Catch::Approx(300));
    // One of five fields of the needles is wrong, three of five of the join: 16 + 8.
    const Suite suite = loaded(files.back());
    check_nearest(suite, folder.path() / "kie-hu" / "nearest" / "bundle.jsonl",
                  {{"B-01", 16}, {"B-02", 8}});
    CHECK(lint_suite(suite).empty());
}

TEST_CASE("bundled suites: the English mirror earns 200 of 200, 198 without a judge") {
    const AllRight judge;
    double plain = 0, judged = 0;
    for (const char* kind : {"main", "hard"}) {
        const Suite suite = loaded(file_of("kie-en", kind));
        plain += with_gold(suite).points;
        judged += with_gold(suite, &judge).points;
    }
    CHECK(plain == Catch::Approx(198));
    CHECK(judged == Catch::Approx(200));
}

TEST_CASE("bundled suites: the nearest wrong answers earn what the rules give") {
    for (const std::string name : {"kie-hu", "kie-en"}) {
        check_nearest(loaded(file_of(name, "main")), k_suites / name / "nearest" / "main.jsonl",
                      k_main);
        check_nearest(loaded(file_of(name, "hard")), k_suites / name / "nearest" / "hard.jsonl",
                      k_hard);
    }
    // Four of eight fields in each.
    check_nearest(loaded(file_of("kie-hu", "language")),
                  k_suites / "kie-hu" / "nearest" / "language.jsonl",
                  {{"L-01", 10}, {"L-02", 10}, {"L-03", 10}});
}

TEST_CASE(
    "bundled suites: the calls of the gold earn every point, and any call where none is due none") {
    const Suite suite = loaded(file_of("kie-hu", "tools"));
    double points = 0;
    for (const Item& item : suite.items) {
        Completion completion;
        const json::Value& gold = *item.gold.find("call");
        std::vector<json::Value> calls = gold.items;
        if (gold.is_object()) calls.push_back(gold);
        for (const json::Value& call : calls) {
            completion.tool_calls.push_back(
                {call.find("name")->text, json::write(*call.find("arguments"))});
        }
        if (calls.empty()) completion = answered("augusztus");
        INFO(item.id);
        CHECK(score_item(item, completion).points == Catch::Approx(1));
        points += score_item(item, completion).points;
        if (calls.empty()) {
            Completion called;
            called.tool_calls.push_back({"szamla_lekerese", R"({"sorszam": "1"})"});
            CHECK(score_item(item, called).points == 0);
        }
    }
    CHECK(points == Catch::Approx(8));
}

TEST_CASE("bundled suites: every gold value is in its text") {
    const std::vector<fs::path> files{file_of("kie-hu", "main"),     file_of("kie-hu", "hard"),
                                      file_of("kie-hu", "language"), file_of("kie-hu", "tools"),
                                      file_of("kie-en", "main"),     file_of("kie-en", "hard")};
    for (const fs::path& file : files) {
        for (const LintFinding& finding : lint_suite(loaded(file))) {
            FAIL_CHECK(file << " " << finding.item << " " << finding.field << ": "
                            << finding.message);
        }
    }
}

}  // namespace kilter
