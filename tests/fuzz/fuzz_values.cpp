// Any text as a number, an amount, a percentage, a date or a length of time, in Hungarian, English
// and German: canonical text is a fixed point, equal canonical texts score 1, white space around a
// value changes nothing. The first byte chooses the comparator and the language, the second the
// options; a unit separator (0x1F) stands between two values that are compared.
#include <array>
#include <cmath>

#include "base/text/normalize.hpp"
#include "scorers/fields/comparator.hpp"
#include "tests/fuzz/fuzz_input.hpp"

namespace {

using namespace kilter;
using fuzz::require;
using fuzz::require_equal;

Field make_field(unsigned choice, unsigned options) {
    constexpr std::array k_compare = {Comparator::number, Comparator::amount, Comparator::percent,
                                      Comparator::date, Comparator::duration};
    constexpr std::array k_locales = {Locale::hu, Locale::en, Locale::de};
    constexpr std::array k_rules = {CurrencyRule::optional, CurrencyRule::required,
                                    CurrencyRule::ignore, CurrencyRule::optional};
    constexpr std::array k_grains = {Granularity::day, Granularity::month, Granularity::year,
                                     Granularity::day};
    Field field;
    field.path = "x";
    field.compare = k_compare[choice % k_compare.size()];
    field.options.locale = k_locales[choice / k_compare.size() % k_locales.size()];
    field.options.currency = k_rules[options & 3U];
    field.options.default_currency = "HUF";
    field.options.granularity = k_grains[options & 3U];
    field.options.order = (options & 4U) != 0 ? SlashOrder::mdy : SlashOrder::dmy;
    field.options.scale_words = (options & 4U) == 0;
    field.options.fraction_ok = (options & 8U) != 0;
    field.options.unify = (options & 8U) != 0;
    if ((options & 16U) != 0) {
        field.options.languages = {field.options.locale};
        if (field.compare == Comparator::number) field.options.unit = "kg";
    }
    return field;
}

// Canonical text is written with a decimal point, a percentage of it without the sign.
Reading read_canonical(Field field, std::string text) {
    field.options.locale = Locale::en;
    if (field.compare == Comparator::percent) text += "%";
    const json::Value value = json::make_string(std::move(text));
    return read_value(field, &value);
}

// An amount that lacks the currency it must have is read and never right; gold is refused like
// that.
bool lacks_currency(const Field& field, const Reading& reading) {
    return field.compare == Comparator::amount &&
           field.options.currency == CurrencyRule::required && reading.name.empty();
}

Reading check_value(const Field& field, const std::string& text) {
    constexpr std::size_t k_longest = 150;  // bytes; the readers of dates and times stop at 160
    const json::Value value = json::make_string(text);
    const Reading reading = read_value(field, &value);
    if (text.size() <= k_longest) {
        const json::Value padded = json::make_string(" \n" + text + "\t ");
        const Reading again = read_value(field, &padded);
        require_equal(again.canonical.value_or("-"), reading.canonical.value_or("-"),
                      "white space around a value changes nothing");
    }
    if (!reading.canonical) return reading;
    require(!reading.absent, "absent values have no text", text);
    const double right = lacks_currency(field, reading) ? 0 : 1;
    require(compare_readings(field, reading, reading) == right, "a value equals itself", text);
    if (reading.canonical->size() > k_longest) return reading;
    const Reading again = read_canonical(field, *reading.canonical);
    require_equal(again.canonical.value_or("(unreadable)"), *reading.canonical,
                  "canonical text is a fixed point");
    require(compare_readings(field, reading, again) == right, "canonical text is the value", text);
    return reading;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view input = fuzz::as_text(data, size);
    const unsigned choice = fuzz::take_choice(input);
    const Field field = make_field(choice, fuzz::take_choice(input));
    const std::vector<std::string_view> parts = fuzz::split_parts(input);
    const Reading gold = check_value(field, std::string(parts[0]));
    if (parts.size() < 2) return 0;
    const Reading answer = check_value(field, std::string(parts[1]));
    const double score = compare_readings(field, gold, answer);
    require(score == 0 || score == 1, "these comparators give 0 or 1", input);
    if (lacks_currency(field, gold) || lacks_currency(field, answer)) return 0;
    require(score == compare_readings(field, answer, gold), "without tolerances order is no matter",
            input);
    const bool same = gold.canonical && gold.canonical == answer.canonical;
    require(!same || score == 1, "equal canonical texts score 1", input);
    if (field.compare != Comparator::amount) {
        require(same == (score == 1), "a score of 1 means equal canonical texts", input);
    }
    return 0;
}
