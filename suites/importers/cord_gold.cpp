#include "suites/importers/cord_gold.hpp"

#include <algorithm>

#include "base/text/normalize.hpp"
#include "suites/importers/asked.hpp"
#include "suites/importers/input_files.hpp"
#include "suites/importers/values.hpp"

namespace kilter {
namespace {

using tree::Kind;
using tree::Node;

// "45.500" groups, "45.50" does not.
bool groups_with_dots(std::string_view text) {
    const std::size_t dot = text.find('.');
    const auto digit = [&](std::size_t at) {
        return at < text.size() && text[at] >= '0' && text[at] <= '9';
    };
    return dot != std::string_view::npos && dot > 0 && text.find(',') == std::string_view::npos &&
           digit(dot + 1) && digit(dot + 2) && digit(dot + 3) && !digit(dot + 4);
}

bool is_text(const Node& node) {
    return node.kind == Kind::scalar && !is_blank(node.text);
}

bool is_plain_key(std::string_view key) {
    return !key.empty() && key.find_first_of(".[]") == std::string_view::npos;
}

AskedField text_field(const std::string& path, const std::string& value) {
    return {path, nullable("string"), json::make_string("string"),
            json::make_string(flat_text(value))};
}

AskedField field_of(const std::string& path, std::string_view key, const std::string& value,
                    Locale locale) {
    const bool is_count = key.find("cnt") != std::string_view::npos;
    const bool is_price = key.find("price") != std::string_view::npos;
    const auto number = is_count || is_price ? number_of(trim(value), locale) : std::nullopt;
    if (!number) return text_field(path, value);
    auto compare = is_count
                       ? json::make_string("number")
                       : compare_with("amount", {{"currency", json::make_string("ignore"), 0}});
    return {path, nullable("number"), std::move(compare), json::make_number(*number)};
}

struct Cell {
    std::string column, text;
};
using Row = std::vector<Cell>;

class Gold {
  public:
    Gold(Locale locale, std::set<std::string>& left_out) : locale_(locale), left_out_(left_out) {}

    void walk(const Node& node, const std::string& path) {
        for (const tree::Entry& entry : node.entries) {
            const std::string name = path.empty() ? entry.key : path + "." + entry.key;
            if (!is_plain_key(entry.key)) {
                leave_out(name);
            } else if (entry.value.kind == Kind::sequence || entry.key == "menu") {
                ask_rows(entry.value, name);
            } else if (entry.value.kind == Kind::mapping) {
                walk(entry.value, name);
            } else if (is_text(entry.value)) {
                asked_.push_back(field_of(name, entry.key, entry.value.text, locale_));
            }
        }
    }

    std::vector<AskedField> take() { return std::move(asked_); }

  private:
    void leave_out(const std::string& path) { left_out_.insert(flat_text(path)); }

    void ask_rows(const Node& node, const std::string& path) {
        std::vector<Row> rows;
        if (node.kind == Kind::mapping) {  // a receipt with one row only
            rows.push_back(read_row(node, path));
        }
        for (const Node& item : node.items) {
            if (item.kind == Kind::mapping) {
                rows.push_back(read_row(item, path));
            } else if (item.kind != Kind::null) {
                return leave_out(path);
            }
        }
        const std::vector<AskedField> columns = columns_of(rows);
        if (columns.empty()) return;
        json::Value gold = json::make_array();
        for (const Row& row : rows) {
            if (!row.empty()) gold.items.push_back(gold_of_row(row, columns));
        }
        asked_.push_back(
            {path, nullable_list(row_schema(columns)), compare_rows(columns), std::move(gold)});
    }

    Row read_row(const Node& node, const std::string& path) {
        Row row;
        for (const tree::Entry& entry : node.entries) {
            if (is_plain_key(entry.key) && is_text(entry.value)) {
                row.push_back({entry.key, entry.value.text});
            } else if (entry.value.kind == Kind::sequence || entry.value.kind == Kind::mapping) {
                leave_out(path + "[]." + entry.key);
            }
        }
        return row;
    }

    // A column with a cell that cannot be read as a number is compared as text in all rows.
    std::vector<AskedField> columns_of(const std::vector<Row>& rows) const {
        std::vector<AskedField> columns;
        for (const Row& row : rows) {
            for (const Cell& cell : row) {
                AskedField field = field_of(cell.column, cell.column, cell.text, locale_);
                const auto known =
                    std::find_if(columns.begin(), columns.end(),
                                 [&](const auto& one) { return one.path == cell.column; });
                if (known == columns.end()) {
                    columns.push_back(std::move(field));
                } else if (!json::identical(known->compare, field.compare)) {
                    *known = text_field(cell.column, cell.text);
                }
            }
        }
        return columns;
    }

    json::Value gold_of_row(const Row& row, const std::vector<AskedField>& columns) const {
        json::Value gold = json::make_object();
        for (const Cell& cell : row) {
            const auto column = std::find_if(columns.begin(), columns.end(), [&](const auto& one) {
                return one.path == cell.column;
            });
            const bool as_text = column->compare.is_string() && column->compare.text == "string";
            gold.set(cell.column,
                     as_text ? json::make_string(flat_text(cell.text))
                             : field_of(cell.column, cell.column, cell.text, locale_).gold);
        }
        return gold;
    }

    Locale locale_;
    std::set<std::string>& left_out_;
    std::vector<AskedField> asked_;
};

}  // namespace

Locale cord_locale(const Node& gt_parse) {
    if (gt_parse.kind == Kind::scalar) {
        return groups_with_dots(gt_parse.text) ? Locale::de : Locale::en;
    }
    const auto dotted = [](const Node& node) { return cord_locale(node) == Locale::de; };
    const bool any = std::any_of(gt_parse.items.begin(), gt_parse.items.end(), dotted) ||
                     std::any_of(gt_parse.entries.begin(), gt_parse.entries.end(),
                                 [&](const auto& entry) { return dotted(entry.value); });
    return any ? Locale::de : Locale::en;
}

std::vector<AskedField> cord_fields(const Node& gt_parse, Locale locale,
                                    std::set<std::string>& left_out) {
    Gold gold{locale, left_out};
    gold.walk(gt_parse, "");
    return gold.take();
}

}  // namespace kilter
