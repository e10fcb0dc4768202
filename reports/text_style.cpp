#include "reports/text_style.hpp"

#include "base/text/terminal.hpp"

namespace kilter {

std::string paint(std::string_view text, Paint how, const TextStyle& style) {
    if (!style.colour || how == Paint::plain) return std::string{text};
    // A line's end stays outside, so that the next line begins without attributes.
    const std::string_view end = !text.empty() && text.back() == '\n' ? "\n" : "";
    text.remove_suffix(end.size());
    const char* code = "0";
    switch (how) {
        case Paint::strong:
            code = "1";
            break;
        case Paint::good:
            code = "32";
            break;
        case Paint::bad:
            code = "31";
            break;
        case Paint::warn:
            code = "33";
            break;
        case Paint::faint:
            code = "2";
            break;
        case Paint::plain:
            break;
    }
    return "\x1b[" + std::string{code} + "m" + std::string{text} + "\x1b[0m" + std::string{end};
}

std::string wrap(std::string_view text, std::size_t indent, const TextStyle& style) {
    const std::string space(indent, ' ');
    std::string out, line;
    std::size_t used = 0;
    while (!text.empty()) {
        const std::size_t end = text.find(' ');
        const std::string_view word = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
        const std::size_t width = display_width(word);
        if (used > 0 && indent + used + 1 + width > style.columns) {
            out += line + "\n" + space;
            line.clear();
            used = 0;
        }
        if (used > 0) line += ' ';
        line += word;
        used += width + (used > 0 ? 1 : 0);
    }
    return out + line + "\n";
}

}  // namespace kilter
