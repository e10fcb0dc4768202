// How this process may write: width, colour, whether someone watches stderr. Data goes to stdout,
// everything else to stderr. Colour: --color, then NO_COLOR, then whether stdout is a terminal.
#pragma once

#include <string>
#include <string_view>

#include "reports/text_style.hpp"

namespace kilter {

enum class ColourChoice { automatic, always, never };

// For stdout. Width: $COLUMNS, else the terminal's, else 80; never below 20.
TextStyle stdout_style(ColourChoice choice);
bool stderr_is_terminal();

// To stdout. A closed pipe is no error; any other failure is remembered for output_failure().
void print_out(std::string_view text);
// Why something could not be written to stdout; empty: all was.
std::string output_failure();
void print_line(std::string_view line);  // to stderr, with a newline
// "kilter: ..." to stderr, one line; control characters are shown, never sent.
void print_problem(std::string_view message);

}  // namespace kilter
