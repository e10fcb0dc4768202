#include "suites/importers/plain_gold.hpp"

#include "suites/importers/asked.hpp"
#include "suites/importers/input_files.hpp"
#include "suites/importers/values.hpp"

namespace kilter {
namespace {

using tree::Kind;
using tree::Node;

bool is_plain_key(std::string_view key) {
    return !key.empty() && key.find_first_of(".[]") == std::string_view::npos;
}

std::string_view type_of(Comparator comparator) {
    if (comparator == Comparator::number) return "number";
    return comparator == Comparator::boolean ? "boolean" : "string";
}

json::Value word(Comparator comparator) {
    return json::make_string(std::string{to_word(comparator)});
}

// What is compared as text is text in the gold too, whatever the file has.
json::Value gold_value(const Node& node, Comparator comparator) {
    json::Value value = tree::to_json(node);
    if (comparator == Comparator::string && !value.is_null() && !value.is_string()) {
        return json::make_string(node.text);
    }
    return value;
}

}  // namespace

bool PlainGold::refuse(SourcePosition at, const std::string& message) {
    diagnostics_.error(file_, at, message);
    return false;
}

bool PlainGold::learn(const Node& gold) {
    if (gold.kind == Kind::mapping && !gold.entries.empty()) return learn_mapping(gold, "");
    return refuse(gold.at, "gold must be an object with at least one value");
}

bool PlainGold::learn_mapping(const Node& node, const std::string& path) {
    bool good = true;
    for (const tree::Entry& entry : node.entries) {
        const std::string name = path.empty() ? entry.key : path + "." + entry.key;
        if (!is_plain_key(entry.key)) {
            good = refuse(entry.key_at, "a key of gold must not be empty or hold a dot or bracket");
        } else if (entry.value.kind == Kind::mapping) {
            good &= learn_mapping(entry.value, name);
        } else if (entry.value.kind == Kind::sequence) {
            good &= learn_list(entry.value, name);
        } else {
            good &= learn_value(entry.value, name);
        }
    }
    return good;
}

// Values of one path that are not all of a kind are compared as text.
bool PlainGold::learn_value(const Node& node, const std::string& path) {
    const auto guess = guess_comparator(tree::to_json(node));
    if (!guess) return true;
    if (lists_.count(path) > 0) {
        return refuse(node.at, "gold '" + flat_text(path) + "' is a list in another place");
    }
    single_.insert(path);
    const auto [known, added] = guesses_.emplace(path, *guess);
    if (!added && known->second != *guess) known->second = Comparator::string;
    return true;
}

bool PlainGold::learn_list(const Node& node, const std::string& path) {
    if (single_.count(path) > 0) {
        return refuse(node.at, "gold '" + flat_text(path) + "' is no list in another place");
    }
    lists_.insert(path);
    bool good = true;
    for (const Node& item : node.items) {
        const bool is_row = item.kind == Kind::mapping && !item.entries.empty();
        if (is_row) rows_.insert(path);
        if (item.kind == Kind::scalar) elements_.insert(path);
        const bool mixed = rows_.count(path) > 0 && elements_.count(path) > 0;
        if (mixed || (!is_row && item.kind != Kind::scalar)) {
            good = refuse(item.at, "gold '" + flat_text(path) +
                                       "' must be a list of values, or one of objects");
        } else {
            good &= is_row ? learn_row(item, path + "[]") : learn_value(item, path + "[]");
        }
    }
    return good;
}

bool PlainGold::learn_row(const Node& node, const std::string& path) {
    bool good = true;
    bool any = false;
    for (const tree::Entry& entry : node.entries) {
        const std::string name = path + "." + entry.key;
        any |= entry.value.kind != Kind::null;
        if (!is_plain_key(entry.key) || entry.value.kind == Kind::mapping ||
            entry.value.kind == Kind::sequence) {
            good = refuse(entry.key_at, "gold '" + flat_text(name) +
                                            "': a row holds single values under plain names");
        } else {
            good &= learn_value(entry.value, name);
        }
    }
    if (any) return good;
    return refuse(node.at, "gold '" + flat_text(path) + "' is a row without any value");
}

Comparator PlainGold::guess_of(const std::string& path) const {
    const auto known = guesses_.find(path);
    return known == guesses_.end() ? Comparator::string : known->second;
}

// Columns that are null in every row ask for nothing.
std::vector<AskedField> PlainGold::columns_of(const std::string& path) const {
    std::vector<AskedField> columns;
    const std::string prefix = path + "[].";
    for (auto at = guesses_.lower_bound(prefix);
         at != guesses_.end() && at->first.starts_with(prefix); ++at) {
        columns.push_back({at->first.substr(prefix.size()), nullable(type_of(at->second)),
                           word(at->second), json::make_null()});
    }
    return columns;
}

AskedField PlainGold::list_field(const Node& node, const std::string& path) const {
    AskedField field;
    field.path = path;
    json::Value gold = json::make_array();
    if (rows_.count(path) > 0) {
        const std::vector<AskedField> columns = columns_of(path);
        for (const Node& item : node.items) {
            json::Value row = json::make_object();
            for (const AskedField& column : columns) {
                const Node* cell = item.find(column.path);
                if (cell == nullptr) continue;
                row.set(column.path, gold_value(*cell, guess_of(path + "[]." + column.path)));
            }
            gold.items.push_back(std::move(row));
        }
        field.schema = nullable_list(row_schema(columns));
        field.compare = compare_rows(columns);
    } else {
        const Comparator guess = guess_of(path + "[]");
        for (const Node& item : node.items) gold.items.push_back(gold_value(item, guess));
        json::Value items = json::make_object();
        items.set("type", json::make_string(std::string{type_of(guess)}));
        field.schema = nullable_list(std::move(items));
        field.compare = compare_with("list_set", {{"item", word(guess), 0}});
    }
    field.gold = node.kind == Kind::sequence ? std::move(gold) : json::make_null();
    return field;
}

void PlainGold::add_fields(const Node& node, const std::string& path,
                           std::vector<AskedField>& fields) const {
    for (const tree::Entry& entry : node.entries) {
        const std::string name = path.empty() ? entry.key : path + "." + entry.key;
        if (entry.value.kind == Kind::mapping) {
            add_fields(entry.value, name, fields);
        } else if (lists_.count(name) > 0) {
            fields.push_back(list_field(entry.value, name));
        } else {
            const Comparator guess = guess_of(name);
            fields.push_back(
                {name, nullable(type_of(guess)), word(guess), gold_value(entry.value, guess)});
        }
    }
}

std::vector<AskedField> PlainGold::fields_of(const Node& gold) const {
    std::vector<AskedField> fields;
    add_fields(gold, "", fields);
    return fields;
}

std::vector<std::string> PlainGold::remarks() const {
    std::vector<std::string> remarks;
    for (const auto& [path, guess] : guesses_) {
        remarks.push_back(flat_text(path) + " is compared as " + std::string{to_word(guess)} +
                          ", guessed from its values.");
    }
    return remarks;
}

}  // namespace kilter
