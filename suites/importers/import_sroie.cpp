// SROIE receipts: boxes with text (x1,y1,...,y4,text) and a key file with company, date, address
// and total. The text is the boxes' texts in file order, one a line, as noisy as they are.
#include <algorithm>
#include <map>

#include "base/source_tree.hpp"
#include "base/text/normalize.hpp"
#include "suites/importers/asked.hpp"
#include "suites/importers/import.hpp"
#include "suites/importers/input_files.hpp"
#include "suites/importers/values.hpp"

namespace kilter {
namespace {

namespace fs = std::filesystem;

struct Pair {
    fs::path boxes, key;
};

std::string stem_of(const fs::path& file, std::string_view suffix) {
    const std::string name = file.filename().string();
    return name.substr(0, name.size() - suffix.size());
}

// NAME.box.csv and NAME.key.json in one folder, or box/NAME.csv and key/NAME.json below it.
std::map<std::string, Pair> find_pairs(const fs::path& source, Diagnostics& diagnostics) {
    std::map<std::string, Pair> pairs;
    std::error_code ignored;
    const bool apart = fs::is_directory(source / "box", ignored);
    const std::string_view box_suffix = apart ? ".csv" : ".box.csv";
    const std::string_view key_suffix = apart ? ".json" : ".key.json";
    for (const fs::path& file :
         input_files(apart ? source / "box" : source, box_suffix, diagnostics)) {
        pairs[stem_of(file, box_suffix)].boxes = file;
    }
    for (const fs::path& file :
         input_files(apart ? source / "key" : source, key_suffix, diagnostics)) {
        pairs[stem_of(file, key_suffix)].key = file;
    }
    return pairs;
}

// nullopt: a line has no text behind eight commas.
std::optional<std::string> text_of_boxes(std::string_view csv, const std::string& file,
                                         Diagnostics& diagnostics) {
    constexpr int k_commas = 8;
    std::string text;
    bool good = true;
    for (int number = 1; !csv.empty(); ++number) {
        std::string_view line = csv.substr(0, csv.find('\n'));
        csv.remove_prefix(std::min(csv.size(), line.size() + 1));
        if (trim(line).empty()) continue;
        int commas = 0;
        while (commas < k_commas && line.find(',') != std::string_view::npos) {
            line.remove_prefix(line.find(',') + 1);
            ++commas;
        }
        if (commas == k_commas) {
            text += std::string{trim(line)} + "\n";
            continue;
        }
        good = false;
        diagnostics.error(file, {number, 1},
                          "a box needs eight numbers and its text, as in "
                          "x1,y1,x2,y2,x3,y3,x4,y4,text");
    }
    if (good && text.empty()) diagnostics.error(file, {}, "the receipt has no text");
    if (!good || text.empty()) return std::nullopt;
    return text;
}

class Receipt {
  public:
    Receipt(ImportedItem& item, std::string file, Diagnostics& diagnostics)
        : item_(item), file_(std::move(file)), diagnostics_(diagnostics) {}

    void add_text(const tree::Node& key, std::string_view name, std::string_view comparator) {
        if (const tree::Node* node = value(key, name)) {
            ask(name, "string", json::make_string(std::string{comparator}),
                json::make_string(flat_text(node->text)));
        }
    }

    void add_date(const tree::Node& key) {
        const tree::Node* node = value(key, "date");
        if (node == nullptr) return;
        const auto date = date_of(node->text, SlashOrder::dmy);
        if (!date) return keep_as_text("date", *node);
        auto compare = compare_with("date", {{"order", json::make_string("dmy"), 0}});
        const bool stands = item_.document.find(trim(node->text)) != std::string::npos;
        if (date->short_year && stands) {
            // Lint reads years of four digits only, and the text does hold the date.
            compare.set("waive_grounding", json::make_boolean(true));
            item_.notes += "; the text writes the date as " + flat_text(node->text);
        }
        ask("date", "string", std::move(compare), json::make_string(date->iso));
    }

    void add_total(const tree::Node& key) {
        const tree::Node* node = value(key, "total");
        if (node == nullptr) return;
        const auto total = number_of(trim(node->text), Locale::en);
        if (!total) return keep_as_text("total", *node);
        ask("total", "number",
            compare_with("amount", {{"currency", json::make_string("ignore"), 0}}),
            json::make_number(*total));
    }

