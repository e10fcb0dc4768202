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

}  // namespace

std::string terminal_table(const Table& table, std::size_t columns) {
    std::vector<std::size_t> widths;
    std::vector<std::string> headings;
    for (const TableColumn& column : table.columns) {
        headings.push_back(column.heading);
        widths.push_back(display_width(column.heading));
    }
    for (const auto& row : table.rows)
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], display_width(row[i]));
    std::size_t total = widths.empty() ? 0 : 2 * (widths.size() - 1);
    for (const std::size_t width : widths) total += width;
    constexpr std::size_t k_narrowest = 8;
    if (total > columns && !widths.empty()) {
        const std::size_t over = total - columns;
        widths[0] =
            widths[0] > over + k_narrowest ? widths[0] - over : std::min(widths[0], k_narrowest);
    }
    std::string out = line_of(headings, table, widths);
    for (auto row : table.rows) {
        row[0] = ellipsize(row[0], widths[0]);
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
