// The collected printed pages that belong to a folder of Online Invoice XML files: one text, as
// pdftotext -layout gives it, where a line `Fájlnév: NAME.xml` stands below each page and a
// numbered heading with the word `példa` above it. Pure, any thread.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace kilter {

// File name (as compared by print_key) -> page, without the running heads and page numbers.
// Several file names below one page share it. Empty: the text has no such line.
std::map<std::string, std::string> cut_nav_pages(std::string_view text);

// File names are the same where only white space differs.
std::string print_key(std::string_view file_name);

}  // namespace kilter
