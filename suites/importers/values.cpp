#include "suites/importers/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <vector>

#include "base/decimal.hpp"
#include "base/text/normalize.hpp"

namespace kilter {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

constexpr std::array<std::string_view, 12> k_months{
    "january", "february", "march",     "april",   "may",      "june",
    "july",    "august",   "september", "october", "november", "december"};

// 0 where the word begins no month; three letters do.
int month_of(std::string_view word) {
    if (word.size() < 3) return 0;
    const std::string folded = case_fold(word);
    for (std::size_t i = 0; i < k_months.size(); ++i) {
        if (k_months[i].starts_with(folded)) return static_cast<int>(i) + 1;
    }
    return 0;
}

// Runs of digits and runs of letters; nullopt where anything but the usual marks parts them.
std::optional<std::vector<std::string_view>> parts_of(std::string_view text) {
    std::vector<std::string_view> parts;
    for (std::size_t at = 0; at < text.size();) {
        const bool digit = is_digit(text[at]);
        if (!digit && !is_letter(text[at])) {
            if (std::string_view{" -/.,'"}.find(text[at]) == std::string_view::npos) {
                return std::nullopt;
            }
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < text.size() && (digit ? is_digit(text[end]) : is_letter(text[end]))) ++end;
        parts.push_back(text.substr(at, end - at));
        at = end;
    }
    return parts;
}

int number_in(std::string_view digits) {
    int value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
}

std::optional<DateReading> make_date(std::string_view year, int month, std::string_view day) {
    const bool short_year = year.size() == 2;
    if ((year.size() != 4 && !short_year) || day.empty() || day.size() > 2) return std::nullopt;
    const int whole_year = number_in(year) + (short_year ? 2000 : 0);
    const int whole_day = number_in(day);
    const std::chrono::year_month_day date{std::chrono::year{whole_year},
                                           std::chrono::month{static_cast<unsigned>(month)},
                                           std::chrono::day{static_cast<unsigned>(whole_day)}};
    if (month < 1 || !date.ok()) return std::nullopt;
    return DateReading{fmt::format("{:04}-{:02}-{:02}", whole_year, month, whole_day), short_year};
}

struct Marks {
    char group, decimal;
};

Marks marks_of(Locale locale) {
    return locale == Locale::en ? Marks{',', '.'} : Marks{'.', ','};
}

// The figure inside: from the first digit (and its sign) to the last. Currencies on either side
// are letters, signs or white space; anything else that holds no digit is no number.
std::string_view figure_in(std::string_view text) {
    const auto first = std::find_if(text.begin(), text.end(), is_digit);
    if (first == text.end()) return {};
    const auto last = std::find_if(text.rbegin(), text.rend(), is_digit).base();
    auto from = static_cast<std::size_t>(first - text.begin());
    const auto to = static_cast<std::size_t>(last - text.begin());
    if (from > 0 && text[from - 1] == '-') --from;
    return text.substr(from, to - from);
}

}  // namespace

std::optional<DateReading> date_of(std::string_view text, SlashOrder order) {
    const auto parts = parts_of(trim(text));
    if (!parts) return std::nullopt;
    if (parts->size() == 1 && (*parts)[0].size() == 8 && is_digit((*parts)[0][0])) {
        const std::string_view digits = (*parts)[0];
        return make_date(digits.substr(0, 4), number_in(digits.substr(4, 2)), digits.substr(6));
    }
    if (parts->size() != 3) return std::nullopt;
    const std::string_view a = (*parts)[0];
    const std::string_view b = (*parts)[1];
    const std::string_view c = (*parts)[2];
    if (!is_digit(c[0])) return std::nullopt;
    if (!is_digit(a[0])) return is_digit(b[0]) ? make_date(c, month_of(a), b) : std::nullopt;
    if (!is_digit(b[0])) {
        return a.size() == 4 ? make_date(a, month_of(b), c) : make_date(c, month_of(b), a);
    }
    if (b.size() > 2) return std::nullopt;
    if (a.size() == 4) return make_date(a, number_in(b), c);
    if (a.size() > 2) return std::nullopt;
    return order == SlashOrder::dmy ? make_date(c, number_in(b), a) : make_date(c, number_in(a), b);
}

bool is_iso_day(std::string_view text) {
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
    const auto date = date_of(text, SlashOrder::dmy);
    return date && date->iso == text;
}

std::optional<std::string> number_of(std::string_view text, Locale locale) {
    constexpr std::size_t k_longest = 64;  // bytes; a figure with its currency
    if (text.size() > k_longest) return std::nullopt;
    const std::string_view figure = figure_in(text);
    const Marks marks = marks_of(locale);
    std::string literal;
    std::size_t run = 0;  // digits since the last group mark
    bool grouped = false;
    bool fraction = false;
    for (const char c : figure) {
        if (is_digit(c)) {
            ++run;
            literal += c;
        } else if (c == '-' && literal.empty()) {
            literal += c;
        } else if (c == marks.group && !fraction && run > 0 && (!grouped ? run <= 3 : run == 3)) {
            grouped = true;
            run = 0;
        } else if (c == marks.decimal && !fraction && (!grouped || run == 3)) {
            fraction = true;
            literal += '.';
        } else {
            return std::nullopt;
        }
    }
    if (grouped && !fraction && run != 3) return std::nullopt;
    return decimal_of(literal);
}

std::optional<std::string> decimal_of(std::string_view text) {
    const auto value = Decimal::parse(text);
    if (!value) return std::nullopt;
    return value->canonical();
}

std::optional<Comparator> guess_comparator(const json::Value& value) {
    switch (value.kind) {
        case json::Kind::null:
            return std::nullopt;
        case json::Kind::boolean:
            return Comparator::boolean;
        case json::Kind::number:
            return Comparator::number;
        case json::Kind::string:
            return is_iso_day(value.text) ? Comparator::date : Comparator::string;
        case json::Kind::array:
        case json::Kind::object:
            break;
    }
    return Comparator::string;
}

}  // namespace kilter
