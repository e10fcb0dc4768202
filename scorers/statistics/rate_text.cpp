#include "scorers/statistics/rate_text.hpp"

#include <charconv>
#include <optional>
#include <string>

#include "base/text/terminal.hpp"

namespace kilter {
namespace {

std::optional<double> number_from(std::string_view text) {
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] =
        std::from_chars(text.data(), end, value, std::chars_format::fixed);  // no inf beyond words
    if (error != std::errc{} || stop != end || !(value >= 0 && value <= 100)) return std::nullopt;
    return value;
}

}  // namespace

Result<double> rate_from(std::string_view text) {
    std::string_view number = text;
    const bool percent = !number.empty() && number.back() == '%';
    if (percent) number.remove_suffix(1);
    while (percent && !number.empty() && number.back() == ' ') number.remove_suffix(1);
    const auto value = number_from(number);
    const double limit = percent ? 100 : 1;
    if (value && *value <= limit) return *value / limit;
    std::string message = "'" + visible(text) + "' is no rate: write it like 0.05 or 5%";
    if (value) message += "; did you mean " + std::string{number} + "%?";
    return fail(std::move(message));
}

}  // namespace kilter
