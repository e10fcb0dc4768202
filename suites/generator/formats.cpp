// The formats of the generator's expressions: how values become words in a document.
#include <array>

#include "suites/generator/calendar.hpp"
#include "suites/generator/english.hpp"
#include "suites/generator/functions.hpp"
#include "suites/generator/hungarian.hpp"

namespace kilter::gen {
namespace {

Result<Datum> text(std::string value) {
    return make_text(std::move(value));
}

Result<Datum> styled(const Arguments& a, MakingContext& context) {
    return text(styled_day(a[0].integer, context.style));
}

template <DayEnding ending, bool with_year>
Result<Datum> in_words(const Arguments& a, MakingContext& context) {
    return text(long_day(a[0].integer, context.style.language, ending, with_year));
}

Result<Datum> iso(const Arguments& a, MakingContext& /*context*/) {
    return text(iso_day(a[0].integer));
}

template <DayForm form>
Result<Datum> in_form(const Arguments& a, MakingContext& context) {
    Style style = context.style;
    style.day = form;
    return text(styled_day(a[0].integer, style));
}

Result<Datum> weekday(const Arguments& a, MakingContext& context) {
    return text(weekday_name(a[0].integer, context.style.language));
}

Result<Datum> year(const Arguments& a, MakingContext& /*context*/) {
    return make_int(year_of(a[0].integer));
}

Result<Datum> group(const Arguments& a, MakingContext& context) {
    return text(grouped(a[0].integer, context.style));
}

Result<Datum> money_text(const Arguments& a, MakingContext& context) {
    return text(money(a[0].integer, context.style));
}

// The figure alone, for columns of tables: 1 234 567; in English 12,345.67.
Result<Datum> figure(const Arguments& a, MakingContext& context) {
    if (context.style.language == Language::hu) return group(a, context);
    Style style = context.style;
    style.money = MoneyForm::code;
    return text(money(a[0].integer, style).substr(4));
}

Result<Datum> currency_text(const Arguments& a, MakingContext& context) {
    return text(money_in(a[0].integer, a[1].text, context.style));
}

Result<Datum> hundredths(const Arguments& a, MakingContext& /*context*/) {
    return make_literal(hundredths_literal(a[0].integer));
}

// Tenths with the decimal mark of the language: 45 -> 4,5
Result<Datum> tenths(const Arguments& a, MakingContext& context) {
    const char* mark = context.style.language == Language::hu ? "," : ".";
    return text(std::to_string(a[0].integer / 10) + mark + std::to_string(a[0].integer % 10));
}

Result<Datum> tenths_number(const Arguments& a, MakingContext& /*context*/) {
    return make_literal(std::to_string(a[0].integer / 10) + "." +
                        std::to_string(a[0].integer % 10));
}

std::string words_of(long long value, const MakingContext& context) {
    return context.style.language == Language::hu ? hungarian_words(value) : english_words(value);
}

Result<Datum> words(const Arguments& a, MakingContext& context) {
    return text(words_of(a[0].integer, context));
}

// Before a noun: két, not kettő.
Result<Datum> words_before_noun(const Arguments& a, MakingContext& context) {
    std::string word = words_of(a[0].integer, context);
    constexpr std::string_view k_two = "kettő";
    if (word.ends_with(k_two)) word.replace(word.size() - k_two.size(), k_two.size(), "két");
    return text(word);
}

Result<Datum> number_and_words(const Arguments& a, MakingContext& context) {
    return text(grouped(a[0].integer, context.style) + " (" + words_of(a[0].integer, context) +
                ")");
}

Result<Datum> ordinal(const Arguments& a, MakingContext& /*context*/) {
    return text(english_ordinal(a[0].integer));
}

Result<Datum> with_article(const Arguments& a, MakingContext& /*context*/) {
    const std::string word = plain_text(a[0]);
    return text(article(word) + " " + word);
}

Result<Datum> with_capital_article(const Arguments& a, MakingContext& /*context*/) {
    const std::string word = plain_text(a[0]);
    return text((article(word) == "a" ? "A " : "Az ") + word);
}

// with(word, 'nak')
Result<Datum> with(const Arguments& a, MakingContext& /*context*/) {
    const auto word = with_ending(plain_text(a[0]), a[1].text);
    if (!word) return fail("there is no ending '" + a[1].text + "'");
    return text(*word);
}

template <const char* const& name>
Result<Datum> ending(const Arguments& a, MakingContext& context) {
    return with({a[0], make_text(name)}, context);
}

Result<Datum> cat(const Arguments& a, MakingContext& /*context*/) {
    std::string out;
    for (const Datum& part : a) out += plain_text(part);
    return text(out);
}

// pad(7, 4) -> 0007
Result<Datum> pad(const Arguments& a, MakingContext& /*context*/) {
    std::string digits = plain_text(a[0]);
    const auto width = static_cast<std::size_t>(a[1].integer);
    while (digits.size() < width) digits.insert(digits.begin(), '0');
    return text(digits);
}

std::size_t width_of(const std::string& word) {
    std::size_t width = 0;
    for (const char c : word) width += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1U : 0U;
    return width;
}

// left('abc', 5) fills with spaces behind, right() before: for columns.
Result<Datum> left(const Arguments& a, MakingContext& /*context*/) {
    std::string word = plain_text(a[0]);
    const std::size_t width = width_of(word);
    const auto wanted = static_cast<std::size_t>(a[1].integer);
    if (width < wanted) word.append(wanted - width, ' ');
    return text(word);
}

Result<Datum> right(const Arguments& a, MakingContext& /*context*/) {
    const std::string word = plain_text(a[0]);
    const std::size_t width = width_of(word);
    const auto wanted = static_cast<std::size_t>(a[1].integer);
    return text(width < wanted ? std::string(wanted - width, ' ') + word : word);
}

// Capitals of the letters of both languages.
Result<Datum> upper(const Arguments& a, MakingContext& /*context*/) {
    std::string word = plain_text(a[0]);
    for (std::size_t i = 0; i < word.size(); ++i) {
        const auto byte = static_cast<unsigned char>(word[i]);
        const auto before = static_cast<unsigned char>(i > 0 ? word[i - 1] : ' ');
        if (byte >= 'a' && byte <= 'z') word[i] = static_cast<char>(byte - 0x20U);
        if (before == 0xC3U && byte >= 0xA0U) word[i] = static_cast<char>(byte - 0x20U);
        if (before == 0xC5U && (byte == 0x91U || byte == 0xB1U)) {
            word[i] = static_cast<char>(byte - 1U);
        }
    }
    return text(word);
}

constexpr const char* k_nak = "nak";
constexpr const char* k_val = "val";
constexpr const char* k_tol = "tol";
constexpr const char* k_hoz = "hoz";
constexpr const char* k_nal = "nal";
constexpr const char* k_ra = "ra";

constexpr std::array<FunctionEntry, 44> k_formats{{
    {"d", 1, styled},
    {"dl", 1, in_words<DayEnding::none, true>},
    {"d_on", 1, in_words<DayEnding::on, true>},
    {"d_by", 1, in_words<DayEnding::by, true>},
    {"d_from", 1, in_words<DayEnding::from, true>},
    {"d_of", 1, in_words<DayEnding::of, true>},
    {"md", 1, in_words<DayEnding::none, false>},
    {"md_on", 1, in_words<DayEnding::on, false>},
    {"md_by", 1, in_words<DayEnding::by, false>},
    {"md_from", 1, in_words<DayEnding::from, false>},
    {"md_of", 1, in_words<DayEnding::of, false>},
    {"iso", 1, iso},
    {"dotted", 1, in_form<DayForm::dotted>},
    {"weekday", 1, weekday},
    {"year", 1, year},
    {"n", 1, group},
    {"m", 1, money_text},
    {"fig", 1, figure},
    {"cur", 2, currency_text},
    {"cents", 1, hundredths},
    {"tenths", 1, tenths},
    {"tenths_number", 1, tenths_number},
    {"words", 1, words},
    {"awords", 1, words_before_noun},
    {"nwords", 1, number_and_words},
    {"ordinal", 1, ordinal},
    {"az", 1, with_article},
    {"Az", 1, with_capital_article},
    {"with", 2, with},
    {"nak", 1, ending<k_nak>},
    {"val", 1, ending<k_val>},
    {"tol", 1, ending<k_tol>},
    {"hoz", 1, ending<k_hoz>},
    {"nal", 1, ending<k_nal>},
    {"ra", 1, ending<k_ra>},
    {"cat", 1, cat},
    {"pad", 2, pad},
    {"left", 2, left},
    {"right", 2, right},
    {"spaced", 1, in_form<DayForm::spaced>},
    {"month_first", 1, in_form<DayForm::month_first>},
    {"text", 1, cat},
    {"upper", 1, upper},
    {"num", 1,
     [](const Arguments& a, MakingContext& /*context*/) -> Result<Datum> {
         return make_literal(plain_text(a[0]));
     }},
}};

}  // namespace

const FunctionEntry* find_format_function(const std::string& name) {
    for (const FunctionEntry& entry : k_formats) {
        if (name == entry.name) return &entry;
    }
    return nullptr;
}

}  // namespace kilter::gen
