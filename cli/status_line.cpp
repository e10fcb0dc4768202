#include "cli/status_line.hpp"

#include <cstdio>

#include "cli/terminal.hpp"

namespace kilter {

StatusLine::~StatusLine() {
    if (open_) print_line("");
}

void StatusLine::show(const std::string& text) {
    if (!terminal_) {
        print_line(text);
        return;
    }
    std::fputs(("\r\x1b[K" + text).c_str(), stderr);
    std::fflush(stderr);
    open_ = true;
}

void StatusLine::notice(const std::string& line) {
    if (open_) std::fputs("\r\x1b[K", stderr);
    open_ = false;
    print_line(line);
}

}  // namespace kilter
