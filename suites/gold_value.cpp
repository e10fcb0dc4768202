#include "suites/gold_value.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <vector>

#include "base/decimal.hpp"
#include "base/text/normalize.hpp"

namespace kilter {
namespace {

using json::Value;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// -1 where `text` is not all digits.
int small_number(std::string_view text) {
    int value = 0;
    for (const char c : text) {
        if (!is_digit(c)) return -1;
        value = value * 10 + (c - '0');
    }
    return text.empty() ? -1 : value;
}

// YYYY, YYYY-MM or YYYY-MM-DD, an existing day; at least as exact as the granularity.
bool is_iso_date(std::string_view text, Granularity granularity) {
    const bool has_month = text.size() >= 7;
    const bool has_day = text.size() == 10;
    if (text.size() != 4 && text.size() != 7 && !has_day) return false;
    if (granularity == Granularity::day && !has_day) return false;
    if (granularity == Granularity::month && !has_month) return false;
    if ((has_month && text[4] != '-') || (has_day && text[7] != '-')) return false;
    const int year = small_number(text.substr(0, 4));
    const int month = has_month ? small_number(text.substr(5, 2)) : 1;
    const int day = has_day ? small_number(text.substr(8, 2)) : 1;
    if (year < 0 || month < 0 || day < 0) return false;
    return std::chrono::year_month_day{std::chrono::year{year},
                                       std::chrono::month{static_cast<unsigned>(month)},
                                       std::chrono::day{static_cast<unsigned>(day)}}
        .ok();
}

std::string must_be_text(const Value& value) {
    if (value.is_string()) return {};
    if (value.is_number()) {
        return "reads as a number; put it in quotes, as in \"" + value.text + "\"";
    }
    if (value.kind == json::Kind::boolean) {
        return "reads as true or false; put it in quotes if the word is meant";
    }
    return "must be text";
}

std::string must_be_number(const Value& value) {
    if (!value.is_number() && !value.is_string()) return "must be a number";
    if (!Decimal::parse(value.text)) {
        return "is not a number of at most 1000 digits: '" + value.text.substr(0, 40) + "'";
    }
    return {};
}

// A number, text such as "6157040 HUF", or {value, currency}.
std::string must_be_amount(const Value& value, CurrencyRule rule) {
    bool has_currency = false;
    if (value.is_object()) {
        const Value* figure = value.find("value");
        const Value* currency = value.find("currency");
        if (figure == nullptr || currency == nullptr || value.members.size() != 2 ||
            !currency->is_string()) {
            return "must have exactly value and currency, as in {value: 100, currency: EUR}";
        }
        if (!must_be_number(*figure).empty()) return "has a value that is not a number";
        has_currency = !currency->text.empty();
    } else if (value.is_number()) {
        if (const std::string problem = must_be_number(value); !problem.empty()) return problem;
    } else if (value.is_string()) {
        if (std::none_of(value.text.begin(), value.text.end(), is_digit)) {
            return "holds no digit, so it is no amount";
        }
        has_currency = !Decimal::parse(value.text);
    } else {
        return "must be an amount: a number, text, or {value, currency}";
    }
    if (rule == CurrencyRule::required && !has_currency) {
        return "needs its currency, as in {value: 100, currency: EUR}";
    }
    return {};
}

std::string must_be_date(const Value& value, Granularity granularity) {
    if (std::string problem = must_be_text(value); !problem.empty()) return problem;
    if (is_iso_date(value.text, granularity)) return {};
    const char* shape = granularity == Granularity::day     ? "an existing day as YYYY-MM-DD"
                        : granularity == Granularity::month ? "a month as YYYY-MM"
                                                            : "a year as YYYY, in quotes";
    return std::string{"must be "} + shape;
}

std::string must_be_listed(const Value& value, const std::vector<std::string>& values) {
    if (std::string problem = must_be_text(value); !problem.empty()) return problem;
    if (values.empty() || std::find(values.begin(), values.end(), value.text) != values.end()) {
        return {};
    }
    return "is '" + value.text + "', which is not among the field's values";
}

// A number, or text with a digit ("27%").
std::string must_be_percent(const Value& value, bool fraction_ok) {
    if (value.is_string()) {
        const bool digit = std::any_of(value.text.begin(), value.text.end(), is_digit);
        return digit ? "" : "holds no digit, so it is no percentage";
    }
    std::string problem = must_be_number(value);
    if (!problem.empty() || !fraction_ok) return problem;
    // Under this option the answer 0.27 means 27, and so would this gold.
    const auto number = Decimal::parse(value.text);
    const bool small = !number->is_zero() && number->absolute() < Decimal::from_integer(1);
    return small ? "is below 1 and would be read as a fraction; write it as text, as in \"0.5%\""
                 : "";
}

// Two letters with a digit between would do; whether it can be read is for the scorers to say.
std::string must_hold_a_digit(const Value& value, std::string_view what) {
    if (std::string problem = must_be_text(value); !problem.empty()) return problem;
    if (std::any_of(value.text.begin(), value.text.end(), is_digit)) return {};
    return "holds no digit, so it is no " + std::string{what};
}

// Phrases that an answer must hold, or one text that holds those of the option.
std::string must_be_phrases(const Value& value, bool listed) {
    if (!value.is_array()) {
        const std::string problem = must_be_text(value);
        if (!problem.empty() || listed || !is_blank(value.text)) return problem;
        return "is empty; write the phrase that the answer must hold, or null";
    }
    if (listed) return "must be a text where the field lists its phrases";
    for (const Value& one : value.items) {
        if (!one.is_string() || is_blank(one.text))
            return "must hold phrases, as in [30 nap, írásban]";
    }
    return {};
}

}  // namespace

std::string gold_problem(const Value& value, const Field& field) {
    if (value.is_null() || field.compare == Comparator::judge) return {};
    if (value.is_array() && field.compare != Comparator::contains_all) {
        return "is a list; compare it as list_set, list_ordered or list_records";
    }
    switch (field.compare) {
        case Comparator::string_exact:
        case Comparator::string:
        case Comparator::anls:
            return must_be_text(value);
        case Comparator::id: {
            std::string problem = must_be_text(value);
            const bool usable = std::any_of(value.text.begin(), value.text.end(), [](char c) {
                return is_digit(c) || is_letter(c) || static_cast<unsigned char>(c) >= 0x80U;
            });
            if (problem.empty() && !usable) problem = "holds no letter or digit, so it is no id";
            return problem;
        }
        case Comparator::number:
            return must_be_number(value);
        case Comparator::amount:
            return must_be_amount(value, field.options.currency);
        case Comparator::percent:
            return must_be_percent(value, field.options.fraction_ok);
        case Comparator::duration:
            return must_hold_a_digit(value, "duration");
        case Comparator::citation:
            return must_hold_a_digit(value, "citation");
        case Comparator::contains_all:
            return must_be_phrases(value, !field.options.phrases.empty());
        case Comparator::regex:
            return must_be_text(value);
        case Comparator::date:
            return must_be_date(value, field.options.granularity);
        case Comparator::boolean:
            return value.kind == json::Kind::boolean ? "" : "must be true or false, without quotes";
        case Comparator::enumeration:
            return must_be_listed(value, field.options.values);
        case Comparator::list_set:
        case Comparator::list_ordered:
        case Comparator::list_records:
        case Comparator::tool_call:
        case Comparator::judge:
            break;
    }
    return {};
}

}  // namespace kilter
