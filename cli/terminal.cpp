#include "cli/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "base/text/terminal.hpp"

namespace kilter {

namespace {

constexpr std::size_t k_narrowest = 20;  // what is narrower gets lines of this width

int output_error = 0;  // the first errno of stdout

std::size_t columns_of_stdout() {
    if (const char* columns = std::getenv("COLUMNS"); columns != nullptr) {
        std::size_t value = 0;
        const char* end = columns + std::strlen(columns);
        if (std::from_chars(columns, end, value).ptr == end && value > 0)
            return std::max(value, k_narrowest);
    }
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return std::max<std::size_t>(size.ws_col, k_narrowest);
    return 80;
}

}  // namespace

TextStyle stdout_style(ColourChoice choice) {
    TextStyle style;
    style.columns = columns_of_stdout();
    const char* no_colour = std::getenv("NO_COLOR");
    const char* term = std::getenv("TERM");
    const bool dumb = term == nullptr || std::string_view{term} == "dumb";
    if (choice == ColourChoice::always)
        style.colour = true;
    else if (choice == ColourChoice::never || (no_colour != nullptr && *no_colour != '\0'))
        style.colour = false;
    else
        style.colour = isatty(STDOUT_FILENO) != 0 && !dumb;
    return style;
}

bool stderr_is_terminal() {
    return isatty(STDERR_FILENO) != 0;
}

void print_out(std::string_view text) {
    errno = 0;
    const bool whole = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if ((!whole || std::fflush(stdout) != 0) && errno != EPIPE && output_error == 0)
        output_error = errno != 0 ? errno : EIO;
}

std::string output_failure() {
    return output_error == 0 ? std::string{} : std::generic_category().message(output_error);
}

void print_line(std::string_view line) {
    std::fwrite(line.data(), 1, line.size(), stderr);
    std::fputc('\n', stderr);
}

void print_problem(std::string_view message) {
    print_line("kilter: " + visible(message));
}

}  // namespace kilter