  private:
    // A key without a value says nothing of the receipt, so it is not asked.
    const tree::Node* value(const tree::Node& key, std::string_view name) {
        const tree::Node* node = key.find(name);
        if (node != nullptr && node->kind == tree::Kind::scalar && !trim(node->text).empty()) {
            return node;
        }
        diagnostics_.warning(file_, node != nullptr ? node->at : key.at,
                             "no " + std::string{name} + " in the key; it is not asked");
        return nullptr;
    }

    void ask(std::string_view name, std::string_view type, json::Value compare, json::Value gold) {
        item_.asked.push_back(
            {std::string{name}, nullable(type), std::move(compare), std::move(gold)});
    }

    void keep_as_text(std::string_view name, const tree::Node& node) {
        diagnostics_.warning(
            file_, node.at,
            std::string{name} + " '" + flat_text(node.text) + "' cannot be read; compared as text");
        ask(name, "string", json::make_string("string"), json::make_string(flat_text(node.text)));
    }

    ImportedItem& item_;
    std::string file_;
    Diagnostics& diagnostics_;
};

std::string question_of(const std::vector<AskedField>& asked, const std::string& lang) {
    const std::string keys = list_in_words(asked, lang);
    if (lang == "hu") {
        return "Írj egyetlen JSON objektumot a nyugta adataival, ezekkel a kulcsokkal: " + keys +
               ". A dátum ÉÉÉÉ-HH-NN alakú (a nyugtán a nap áll elöl), a végösszeg szám.";
    }
    return "Write one JSON object with the keys " + keys +
           " from the receipt. Write the date as YYYY-MM-DD (the receipt has the day first) and "
           "the total as a number.";
}

void add_receipt(const std::string& stem, const Pair& pair, const std::string& lang, IdPool& ids,
                 ImportedSuite& suite, Diagnostics& diagnostics) {
    const auto csv = read_damaged_input(pair.boxes, diagnostics);
    const auto json_text = read_input(pair.key, diagnostics);
    if (!csv || !json_text) return;
    auto text = text_of_boxes(*csv, pair.boxes.string(), diagnostics);
    const std::string key_file = pair.key.string();
    const auto key = tree::read_json(*json_text, key_file, 1, diagnostics);
    if (!text || !key) return;
    if (key->kind != tree::Kind::mapping) {
        diagnostics.error(key_file, key->at, "the key must be an object");
        return;
    }
    ImportedItem item;
    item.id = ids.take(stem);
    item.document = std::move(*text);
    item.lang = "en";
    item.notes = "from " + flat_text(pair.boxes.filename().string());
    Receipt receipt{item, key_file, diagnostics};
    receipt.add_text(*key, "company", "string");
    receipt.add_date(*key);
    receipt.add_text(*key, "address", "anls");
    receipt.add_total(*key);
    if (item.asked.empty()) {
        diagnostics.error(key_file, key->at,
                          "the key states none of company, date, address, total");
        return;
    }
    item.question = question_of(item.asked, lang);
    suite.items.push_back(std::move(item));
}

}  // namespace

std::optional<ImportedSuite> import_sroie(const ImportRequest& request, const std::string& lang,
                                          Diagnostics& diagnostics) {
    std::error_code ignored;
    if (!fs::is_directory(request.source, ignored)) {
        diagnostics.error(request.source.string(), {},
                          "SOURCE must be a folder with NAME.box.csv and NAME.key.json");
        return std::nullopt;
    }
    ImportedSuite suite;
    suite.language = "en";
    suite.about = "Receipts of the SROIE kind; gold comes from their key files.";
    IdPool ids;
    std::size_t alone = 0;
    for (const auto& [stem, pair] : find_pairs(request.source, diagnostics)) {
        if (pair.boxes.empty() || pair.key.empty()) {
            const fs::path& there = pair.boxes.empty() ? pair.key : pair.boxes;
            diagnostics.warning(there.string(), {},
                                pair.boxes.empty() ? "has no boxes beside it; left out"
                                                   : "has no key beside it; left out");
            ++alone;
            continue;
        }
        add_receipt(stem, pair, lang, ids, suite, diagnostics);
    }
    if (alone > 0) {
        suite.remarks.push_back(std::to_string(alone) +
                                " files without their counterpart were left out.");
    }
    return suite;
}

}  // namespace kilter
