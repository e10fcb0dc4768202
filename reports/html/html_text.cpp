#include "reports/html/html_text.hpp"

#include <fmt/format.h>

#include "base/text/terminal.hpp"
#include "reports/json_numbers.hpp"

namespace kilter {

std::string html_text(std::string_view text) {
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
            case '"':
                out += "&quot;";
                break;
            default:
                out += c;
        }
    }
    return out;
}

std::string html_number(std::string_view path, const std::optional<double>& value,
                        std::string_view shown) {
    const ReportJson number = number_or_null(value);
    if (number.is_null()) return html_text(shown);
    return fmt::format(R"(<data data-path="{}" value="{}">{}</data>)", path, number.dump(),
                       html_text(shown));
}

std::string html_count(std::string_view path, long long value) {
    return fmt::format(R"(<data data-path="{0}" value="{1}">{1}</data>)", path, value);
}

}  // namespace kilter
