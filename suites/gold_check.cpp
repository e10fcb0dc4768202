#include "suites/gold_check.hpp"

#include <algorithm>
#include <chrono>
#include <set>

#include "base/decimal.hpp"

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

// What is wrong with the value for its comparator; empty: nothing. Null suits every field.
std::string problem_of(const Value& value, const Field& field) {
    if (value.is_null() || field.compare == Comparator::judge) return {};
    if (value.is_array()) return "is a list, which is not supported by this version of kilter";
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
        case Comparator::date:
            return must_be_date(value, field.options.granularity);
        case Comparator::boolean:
            return value.kind == json::Kind::boolean ? "" : "must be true or false, without quotes";
        case Comparator::enumeration:
            return must_be_listed(value, field.options.values);
        case Comparator::judge:
            return {};
    }
    return {};
}

class Walk {
  public:
    Walk(const std::string& file, const std::string& what, const std::vector<FieldDraft>& fields,
         Diagnostics& diagnostics)
        : file_(file), what_(what), fields_(fields), diagnostics_(diagnostics) {}

    void visit(const tree::Node& node, const std::string& path) {
        const auto field = std::find_if(fields_.begin(), fields_.end(), [&](const FieldDraft& one) {
            return one.field.path == path;
        });
        if (field != fields_.end()) {
            seen_.insert(path);
            if (!field->usable) return;
            const std::string problem = problem_of(tree::to_json(node), field->field);
            if (!problem.empty()) error(node.at, "gold '" + path + "' " + problem);
        } else if (node.kind == tree::Kind::mapping && !node.entries.empty()) {
            visit_members(node, path);
        } else if (node.kind == tree::Kind::sequence) {
            error(node.at, "gold '" + path +
                               "' is a list, which is not supported by this version of kilter");
        } else {
            error(node.at, "gold '" + path + "' has no field; add it under fields");
        }
    }

    void visit_members(const tree::Node& node, const std::string& path) {
        for (const tree::Entry& entry : node.entries) {
            if (entry.key.find_first_of(".[]") != std::string::npos) {
                error(entry.key_at, "gold key '" + entry.key + "' must not hold a dot or bracket");
                continue;
            }
            visit(entry.value, path.empty() ? entry.key : path + "." + entry.key);
        }
    }

    void report_fields_without_gold(SourcePosition gold_at) {
        for (const FieldDraft& one : fields_) {
            const std::string& path = one.field.path;
            const bool judged = one.usable && one.field.compare == Comparator::judge;
            if (judged || seen_.count(path) > 0 || path.find('[') != std::string::npos) continue;
            error(gold_at, "field '" + path + "' has no gold value; write " + path +
                               ": null where no value is the right answer");
        }
    }

    bool clean() const { return clean_; }

  private:
    void error(SourcePosition at, const std::string& message) {
        clean_ = false;
        diagnostics_.error(file_, at, what_ + ": " + message);
    }

    const std::string& file_;
    const std::string& what_;
    const std::vector<FieldDraft>& fields_;
    Diagnostics& diagnostics_;
    std::set<std::string> seen_;
    bool clean_ = true;
};

}  // namespace

bool check_gold(const tree::Node& gold, const std::string& file, const std::string& what,
                const std::vector<FieldDraft>& fields, Diagnostics& diagnostics) {
    if (gold.kind != tree::Kind::mapping) {
        diagnostics.error(file, gold.at, what + ": gold must be a mapping, as in {total: 100}");
        return false;
    }
    Walk walk{file, what, fields, diagnostics};
    walk.visit_members(gold, "");
    walk.report_fields_without_gold(gold.at);
    return walk.clean();
}

const Value* find_gold(const Value& gold, std::string_view path) {
    const Value* at = &gold;
    while (at != nullptr && !path.empty()) {
        const auto dot = path.find('.');
        at = at->find(path.substr(0, dot));
        path.remove_prefix(dot == std::string_view::npos ? path.size() : dot + 1);
    }
    return at;
}

}  // namespace kilter
