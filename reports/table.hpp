// Lays cells out in columns for a terminal or for Markdown. Widths are display columns; cells must
// be safe text already (base/text/terminal.hpp). What does not fit a terminal loses its sparest
// columns, then the ends of its flexible cells; what still does not fit becomes a list. Pure, any
// thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kilter {

enum class Align { left, right };

struct TableColumn {
    std::string heading;
    Align align = Align::left;
    int spare = 0;             // > 0: left out where the table is too wide, the highest first
    std::string meaning = {};  // for a legend; empty: the heading says it
};

struct Table {
    std::vector<TableColumn> columns;
    std::vector<std::vector<std::string>> rows;  // each as long as columns
    std::size_t flexible = 0;                    // the column whose cells may be cut
    // A terminal narrower than this gets a list that lacks nothing instead of a table that lacks
    // columns.
    std::size_t list_below = 0;
};

// The table without the columns that a terminal of this width has no room for.
Table fit_table(const Table& table, std::size_t columns);
// Two spaces between columns. As a list: the flexible cell on a line, the others below it, each
// behind its heading; empty cells are left out.
std::string terminal_table(const Table& table, std::size_t columns);
// The meanings of its columns as one paragraph, each once.
std::string legend_of(const std::vector<Table>& tables);
// A GitHub-flavoured Markdown table; pipes in cells are escaped.
std::string markdown_table(const Table& table);

// Text from a model or a file as Markdown shows it literally.
std::string markdown_escape(std::string_view text);
// The same inside an HTML element, where Markdown is not read.
std::string html_escape(std::string_view text);

}  // namespace kilter
