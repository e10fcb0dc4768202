// Plain JSON Lines: {"id", "text", "question"?, "gold": {...}} a line. Comparators are guessed from
// the gold values, one for each path over the whole file, and the guesses are told.
#include "base/text/normalize.hpp"
#include "suites/importers/asked.hpp"
#include "suites/importers/import.hpp"
#include "suites/importers/input_files.hpp"
#include "suites/importers/json_records.hpp"
#include "suites/importers/plain_gold.hpp"

namespace kilter {
namespace {

using tree::Kind;
using tree::Node;

class PlainImport {
  public:
    PlainImport(const std::string& file, std::string lang, Diagnostics& diagnostics)
        : gold_(file, diagnostics), lang_(std::move(lang)), diagnostics_(diagnostics) {}

    ImportedSuite run(const std::vector<JsonRecord>& records) {
        std::vector<bool> learned;
        for (const JsonRecord& record : records) learned.push_back(learn(record));
        for (std::size_t i = 0; i < records.size(); ++i) {
            if (learned[i]) add(records[i]);
        }
        suite_.language = lang_;
        suite_.about = "Items of a JSON Lines file.";
        suite_.remarks = gold_.remarks();
        return std::move(suite_);
    }

  private:
    void error(const JsonRecord& record, const Node& at, const std::string& message) {
        diagnostics_.error(record.file, at.at, message);
    }

    bool learn(const JsonRecord& record) {
        if (record.node.kind != Kind::mapping) {
            error(record, record.node,
                  "a line must be an object, as in {\"id\": \"a\", \"text\": \"...\", \"gold\": "
                  "{\"total\": 1}}");
            return false;
        }
        check_keys(record);
        const Node* gold = record.node.find("gold");
        if (gold == nullptr) {
            error(record, record.node, "gold is missing: the right answer, as an object");
            return false;
        }
        return gold_.learn(*gold);
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

    void add(const JsonRecord& record) {
        const Node* id = text_member(record, "id");
        const Node* text = text_member(record, "text");
        const Node* question = record.node.find("question");
        if (question != nullptr) question = text_member(record, "question");
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
        item.asked = gold_.fields_of(*record.node.find("gold"));
        if (item.asked.empty()) {
            return error(record, *record.node.find("gold"), "gold holds no value");
        }
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

    PlainGold gold_;
    std::string lang_;
    Diagnostics& diagnostics_;
    ImportedSuite suite_;
    IdPool ids_;
    std::set<std::string> seen_;
};

}  // namespace

std::optional<ImportedSuite> import_plain_lines(const ImportRequest& request,
                                                const std::string& lang, Diagnostics& diagnostics) {
    const auto text = read_input(request.source, diagnostics);
    if (!text) return std::nullopt;
    const std::string file = request.source.string();
    const auto records = read_json_lines(*text, file, diagnostics);
    return PlainImport{file, lang, diagnostics}.run(records);
}

}  // namespace kilter
