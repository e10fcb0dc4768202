#include "suites/load.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "base/files.hpp"
#include "base/source_text.hpp"
#include "base/source_tree.hpp"
#include "suites/digest.hpp"
#include "suites/item_builder.hpp"

namespace kilter {
namespace {

// A suite of a hundred thousand short items has about 200 MB; a wrong file is found out sooner.
constexpr std::size_t k_max_items_file = std::size_t{512} << 20;  // bytes

using tree::MappingReader;
using tree::Node;

std::ptrdiff_t count_errors(const Diagnostics& diagnostics) {
    return std::count_if(
        diagnostics.all().begin(), diagnostics.all().end(),
        [](const Diagnostic& one) { return one.severity == Diagnostic::Severity::error; });
}

// Mostly all items have the same fields and schema, those of the defaults.
void share_parts(Item& item, const Item& before) {
    if (item.fields == before.fields) item.fields = before.fields;
    if (json::identical(item.schema, before.schema)) item.schema = before.schema;
    if (json::identical(item.source, before.source)) item.source = before.source;
}

// The items of one suite, inline or from JSON Lines, in file order.
class ItemCollector {
  public:
    ItemCollector(const Defaults& defaults, std::string language, const SuiteFolder& folder,
                  Diagnostics& diagnostics)
        : defaults_(defaults),
          language_(std::move(language)),
          folder_(folder),
          diagnostics_(diagnostics) {}

    void add(const Node& node, const std::string& file) {
        const ItemDraft draft = read_item(node, ++number_, file, folder_, diagnostics_);
        if (node.kind != tree::Kind::mapping) return;
        check_id(draft);
        auto item = build_item(draft, defaults_, language_, diagnostics_);
        if (!item) return;
        if (!items_.empty()) share_parts(*item, items_.back());
        items_.push_back(std::move(*item));
    }

    // One JSON object; a blank line is skipped.
    void add_line(std::string_view text, int line, const std::string& file) {
        if (text.find_first_not_of(" \t\r") == std::string_view::npos) return;
        if (const auto node = tree::read_json(text, file, line, diagnostics_)) add(*node, file);
    }

    int seen() const { return number_; }
    std::vector<Item> take() { return std::move(items_); }

  private:
    void check_id(const ItemDraft& draft) {
        if (draft.id.empty()) return;
        const std::string place = draft.file + ":" + std::to_string(draft.id_at.line);
        const auto [first, added] = places_.emplace(draft.id, place);
        if (added) return;
        diagnostics_.error(draft.file, draft.id_at,
                           "item id '" + draft.id + "' on line " +
                               std::to_string(draft.id_at.line) + " is already used at " +
                               first->second + "; ids must be unique");
    }

    const Defaults& defaults_;
    std::string language_;
    const SuiteFolder& folder_;
    Diagnostics& diagnostics_;
    std::map<std::string, std::string> places_;  // id -> file:line
    std::vector<Item> items_;
    int number_ = 0;
};

void read_items_file(const Node& name, const std::string& file, const SuiteFolder& folder,
                     ItemCollector& items, Diagnostics& diagnostics) {
    if (name.kind != tree::Kind::scalar || name.text.empty()) {
        diagnostics.error(file, name.at, "items_file must name a JSON Lines file");
        return;
    }
    const std::string shown = folder.display_name(name.text);
    int number = 0;
    const auto read = folder.read_lines(name.text, k_max_items_file, [&](std::string_view line) {
        items.add_line(line, ++number, shown);
    });
    if (read.has_error()) diagnostics.error(file, name.at, "items_file: " + read.error().message);
}

void read_items(MappingReader& reader, const Node& root, const std::string& file,
                const SuiteFolder& folder, ItemCollector& items, Diagnostics& diagnostics) {
    const auto before = count_errors(diagnostics);
    const Node* list = reader.optional("items");
    const Node* name = reader.optional("items_file");
    if (list != nullptr && name != nullptr) {
        diagnostics.error(file, name->at, "a suite takes items or items_file, not both");
    } else if (name != nullptr) {
        read_items_file(*name, file, folder, items, diagnostics);
    } else if (list == nullptr) {
        diagnostics.error(file, root.at, "items is missing: the list of items, or items_file");
    } else if (list->kind != tree::Kind::sequence) {
        diagnostics.error(file, list->at, "items must be a list, as in `- id: first`");
    } else {
        for (const Node& node : list->items) items.add(node, file);
    }
    const Node* where = list != nullptr ? list : name;
    if (where != nullptr && items.seen() == 0 && count_errors(diagnostics) == before) {
        diagnostics.error(file, where->at, "the suite has no items");
    }
}

std::optional<Suite> read_suite(const Node& root, const std::string& file,
                                const SuiteFolder& folder, Diagnostics& diagnostics) {
    MappingReader reader{root, file, "suite file", diagnostics};
    if (!reader.is_mapping()) return std::nullopt;
    Suite suite;
    suite.name = reader.required_string("suite");
    if (const Node* at = root.find("suite"); at != nullptr && !tree::is_name(suite.name)) {
        diagnostics.error(file, at->at,
                          "the suite's name must be 1 to 64 letters, digits, '.', '_' or '-', and "
                          "start with a letter or digit");
    }
    suite.version = reader.required_string("version");
    suite.language = reader.string("language").value_or("");
    Defaults defaults;
    defaults.item.file = file;
    defaults.item.what = "defaults";
    if (const Node* node = reader.optional("defaults")) {
        defaults = read_defaults(*node, file, folder, diagnostics);
    }
    ItemCollector items{defaults, suite.language, folder, diagnostics};
    read_items(reader, root, file, folder, items, diagnostics);
    reader.finish();
    suite.items = items.take();
    return suite;
}

// JSON where the text is that, YAML otherwise: writers of JSON escape characters as halves of
// surrogate pairs, which YAML does not know. A YAML mapping may begin with a brace too.
std::optional<Node> read_source(const std::filesystem::path& path, std::string_view text,
                                Diagnostics& diagnostics) {
    const std::string file = path.string();
    const std::size_t mark = text.starts_with(tree::k_byte_order_mark) ? 3 : 0;
    const std::size_t first = text.find_first_not_of(" \t\r\n", mark);
    if (first == std::string_view::npos || text[first] != '{')
        return tree::read_yaml(text, file, diagnostics);
    if (path.extension() == ".json") return tree::read_json(text, file, 1, diagnostics);
    Diagnostics of_json;
    if (auto root = tree::read_json(text, file, 1, of_json)) return root;
    return tree::read_yaml(text, file, diagnostics);
}

}  // namespace

std::optional<Suite> load_suite(const std::filesystem::path& path, Diagnostics& diagnostics) {
    const Result<std::string> text = read_file(path);
    if (text.has_error()) {
        diagnostics.error(path.string(), {}, text.error().message);
        return std::nullopt;
    }
    return parse_suite(*text, path, diagnostics);
}

std::optional<Suite> parse_suite(std::string_view text, const std::filesystem::path& path,
                                 Diagnostics& diagnostics) {
    const auto before = count_errors(diagnostics);
    const auto root = read_source(path, text, diagnostics);
    if (!root) return std::nullopt;
    auto suite = read_suite(*root, path.string(), SuiteFolder{path}, diagnostics);
    if (!suite || count_errors(diagnostics) != before) return std::nullopt;
    suite->prompts_digest = prompts_digest(*suite);
    suite->scoring_digest = scoring_digest(*suite);
    return suite;
}

}  // namespace kilter
