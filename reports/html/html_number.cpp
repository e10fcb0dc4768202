#include "reports/html/html_number.hpp"

#include <fmt/format.h>

#include "reports/json_numbers.hpp"
#include "reports/table.hpp"

namespace kilter {

std::string html_number(std::string_view path, const std::optional<double>& value,
                        std::string_view shown) {
    const ReportJson number = number_or_null(value);
    if (number.is_null()) return html_escape(shown);
    return fmt::format(R"(<data data-path="{}" value="{}">{}</data>)", path, number.dump(),
                       html_escape(shown));
}

std::string html_count(std::string_view path, long long value) {
    return fmt::format(R"(<data data-path="{0}" value="{1}">{1}</data>)", path, value);
}

}  // namespace kilter
