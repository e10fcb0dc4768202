// The page as it was built from reports/web: HTML with its script and style, and three marks that a
// report replaces. Compiled into the binary. Any thread.
#pragma once

#include <string_view>

namespace kilter {

inline constexpr std::string_view k_title_mark = "<!--kilter:title-->";
inline constexpr std::string_view k_board_mark = "<!--kilter:board-->";
inline constexpr std::string_view k_data_mark = "<!--kilter:data-->";

// Empty: the page was left out of this build, which had no Node.js or not the packages of the page.
std::string_view page_template();

}  // namespace kilter
