#include "reports/table.hpp"

#include <algorithm>
#include <set>

#include "base/text/terminal.hpp"

namespace kilter {

namespace {

std::string padded(const std::string& cell, std::size_t width, Align align) {
    const std::size_t used = display_width(cell);
    const std::string space(width > used ? width - used : 0, ' ');
    return align == Align::left ? cell + space : space + cell;
}

std::string line_of(const std::vector<std::string>& cells, const Table& table,
                    const std::vector<std::size_t>& widths) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i > 0) line += "  ";
        line += padded(cells[i], widths[i], table.columns[i].align);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
}

constexpr std::size_t k_narrowest = 8;  // of the flexible column

std::vector<std::size_t> widths_of(const Table& table) {
    std::vector<std::size_t> widths;
    for (const TableColumn& column : table.columns) widths.push_back(display_width(column.heading));
    for (const auto& row : table.rows)
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], display_width(row[i]));
    return widths;
}

std::size_t total_width(const std::vector<std::size_t>& widths) {
    std::size_t total = widths.empty() ? 0 : 2 * (widths.size() - 1);
    for (const std::size_t width : widths) total += width;
    return total;
}

// Without its sparest column; false: none can be spared.
bool drop_a_column(Table& table) {
    std::size_t sparest = 0;
    for (std::size_t i = 1; i < table.columns.size(); ++i)
        if (table.columns[i].spare > table.columns[sparest].spare) sparest = i;
    if (table.columns.empty() || table.columns[sparest].spare == 0) return false;
    const auto at = static_cast<std::ptrdiff_t>(sparest);
    table.columns.erase(table.columns.begin() + at);
    for (auto& row : table.rows) row.erase(row.begin() + at);
    if (sparest < table.flexible) --table.flexible;
    return true;
}

bool is_list(const Table& table, std::size_t columns) {
    return columns < table.list_below && total_width(widths_of(table)) > columns;
}

// The flexible column gives way; false: it cannot give enough.
bool squeeze(std::vector<std::size_t>& widths, std::size_t flexible, std::size_t columns) {
    const std::size_t total = total_width(widths);
    if (total <= columns) return true;
    const std::size_t over = total - columns;
    if (widths[flexible] < over + k_narrowest) return false;
    widths[flexible] -= over;
    return true;
}

std::string list_of(const Table& table, std::size_t columns) {
    std::size_t label = 0;
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        if (i != table.flexible) label = std::max(label, display_width(table.columns[i].heading));
    label = std::min(label, columns / 2);
    const std::size_t used = 2 + label + 2;
    const std::size_t room = columns > used ? columns - used : 1;
    std::string out;
    for (const auto& row : table.rows) {
        out += ellipsize(row[table.flexible], columns) + "\n";
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i == table.flexible || row[i].empty()) continue;
            const std::string heading = ellipsize(table.columns[i].heading, label);
            out +=
                "  " + padded(heading, label, Align::left) + "  " + ellipsize(row[i], room) + "\n";
        }
    }
    return out;
}

}  // namespace

Table fit_table(const Table& asked, std::size_t columns) {
    Table table = asked;
    if (is_list(table, columns)) return table;
    while (total_width(widths_of(table)) > columns && drop_a_column(table)) {
    }
    return table;
}

std::string terminal_table(const Table& asked, std::size_t columns) {
    const Table table = fit_table(asked, columns);
    std::vector<std::size_t> widths = widths_of(table);
    if (is_list(table, columns) || !squeeze(widths, table.flexible, columns))
        return list_of(asked, columns);
    std::vector<std::string> headings;
    for (const TableColumn& column : table.columns) headings.push_back(column.heading);
    std::string out;
    const auto add = [&](std::vector<std::string> cells) {
        if (!cells.empty())
            cells[table.flexible] = ellipsize(cells[table.flexible], widths[table.flexible]);
        out += line_of(cells, table, widths);
    };
    add(headings);
    for (const auto& row : table.rows) add(row);
    return out;
}

std::string legend_of(const std::vector<Table>& tables) {
    std::string out;
    std::set<std::string> told;
    for (const Table& table : tables) {
        for (const TableColumn& column : table.columns) {
            if (column.meaning.empty() || !told.insert(column.meaning).second) continue;
            out += (out.empty() ? "" : " ") + column.meaning;
        }
    }
    return out;
}

std::string markdown_table(const Table& table) {
    std::string out = "|";
    for (const TableColumn& column : table.columns) out += " " + column.heading + " |";
    out += "\n|";
    for (const TableColumn& column : table.columns)
        out += column.align == Align::left ? " --- |" : " ---: |";
    out += "\n";
    for (const auto& row : table.rows) {
        out += "|";
        for (const std::string& cell : row) out += " " + markdown_escape(cell) + " |";
        out += "\n";
    }
    return out;
}

std::string markdown_escape(std::string_view text) {
    std::string out;
    for (const char c : visible(text)) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '|':
            case '\\':
            case '`':
            case '*':
            case '_':
            case '[':
            case ']':
            case '#':
            case '~':
                out += '\\';
                out += c;
                break;
            default:
                out += c;
        }
    }
    return out;
}

std::string html_escape(std::string_view text) {
    std::string out;
    for (const char c : visible(text)) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '"')
            out += "&quot;";
        else
            out += c;
    }
    return out;
}

}  // namespace kilter
