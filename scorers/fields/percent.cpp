#include "scorers/fields/percent.hpp"

#include <array>
#include <string>

#include "scorers/fields/number_text.hpp"
#include "scorers/fields/text.hpp"

namespace kilter {
namespace {

constexpr std::size_t k_longest = 8192;  // bytes
constexpr std::array<std::string_view, 6> k_words = {"%",        "százalék", "percent",
                                                     "per cent", "prozent",  "pct"};

// Cuts the sign or word off; false: there is none. A case suffix may follow: "27%-os".
bool take_sign(std::string& text) {
    if (const auto percent = text.find("%-"); percent != std::string::npos) {
        constexpr std::size_t k_longest_suffix = 8;
        const std::size_t rest = text.size() - percent - 2;
        const bool word = rest > 0 && rest <= k_longest_suffix &&
                          text.find_first_of("0123456789 ,.-", percent + 2) == std::string::npos;
        if (!word) return false;
        text.resize(percent);
        return true;
    }
    for (const std::string_view word : k_words) {
        if (!text.ends_with(word)) continue;
        text.resize(text.size() - word.size());
        return true;
    }
    return false;
}

}  // namespace

std::optional<Percent> read_percent(const FieldOptions& options, const json::Value& value) {
    std::optional<Decimal> number;
    Percent percent;
    if (value.is_number()) {
        number = Decimal::parse(value.text);
    } else if (value.is_string() && value.text.size() <= k_longest) {
        std::string text = normalise_text(value.text, true);
        percent.has_sign = take_sign(text);
        number = read_number_text(text, options.locale);
    }
    if (!number) return std::nullopt;
    const bool fraction =
        options.fraction_ok && !percent.has_sign && number->absolute() < Decimal::from_integer(1);
    percent.value = fraction ? number->shifted(2) : *number;
    return percent;
}

}  // namespace kilter
