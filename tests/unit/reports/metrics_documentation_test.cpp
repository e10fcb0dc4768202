// docs/metrics.md explains every number that is printed: each key of the JSON documents and each
// heading of the tables stands there (keys also in docs/formats.md, scoring.md, evidence.md) in
// code marks. Adding a number without a word about it fails here.
#include <catch2/catch_all.hpp>
#include <cctype>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "base/files.hpp"
#include "reports/board_json.hpp"
#include "reports/board_table.hpp"
#include "reports/diff_report.hpp"
#include "reports/remedy.hpp"
#include "reports/show_report.hpp"
#include "reports/sweep_report.hpp"
#include "tests/unit/reports/sample_board.hpp"

using namespace kilter;
using namespace kilter::test;
using Json = nlohmann::json;

namespace {

std::string page(const std::string& name) {
    const Result<std::string> text = read_file(std::string{KILTER_DOCS_DIR "/"} + name);
    REQUIRE(text.has_value());
    return *text;
}

// The texts between code marks: whole fenced blocks, and spans of one line or two.
std::vector<std::string> code_of(const std::string& text) {
    std::vector<std::string> out;
    for (std::size_t at = text.find('`'); at != std::string::npos; at = text.find('`', at)) {
        const std::string mark = text.compare(at, 3, "```") == 0 ? "```" : "`";
        const std::size_t end = text.find(mark, at + mark.size());
        if (end == std::string::npos) break;
        out.push_back(text.substr(at + mark.size(), end - at - mark.size()));
        at = end + mark.size();
    }
    return out;
}

bool is_key_letter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool stands_in(const std::string& text, const std::string& key) {
    for (std::size_t at = text.find(key); at != std::string::npos; at = text.find(key, at + 1)) {
        const std::size_t end = at + key.size();
        const bool begins = at == 0 || !is_key_letter(text[at - 1]);
        if (begins && (end == text.size() || !is_key_letter(text[end]))) return true;
    }
    return false;
}

// Keys that are names of something measured, not of a number: outcomes (docs/glossary.md).
bool holds_names(const std::string& key) {
    return key == "outcomes";
}

void collect(const Json& json, std::set<std::string>& keys) {
    if (json.is_array())
        for (const Json& one : json) collect(one, keys);
    if (!json.is_object()) return;
    for (const auto& [key, value] : json.items()) {
        keys.insert(key);
        if (!holds_names(key)) collect(value, keys);
    }
}

void check_explained(const std::string& json) {
    std::set<std::string> keys;
    collect(Json::parse(json), keys);
    REQUIRE(keys.size() > 25);
    std::vector<std::string> code;
    for (const char* name : {"metrics.md", "formats.md", "scoring.md", "evidence.md"})
        for (std::string& one : code_of(page(name))) code.push_back(std::move(one));
    for (const std::string& key : keys) {
        INFO("key "
             << key
             << " stands in no code marks of docs/metrics.md, formats.md, scoring.md, evidence.md");
        CHECK(std::any_of(code.begin(), code.end(),
                          [&key](const std::string& one) { return stands_in(one, key); }));
    }
}

// Two suites of different K, a change, gates, a total: all that a board can have.
Board whole_board() {
    Board board = founding_board();
    board.rows[0].condition.stop_loops = 8;
    board.rows[0].accuracy = sample_accuracy();
    board.rows[0].accuracy.parse_statuses = {{"clean", 149}, {"empty", 1}};
    board.rows[1].summary.runs = 2;
    board.totals = {{"stock", "x", 95.33, 97.0, 98, 100, 13, 50}};
    board.gates = {{"stock", "founding-main", "max_unstable", GateState::fails, "13 > 0"}};
    Remedy remedy;
    remedy.changes = {"request.temperature=0.6"};
    remedy.items = {{"stock", "s", "H-04", {}, {}}, {"other", "s", "H-04", {}, {}}};
    board.remedy = remedy;
    return board;
}

ShownItem whole_item() {
    FieldResult field;
    field.field = "deadline";
    field.flags = {"judged"};
    field.reason = "late";
    LoopFinding loop;
    loop.channel = "reasoning";
    ShownRun run;
    run.outcome = Outcome::http_error;
    run.error = "503";
    run.fields = {field};
    run.loops = {loop};
    run.parting = RunParting();
    run.parting->relative = RelativePosition();
    ShownEngine engine;
    engine.engine = "stock";
    engine.runs = {run};
    engine.analysis.measures = ClusterMeasures();
    engine.analysis.partings.relative = RelativePosition();
    engine.analysis.field_votes.fields = {FieldVote()};
    return {"T3-05", "founding-main", 2, 2, {engine}};
}

// "unstable@2" is explained as `unstable@K`.
std::string without_numbers(std::string heading) {
    const std::size_t at = heading.find('@');
    return at == std::string::npos ? heading : heading.substr(0, at + 1) + "K";
}

void check_headings(const Table& table) {
    const auto code = code_of(page("metrics.md"));
    const std::set<std::string> spans(code.begin(), code.end());
    REQUIRE(table.columns.size() > 4);
    for (const TableColumn& column : table.columns) {
        INFO("column " << column.heading << " stands in no code marks of docs/metrics.md");
        CHECK(spans.count(without_numbers(column.heading)) == 1);
    }
}

// As web pages of repositories make anchors of headings.
std::string anchor_of(const std::string& heading) {
    std::string out;
    for (const char c : heading) {
        if (c == ' ')
            out += '-';
        else if (is_key_letter(c) || c == '-')
            out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return out;
}

std::set<std::string> anchors_of(const std::string& text) {
    std::set<std::string> out;
    for (std::size_t at = text.find("\n#"); at != std::string::npos;
         at = text.find("\n#", at + 1)) {
        const std::size_t from = text.find(' ', at);
        out.insert(anchor_of(text.substr(from + 1, text.find('\n', from) - from - 1)));
    }
    return out;
}

}  // namespace

TEST_CASE("docs/metrics.md: every key of a board is explained") {
    check_explained(board_json(whole_board()));
}

TEST_CASE("docs/metrics.md: every key of show is explained") {
    check_explained(show_json({whole_item()}));
}

TEST_CASE("docs/metrics.md: every key and column of diff and sweep is explained") {
    DiffReport diff;
    diff.settings = {{"model", "a", "b"}};
    diff.items.emplace_back();
    diff.items.back().parting = DiffParting();
    check_explained(diff_json(diff));
    check_headings(diff_table(diff));
    SweepReport sweep;
    sweep.cells.emplace_back();
    sweep.thresholds.emplace_back();
    sweep.thresholds.back().finding = ThresholdFinding::bracket;
    sweep.thresholds.back().low = sweep.thresholds.back().high = 1;
    check_explained(sweep_json(sweep));
    check_headings(sweep_table(sweep));
    sweep.axis = SweepAxis::concurrency;
    check_headings(sweep_table(sweep));
}

TEST_CASE("docs/metrics.md: every column is explained") {
    const Board board = whole_board();
    check_headings(leaderboard({&board.rows[0], &board.rows[1]}, BoardSort::points));
    check_headings(totals_table(board));
    check_headings(remedy_table(*board.remedy));
    BoardRow row = founding_row();
    row.accuracy = sample_accuracy();
    row.accuracy.by_field[1].second.unanswered = row.accuracy.by_field[1].second.unavailable = 1;
    row.summary.stability.by_field[0].field = "a";
    const Table fields = fields_table(row);
    CHECK(fields.columns.size() == 11);
    check_headings(fields);
}

TEST_CASE("docs/metrics.md: what it links to on a page of the documents is there") {
    const std::string text = page("metrics.md");
    int links = 0;
    for (std::size_t at = text.find("]("); at != std::string::npos; at = text.find("](", at + 1)) {
        const std::string target = text.substr(at + 2, text.find(')', at) - at - 2);
        const std::size_t hash = target.find('#');
        const std::string file = target.substr(0, hash);
        INFO("link " << target);
        const std::string linked = file.empty() ? text : page(file);
        if (hash != std::string::npos)
            CHECK(anchors_of(linked).count(target.substr(hash + 1)) == 1);
        ++links;
    }
    CHECK(links > 30);
}
