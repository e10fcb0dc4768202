#include "scorers/fields/amount.hpp"

#include <utility>
#include <vector>

#include "base/text/normalize.hpp"
#include "base/text/utf8.hpp"
#include "scorers/fields/currency.hpp"
#include "scorers/fields/number_text.hpp"
#include "scorers/fields/text.hpp"

namespace kilter {
namespace {

constexpr std::size_t k_longest = 8192;  // bytes
constexpr std::size_t k_most_pieces = 16;

struct Piece {
    bool word = false;  // else what a number may be made of
    std::string text;
};

bool is_digit(char32_t c) {
    return c >= U'0' && c <= U'9';
}

bool is_number_part(char32_t c) {
    return is_digit(c) || is_space(c) || c == U'.' || c == U',' || c == U'\'' || c == U'(' ||
           c == U')' || c == U'+' || c == U'-' || c == 0x2019 || c == 0x2212 || c == 0x2013;
}

bool has_digit(std::string_view text) {
    return text.find_first_of("0123456789") != std::string_view::npos;
}

bool ends_in_sign(std::string_view word) {
    return word.ends_with("$") || word.ends_with("€") || word.ends_with("£") || word.ends_with("¥");
}

// Words apart from all else. A full stop right behind a word ends an abbreviation ("Ft.", "Mrd.");
// with a digit behind it ("Rs.500") it could be a decimal mark as well: nullopt. Behind a sign
// ("$.50") it can be nothing else.
std::optional<std::vector<Piece>> split(std::string_view text) {
    std::vector<Piece> pieces;
    for (std::size_t at = 0; at < text.size();) {
        const utf8::Step unit = utf8::step(text, at);
        const std::size_t next = at + unit.length;
        const bool word = !is_number_part(unit.code_point);
        const bool after_word = !pieces.empty() && pieces.back().word;
        if (unit.code_point == U'.' && after_word && !ends_in_sign(pieces.back().text)) {
            if (next < text.size() && is_digit(utf8::step(text, next).code_point)) {
                return std::nullopt;
            }
            pieces.push_back({false, ""});
        } else {
            if (pieces.empty() || pieces.back().word != word) {
                if (pieces.size() == k_most_pieces) return std::nullopt;
                pieces.push_back({word, ""});
            }
            pieces.back().text += text.substr(at, unit.length);
        }
        at = next;
    }
    return pieces;
}

// Puts one amount together from its pieces, left to right.
class Assembly {
  public:
    explicit Assembly(const FieldOptions& options) : options_(options) {}

    bool take(const Piece& piece) {
        if (!piece.word) {
            // A currency stands before or behind the digits, not between them.
            if (closed_ && has_digit(piece.text)) return false;
            number_ += piece.text;
            return true;
        }
        if (std::optional<Scale> scale =
                options_.scale_words ? scale_word(piece.text, options_.locale) : std::nullopt) {
            return take_scale(*scale);
        }
        const std::optional<std::string> code = currency_code(piece.text);
        return code && take_currency(*code);
    }

    std::optional<Amount> finish() {
        if (scaled_parts_ > 0) {
            if (has_digit(number_)) {
                if (!take_scale(Scale{})) return std::nullopt;
            } else if (!is_blank(number_)) {
                return std::nullopt;
            }
            return Amount{negative_ ? sum_.negated() : sum_, currency_};
        }
        const std::optional<Decimal> value = read_number_text(number_, options_.locale);
        if (!value) return std::nullopt;
        return Amount{*value, currency_};
    }

  private:
    bool take_currency(const std::string& code) {
        if (!currency_.empty() && currency_ != code) return false;
        currency_ = code;
        closed_ |= scaled_parts_ > 0 || has_digit(number_);
        return true;
    }

    // "6 millió 300 ezer": parts with falling scales, each smaller than one unit of the part
    // before.
    bool take_scale(const Scale& scale) {
        const std::optional<Decimal> part = read_number_text(number_, options_.locale);
        if (!part) return false;
        if (scaled_parts_ == 0) {
            negative_ = part->is_negative();
        } else if (part->is_negative() ||
                   part->shifted(scale.power) >= Decimal::from_integer(1).shifted(last_power_)) {
            return false;
        }
        sum_ = sum_ + part->absolute().shifted(scale.power);
        last_power_ = scale.power;
        ++scaled_parts_;
        number_.clear();
        return scale.currency.empty() || take_currency(scale.currency);
    }

    const FieldOptions& options_;
    std::string number_;  // not yet read
    std::string currency_;
    Decimal sum_;  // of the parts that had a scale word
    int scaled_parts_ = 0;
    int last_power_ = 0;
    bool negative_ = false;
    bool closed_ = false;  // a currency stood behind digits
};

std::optional<Amount> read_object(const FieldOptions& options, const json::Value& object) {
    const json::Value* value = object.find("value");
    if (value == nullptr) return std::nullopt;
    std::optional<Amount> amount;
    if (value->is_number()) {
        const std::optional<Decimal> number = Decimal::parse(value->text);
        if (number) amount = Amount{*number, ""};
    } else if (value->is_string()) {
        amount = read_amount_text(options, value->text);
    }
    const json::Value* currency = object.find("currency");
    if (!amount || currency == nullptr || currency->is_null()) return amount;
    if (!currency->is_string()) return std::nullopt;
    if (is_null_word(currency->text)) return amount;
    const std::optional<std::string> code = currency_code(trim(currency->text));
    if (!code || (!amount->currency.empty() && amount->currency != *code)) return std::nullopt;
    amount->currency = *code;
    return amount;
}

std::string default_currency(const FieldOptions& options) {
    if (!options.default_currency) return "";
    return currency_code(*options.default_currency).value_or(*options.default_currency);
}

}  // namespace

std::optional<Amount> read_amount_text(const FieldOptions& options, std::string_view text) {
    if (text.size() > k_longest) return std::nullopt;
    const std::string composed = nfc(trim(text));
    const std::optional<std::vector<Piece>> pieces = split(composed);
    if (!pieces) return std::nullopt;
    Assembly assembly(options);
    for (const Piece& piece : *pieces) {
        if (!assembly.take(piece)) return std::nullopt;
    }
    return assembly.finish();
}

std::optional<Amount> read_amount(const FieldOptions& options, const json::Value& value) {
    std::optional<Amount> amount;
    if (value.is_number()) {
        const std::optional<Decimal> number = Decimal::parse(value.text);
        if (number) amount = Amount{*number, ""};
    } else if (value.is_string()) {
        amount = read_amount_text(options, value.text);
    } else if (value.is_object()) {
        amount = read_object(options, value);
    }
    if (!amount) return std::nullopt;
    if (options.currency == CurrencyRule::ignore) amount->currency.clear();
    if (options.currency == CurrencyRule::optional && amount->currency.empty()) {
        amount->currency = default_currency(options);
    }
    return amount;
}

std::string canonical(const Amount& amount) {
    std::string text = amount.value.canonical();
    if (!amount.currency.empty()) text += " " + amount.currency;
    return text;
}

bool equal_amounts(const FieldOptions& options, const Amount& gold, const Amount& answer) {
    if (!within_tolerance(options, gold.value, answer.value)) return false;
    switch (options.currency) {
        case CurrencyRule::ignore:
            return true;
        case CurrencyRule::optional:
            return gold.currency.empty() || answer.currency.empty() ||
                   gold.currency == answer.currency;
        case CurrencyRule::required:
            break;
    }
    const std::string expected = gold.currency.empty() ? default_currency(options) : gold.currency;
    return !answer.currency.empty() && (expected.empty() || expected == answer.currency);
}

}  // namespace kilter
