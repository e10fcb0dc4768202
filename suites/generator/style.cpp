#include "suites/generator/style.hpp"

#include <array>
#include <cstdlib>

namespace kilter::gen {
namespace {

std::string two_digits(long long value) {
    return (value < 10 ? "0" : "") + std::to_string(value);
}

std::string with_hundredths(long long value, const Style& style) {
    const long long size = std::llabs(value);
    const std::string point = style.language == Language::hu ? "," : ".";
    return (value < 0 ? "-" : "") + grouped(size / 100, style) + point + two_digits(size % 100);
}

}  // namespace

Style draw_style(Language language, PortableRandom& random) {
    Style style;
    style.language = language;
    if (language == Language::hu) {
        constexpr std::array<DayForm, 5> k_days{DayForm::words, DayForm::words, DayForm::spaced,
                                                DayForm::dotted, DayForm::iso};
        constexpr std::array<MoneyForm, 5> k_money{
            MoneyForm::sign, MoneyForm::sign, MoneyForm::code, MoneyForm::dash, MoneyForm::cents};
        const std::array<std::string, 4> groups{" ", " ", "\xC2\xA0", "."};
        style.day = k_days[random.below(k_days.size())];
        style.money = k_money[random.below(k_money.size())];
        style.group = groups[random.below(groups.size())];
        return style;
    }
    constexpr std::array<DayForm, 4> k_days{DayForm::words, DayForm::words, DayForm::month_first,
                                            DayForm::iso};
    constexpr std::array<MoneyForm, 3> k_money{MoneyForm::sign, MoneyForm::code, MoneyForm::cents};
    style.day = k_days[random.below(k_days.size())];
    style.money = k_money[random.below(k_money.size())];
    style.group = ",";
    return style;
}

std::string grouped(long long value, const Style& style) {
    const std::string digits = std::to_string(std::llabs(value));
    std::string out = value < 0 ? "-" : "";
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) out += style.group;
        out += digits[i];
    }
    return out;
}

std::string money(long long value, const Style& style) {
    if (style.language == Language::en) {
        const std::string figure = with_hundredths(value, style);
        if (style.money == MoneyForm::code) return "EUR " + figure;
        return style.money == MoneyForm::sign ? "\xE2\x82\xAC" + figure : figure + " EUR";
    }
    const std::string figure = grouped(value, style);
    switch (style.money) {
        case MoneyForm::sign:
            return figure + " Ft";
        case MoneyForm::code:
            return figure + " HUF";
        case MoneyForm::dash:
            return figure + ",- Ft";
        case MoneyForm::cents:
            return figure + ",00 Ft";
    }
    return figure;
}

std::string money_in(long long hundredths, const std::string& currency, const Style& style) {
    const std::string figure = with_hundredths(hundredths, style);
    return style.language == Language::hu ? figure + " " + currency : currency + " " + figure;
}

std::string hundredths_literal(long long value) {
    const long long size = std::llabs(value);
    return (value < 0 ? "-" : "") + std::to_string(size / 100) + "." + two_digits(size % 100);
}

}  // namespace kilter::gen
