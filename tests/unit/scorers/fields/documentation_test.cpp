// The tables of docs/scoring.md with the heading `| gold | answer | field | score |`: every row is
// scored, so that the documentation cannot say what the scorers do not do.
#include <charconv>
#include <map>
#include <set>
#include <sstream>

#include "base/files.hpp"
#include "base/text/normalize.hpp"
#include "scorers/judge/desk.hpp"
#include "suites/words.hpp"
#include "tests/unit/scorers/fields/suite_helpers.hpp"

namespace kilter::test {
namespace {

struct Row {
    int line = 0;
    std::string gold, answer, field, score;
};

// The cells of a table row without their code marks; empty where the line is none. `\|` is a bar.
std::vector<std::string> cells_of(std::string_view line) {
    std::vector<std::string> cells;
    if (!line.starts_with("| ")) return cells;
    std::string cell;
    for (std::size_t at = 1; at < line.size(); ++at) {
        if (line[at] == '\\' && at + 1 < line.size() && line[at + 1] == '|') {
            cell += line[++at];
        } else if (line[at] == '|') {
            std::string_view text = trim(cell);
            if (text.size() >= 2 && text.front() == '`' && text.back() == '`') {
                text = text.substr(1, text.size() - 2);
            }
            cells.emplace_back(text);
            cell.clear();
        } else {
            cell += line[at];
        }
    }
    return cells;
}

std::vector<Row> example_rows(std::string_view text) {
    std::vector<Row> rows;
    bool inside = false;
    int number = 0;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        ++number;
        const std::vector<std::string> cells = cells_of(line);
        if (cells.size() == 4 && cells[0] == "gold" && cells[2] == "field") {
            inside = true;
        } else if (cells.size() != 4) {
            inside = inside && line.starts_with("|---");
        } else if (inside) {
            rows.push_back({number, cells[0], cells[1], cells[2], cells[3]});
        }
    }
    return rows;
}

std::string documentation() {
    const Result<std::string> text = read_file(KILTER_DOCS_DIR "/scoring.md");
    REQUIRE(text.has_value());
    return *text;
}

// The comparators that a field's YAML names.
std::set<std::string> comparators_in(const Field& field) {
    std::set<std::string> words{std::string(to_word(field.compare))};
    for (const Field& part : field.item) words.merge(comparators_in(part));
    return words;
}

}  // namespace

TEST_CASE("docs/scoring.md: every example scores what it says") {
    const std::vector<Row> rows = example_rows(documentation());
    REQUIRE(rows.size() > 60);
    for (const Row& row : rows) {
        INFO("line " << row.line << ": " << row.gold << " | " << row.answer << " | " << row.field);
        double score = -1;
        std::from_chars(row.score.data(), row.score.data() + row.score.size(), score);
        CHECK(result_of(row.gold, row.field, row.answer).score ==
              Catch::Approx(score).margin(0.00005));
    }
}

// | gold | answer | judge | class | score |
TEST_CASE("docs/scoring.md: judged fields") {
    std::istringstream lines(documentation());
    std::string line;
    int rows = 0;
    while (std::getline(lines, line)) {
        const std::vector<std::string> cells = cells_of(line);
        if (cells.size() != 5 || cells[0] == "gold") continue;
        INFO(line);
        ++rows;
        const Item item = item_from("{x: " + cells[0] + "}", "{x: judge}");
        Completion completion;
        completion.content = {TextState::text, "{\"x\":" + cells[1] + "}"};
        JudgeDesk desk("judge");
        desk.add(item, completion);
        CHECK(desk.open().size() == (cells[2] == "not asked" ? 0 : 1));
        Completion other;  // so that the field counts
        other.content = {TextState::text, "{\"x\":\"another engine's answer\"}"};
        desk.add(item, other);
        for (const JudgeCase* one : desk.open()) desk.take(one->key, {cells[2] == "right", ""});
        const FieldResult result = score_item(item, completion, &desk).fields.at(0);
        CHECK(to_word(result.field_class) == cells[3]);
        CHECK(result.score == (cells[4] == "1" ? 1 : 0));
    }
    CHECK(rows == 4);
}

TEST_CASE("docs/scoring.md: every comparator has an example that is right and one that is not") {
    std::map<std::string, std::pair<bool, bool>> seen;  // right, wrong
    for (const Row& row : example_rows(documentation())) {
        const Item item = item_from("{x: " + row.gold + "}", "{x: " + row.field + "}");
        for (const std::string& word : comparators_in(item.fields.at(0))) {
            (row.score == "1" ? seen[word].first : seen[word].second) = true;
        }
    }
    for (const auto& [word, kinds] : seen) {
        INFO(word);
        CHECK(kinds.first);
        CHECK(kinds.second);
    }
    std::istringstream words(comparator_words());
    std::string word;
    while (std::getline(words, word, ',')) {
        const std::string name(trim(word));
        INFO(name);
        // A judge and a call are not scored from a JSON value.
        CHECK(seen.count(name) == (name == "judge" || name == "tool_call" ? 0 : 1));
    }
}

}  // namespace kilter::test
