#include "reports/table.hpp"

#include <algorithm>

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

}  // namespace

std::string terminal_table(const Table& asked, std::size_t columns) {
    Table table = asked;
    std::vector<std::size_t> widths = widths_of(table);
    while (total_width(widths) > columns && drop_a_column(table)) widths = widths_of(table);
    const std::size_t total = total_width(widths);
    if (total > columns && !widths.empty()) {
        std::size_t& width = widths[table.flexible];
        const std::size_t over = total - columns;
        width = width > over + k_narrowest ? width - over : std::min(width, k_narrowest);
    }
    std::vector<std::string> headings;
    for (const TableColumn& column : table.columns) headings.push_back(column.heading);
    std::string out = line_of(headings, table, widths);
    for (auto row : table.rows) {
        row[table.flexible] = ellipsize(row[table.flexible], widths[table.flexible]);
        out += line_of(row, table, widths);
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

}  // namespace kilter
