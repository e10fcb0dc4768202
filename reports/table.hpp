// Lays cells out in columns for a terminal or for Markdown. Widths are display columns; cells must
// be safe text already (base/text/terminal.hpp). Pure, any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kilter {

enum class Align { left, right };

struct TableColumn {
    std::string heading;
    Align align = Align::left;
    int spare = 0;  // > 0: left out where the table is too wide, the highest first
};

struct Table {
    std::vector<TableColumn> columns;
    std::vector<std::vector<std::string>> rows;  // each as long as columns
    std::size_t flexible = 0;                    // the column whose cells may be cut
};

// Two spaces between columns. To fit into `columns`, spare columns are left out, then the cells of
// the flexible one are cut.
std::string terminal_table(const Table& table, std::size_t columns);
// A GitHub-flavoured Markdown table; pipes in cells are escaped.
std::string markdown_table(const Table& table);

// Text from a model or a file as Markdown shows it literally.
std::string markdown_escape(std::string_view text);

}  // namespace kilter
