// Receipts in the shape of CORD: gt_parse is the gold, a tree of printed texts; the document's text
// is put together from valid_line (words with their places), or stands in a member `text`.
#include <algorithm>
#include <charconv>

#include "base/text/normalize.hpp"
#include "suites/importers/asked.hpp"
#include "suites/importers/cord_gold.hpp"
#include "suites/importers/import.hpp"
#include "suites/importers/input_files.hpp"
#include "suites/importers/json_records.hpp"

namespace kilter {
namespace {

using tree::Kind;
using tree::Node;

struct Word {
    std::string row;
    int x = 0, y = 0;
    std::string text;
};

int number_at(const Node& word, std::string_view corner) {
    const Node* quad = word.find("quad");
    const Node* node = quad != nullptr ? quad->find(corner) : nullptr;
    int value = 0;
    if (node != nullptr) {
        std::from_chars(node->text.data(), node->text.data() + node->text.size(), value);
    }
    return value;
}

// Words of one printed row stand together, left to right; rows from top to bottom.
std::string text_of_lines(const Node& valid_line) {
    std::vector<std::vector<Word>> rows;
    for (std::size_t i = 0; i < valid_line.items.size(); ++i) {
        const Node* words = valid_line.items[i].find("words");
        if (words == nullptr) continue;
        for (const Node& node : words->items) {
            const Node* text = node.find("text");
            if (text == nullptr || is_blank(text->text)) continue;
            const Node* row = node.find("row_id");
            Word word{row != nullptr ? row->text : "line " + std::to_string(i),
                      number_at(node, "x1"), number_at(node, "y1"), flat_text(text->text)};
            const auto known = std::find_if(rows.begin(), rows.end(), [&](const auto& one) {
                return one.front().row == word.row;
            });
            if (known != rows.end()) {
                known->push_back(std::move(word));
            } else {
                rows.push_back({std::move(word)});
            }
        }
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const auto& a, const auto& b) { return a.front().y < b.front().y; });
    std::string text;
    for (auto& row : rows) {
        std::stable_sort(row.begin(), row.end(),
                         [](const Word& a, const Word& b) { return a.x < b.x; });
        for (std::size_t i = 0; i < row.size(); ++i) text += (i > 0 ? " " : "") + row[i].text;
        text += '\n';
    }
    return text;
}

class CordImport {
  public:
    explicit CordImport(std::string lang, Diagnostics& diagnostics)
        : lang_(std::move(lang)), diagnostics_(diagnostics) {}

    void add(const JsonRecord& record) {
        std::optional<Node> inner;
        const Node* root = &record.node;
        if (const Node* truth = root->find("ground_truth"); truth != nullptr) {
            root = truth;
            if (truth->kind == Kind::scalar) {
                inner = tree::read_json(truth->text, record.file, record.line, diagnostics_);
                if (!inner) return;
                root = &*inner;
            }
        }
        const Node* parse = root->find("gt_parse");
        if (parse == nullptr || parse->kind != Kind::mapping) {
            return error(record, *root, "gt_parse is missing: the tree of gold values");
        }
        ImportedItem item;
        item.document = text_of(*root, record.node);
        if (is_blank(item.document)) {
            return error(record, *root, "there is no text: neither valid_line with words nor text");
        }
        item.lang = "en";
        item.locale = cord_locale(*parse);
        item.asked = cord_fields(*parse, item.locale, left_out_);
        if (item.asked.empty()) {
            return error(record, *parse, "gt_parse holds no value that could be asked");
        }
        item.id = ids_.take(record.stem);
        item.notes = "from " + flat_text(std::filesystem::path{record.file}.filename().string());
        item.question = question_of(item.asked);
        suite_.items.push_back(std::move(item));
    }

    ImportedSuite finish() {
        suite_.language = "en";
        suite_.about = "Receipts of the CORD kind; gold comes from gt_parse.";
        for (const std::string& path : left_out_) {
            suite_.remarks.push_back("The values of " + path +
                                     " are no single texts or rows of "
                                     "them, and are not asked everywhere.");
        }
        return std::move(suite_);
    }

  private:
    void error(const JsonRecord& record, const Node& at, const std::string& message) {
        diagnostics_.error(record.file, at.at, message);
    }

    static std::string text_of(const Node& root, const Node& record) {
        if (const Node* lines = root.find("valid_line"); lines != nullptr) {
            return text_of_lines(*lines);
        }
        const Node* text = root.find("text");
        if (text == nullptr) text = record.find("text");
        return text != nullptr && text->kind == Kind::scalar ? text->text + "\n" : "";
    }

    std::string question_of(const std::vector<AskedField>& asked) const {
        const std::string keys = list_in_words(asked, lang_);
        if (lang_ == "hu") {
            return "Írj egyetlen JSON objektumot a nyugta adataival, a séma szerint egymásba "
                   "ágyazva: " +
                   keys + ". Az összeg és a darabszám szám.";
        }
        return "Write one JSON object with these values of the receipt, nested as the schema "
               "says: " +
               keys + ". Write amounts and counts as numbers.";
    }

    std::string lang_;
    Diagnostics& diagnostics_;
    ImportedSuite suite_;
    IdPool ids_;
    std::set<std::string> left_out_;
};

}  // namespace

std::optional<ImportedSuite> import_cord(const ImportRequest& request, const std::string& lang,
                                         Diagnostics& diagnostics) {
    CordImport import{lang, diagnostics};
    for (const JsonRecord& record : read_json_records(request.source, diagnostics)) {
        import.add(record);
    }
    return import.finish();
}

}  // namespace kilter
