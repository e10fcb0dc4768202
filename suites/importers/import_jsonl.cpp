// Plain JSON Lines: {"id", "text", "question"?, "gold": {...}} a line. Comparators are guessed from
// the gold values, one for each path over the whole file, and the guesses are told.
#include <algorithm>
#include <map>

#include "base/text/normalize.hpp"
#include "suites/importers/asked.hpp"
#include "suites/importers/import.hpp"
#include "suites/importers/input_files.hpp"
#include "suites/importers/json_records.hpp"
#include "suites/importers/values.hpp"

namespace kilter {
namespace {

using tree::Kind;
using tree::Node;

struct Leaf {
    std::string path;
    const Node* node;
};

class PlainImport {
  public:
    PlainImport(std::string lang, Diagnostics& diagnostics)
        : lang_(std::move(lang)), diagnostics_(diagnostics) {}

    ImportedSuite run(const std::vector<JsonRecord>& records) {
        std::vector<std::vector<Leaf>> leaves;
        for (const JsonRecord& record : records) {
            leaves.emplace_back();
            const Node* gold = record.node.find("gold");
            if (gold != nullptr) collect(*gold, "", record, leaves.back());
            for (const Leaf& leaf : leaves.back()) learn(leaf);
        }
        for (std::size_t i = 0; i < records.size(); ++i) add(records[i], leaves[i]);
        suite_.language = lang_;
        suite_.about = "Items of a JSON Lines file.";
        remark();
        return std::move(suite_);
    }

  private:
    void error(const JsonRecord& record, const Node& at, const std::string& message) {
        diagnostics_.error(record.file, at.at, message);
    }

    void collect(const Node& node, const std::string& path, const JsonRecord& record,
                 std::vector<Leaf>& leaves) {
        if (node.kind == Kind::sequence) {
            error(record, node, "gold '" + path + "' is a list, which jsonl cannot import");
            return;
        }
        if (node.kind != Kind::mapping) {
            if (!path.empty()) leaves.push_back({path, &node});
            return;
        }
        for (const tree::Entry& entry : node.entries) {
            if (entry.key.empty() || entry.key.find_first_of(".[]") != std::string::npos) {
                diagnostics_.error(record.file, entry.key_at,
                                   "a key of gold must not be empty or hold a dot or bracket");
                continue;
            }
            collect(entry.value, path.empty() ? entry.key : path + "." + entry.key, record, leaves);
        }
    }

    // Values of one path that are not all of a kind are compared as text.
    void learn(const Leaf& leaf) {
        const auto guess = guess_comparator(tree::to_json(*leaf.node));
        if (!guess) return;
        const auto [known, added] = guesses_.emplace(leaf.path, *guess);
        if (!added && known->second != *guess) known->second = Comparator::string;
    }

    Comparator guess_of(const std::string& path) const {
        const auto known = guesses_.find(path);
        return known == guesses_.end() ? Comparator::string : known->second;
    }

    AskedField field_of(const Leaf& leaf) const {
        const Comparator guess = guess_of(leaf.path);
        json::Value gold = tree::to_json(*leaf.node);
        if (guess == Comparator::string && !gold.is_null() && !gold.is_string()) {
            gold = json::make_string(leaf.node->text);
        }
        const std::string_view type = guess == Comparator::number    ? "number"
                                      : guess == Comparator::boolean ? "boolean"
                                                                     : "string";
        return {leaf.path, nullable(type), json::make_string(std::string{to_word(guess)}),
                std::move(gold)};
    }

    // A required text of the record; null and a message where it is missing.
    const Node* text_member(const JsonRecord& record, std::string_view name) {
        const Node* node = record.node.find(name);
        if (node != nullptr && node->kind == Kind::scalar && !is_blank(node->text)) return node;
        error(record, node != nullptr ? *node : record.node,
              std::string{name} + " is missing or empty");
        return nullptr;
    }

    void check_keys(const JsonRecord& record) {
        for (const tree::Entry& entry : record.node.entries) {
            const bool known = entry.key == "id" || entry.key == "text" ||
                               entry.key == "question" || entry.key == "gold";
            if (known) continue;
            diagnostics_.warning(record.file, entry.key_at,
                                 "'" + flat_text(entry.key) + "' is not read");
        }
    }

    void add(const JsonRecord& record, const std::vector<Leaf>& leaves) {
        if (record.node.kind != Kind::mapping) {
            return error(record, record.node,
                         "a line must be an object, as in {\"id\": \"a\", \"text\": \"...\", "
                         "\"gold\": {\"total\": 1}}");
        }
        check_keys(record);
        const Node* id = text_member(record, "id");
        const Node* text = text_member(record, "text");
        const Node* question = record.node.find("question");
        if (question != nullptr) question = text_member(record, "question");
        if (leaves.empty()) {
            // A list or an odd key inside was reported already.
            const Node* gold = record.node.find("gold");
            const bool told = gold != nullptr && !gold->entries.empty();
            if (!told) error(record, record.node, "gold is missing or holds no value");
            return;
        }
        if (id == nullptr || text == nullptr) return;
        if (!seen_.insert(id->text).second) {
            return error(record, *id, "id '" + flat_text(id->text) + "' is used twice");
        }
        ImportedItem item;
        item.id = ids_.take(id->text);
        if (item.id != id->text) item.notes = "id in the source: " + flat_text(id->text);
        item.document = text->text.ends_with('\n') ? text->text : text->text + "\n";
        item.lang = lang_;
        item.locale = lang_ == "hu" ? Locale::hu : Locale::en;
        for (const Leaf& leaf : leaves) item.asked.push_back(field_of(leaf));
        item.question = question != nullptr ? question->text : question_of(item.asked);
        suite_.items.push_back(std::move(item));
    }

    std::string question_of(const std::vector<AskedField>& asked) const {
        const std::string keys = list_in_words(asked, lang_);
        if (lang_ == "hu") {
            return "Írj egyetlen JSON objektumot a szöveg adataival, a séma szerint: " + keys +
                   ". A dátum ÉÉÉÉ-HH-NN alakú. Ami nem szerepel, az null.";
        }
        return "Write one JSON object with these values of the text, as the schema says: " + keys +
               ". Write dates as YYYY-MM-DD. Use null for what the text does not state.";
    }

    void remark() {
        for (const auto& [path, guess] : guesses_) {
            suite_.remarks.push_back(flat_text(path) + " is compared as " +
                                     std::string{to_word(guess)} + ", guessed from its values.");
        }
    }

    std::string lang_;
    Diagnostics& diagnostics_;
    ImportedSuite suite_;
    IdPool ids_;
    std::set<std::string> seen_;
    std::map<std::string, Comparator> guesses_;
};

}  // namespace

std::optional<ImportedSuite> import_plain_lines(const ImportRequest& request,
                                                const std::string& lang, Diagnostics& diagnostics) {
    const auto text = read_input(request.source, diagnostics);
    if (!text) return std::nullopt;
    const auto records = read_json_lines(*text, request.source.string(), diagnostics);
    return PlainImport{lang, diagnostics}.run(records);
}

}  // namespace kilter
