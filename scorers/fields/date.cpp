#include "scorers/fields/date.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>
#include <span>

#include "scorers/fields/date_tokens.hpp"

namespace kilter {
namespace {

constexpr std::size_t k_longest = 160;  // bytes of a text that is one date

using Kind = DateToken::Kind;

bool is_leap(int year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

// A month or day of 0 means that it is not written.
bool possible(const Date& date) {
    constexpr std::array<int, 13> k_days = {0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (date.year < 1 || date.month < 0 || date.month > 12) return false;
    if (date.month == 0) return date.day == 0;
    const int february = date.month == 2 && is_leap(date.year) ? 1 : 0;
    return date.day >= 0 && date.day <= k_days[static_cast<std::size_t>(date.month)] + february;
}

// Walks the tokens of one date; every function moves on only if it matched.
class Cursor {
  public:
    Cursor(std::span<const DateToken> tokens, std::size_t at, const std::vector<Locale>& languages)
        : tokens_(tokens), languages_(&languages), at_(at) {}

    std::size_t at() const { return at_; }
    bool at_end() const { return at_ >= tokens_.size(); }
    bool spaced() const { return !at_end() && tokens_[at_].space_before; }

    std::optional<int> digits(std::size_t shortest, std::size_t longest) {
        if (at_end() || tokens_[at_].kind != Kind::digits) return std::nullopt;
        const std::string& text = tokens_[at_].text;
        if (text.size() < shortest || text.size() > longest) return std::nullopt;
        int value = 0;
        std::from_chars(text.data(), text.data() + text.size(), value);
        ++at_;
        return value;
    }

    // A month or a day; a written zero is neither.
    std::optional<int> part() {
        const std::size_t before = at_;
        const std::optional<int> value = digits(1, 2);
        if (value != 0) return value;
        at_ = before;
        return std::nullopt;
    }

    bool mark(char c) {
        if (at_end() || tokens_[at_].kind != Kind::mark || tokens_[at_].text[0] != c) return false;
        ++at_;
        return true;
    }

    // The first of `marks` that stands here; '\0': none of them.
    char any_mark(std::string_view marks) {
        for (const char c : marks) {
            if (mark(c)) return c;
        }
        return '\0';
    }

    bool word(std::initializer_list<std::string_view> words) {
        if (at_end() || tokens_[at_].kind != Kind::word) return false;
        if (std::find(words.begin(), words.end(), tokens_[at_].text) == words.end()) return false;
        ++at_;
        return true;
    }

    std::optional<int> month_name() {
        if (at_end() || tokens_[at_].kind != Kind::word) return std::nullopt;
        const int number = month_number(tokens_[at_].text, *languages_);
        if (number == 0) return std::nullopt;
        ++at_;
        return number;
    }

    // A hyphen and a short word: the case suffix behind a Hungarian day, "-én", "-jétől".
    bool suffix() {
        constexpr std::size_t k_longest_suffix = 12;  // bytes
        if (at_ + 1 >= tokens_.size() || tokens_[at_].text != "-") return false;
        const DateToken& next = tokens_[at_ + 1];
        if (next.kind != Kind::word || next.space_before) return false;
        if (next.text.size() > k_longest_suffix) return false;
        at_ += 2;
        return true;
    }

  private:
    std::span<const DateToken> tokens_;
    const std::vector<Locale>* languages_;
    std::size_t at_;
};

// "2026-11-10", "2026. 11. 10.", "2026/11/10", "2026. november 10.", "2026. XI. 10", "2026. nov".
std::optional<Date> year_first(Cursor& cursor) {
    const std::optional<int> year = cursor.digits(4, 4);
    if (!year) return std::nullopt;
    Date date{*year, 0, 0};
    Cursor rest = cursor;
    const char mark = rest.any_mark(".-/");
    if (const std::optional<int> month = rest.month_name()) {
        date.month = *month;
        rest.any_mark(".-/");
        rest.word({"hó"});
        cursor = rest;
        if (const std::optional<int> day = rest.part()) {
            date.day = *day;
            cursor = rest;
        }
        return date;
    }
    if (mark == '\0') return date;
    const std::optional<int> month = rest.part();
    if (!month) return date;  // "2026.": the year alone, the mark is left to the tail
    date.month = *month;
    cursor = rest;
    if (!rest.mark(mark)) return date;
    const std::optional<int> day = rest.part();
    if (!day) return date;
    date.day = *day;
    cursor = rest;
    return date;
}

// "10 November 2026", "10th of November, 2026", "10.11.2026", "11/10/2026", "11/2026".
std::optional<Date> day_first(Cursor& cursor, SlashOrder order) {
    const std::optional<int> first = cursor.part();
    if (!first) return std::nullopt;
    Cursor named = cursor;
    if (!named.spaced()) named.word({"st", "nd", "rd", "th"});
    named.any_mark(".-/");
    named.word({"of"});
    if (const std::optional<int> month = named.month_name()) {
        named.any_mark(".-/");
        named.mark(',');
        const std::optional<int> year = named.digits(4, 4);
        if (!year) return std::nullopt;
        cursor = named;
        return Date{*year, *month, *first};
    }
    const char mark = cursor.any_mark(".-/");
    if (mark == '\0') return std::nullopt;
    if (const std::optional<int> year = cursor.digits(4, 4)) return Date{*year, *first, 0};
    const std::optional<int> second = cursor.part();
    if (!second || !cursor.mark(mark)) return std::nullopt;
    const std::optional<int> year = cursor.digits(4, 4);
    if (!year) return std::nullopt;
    const bool month_first = mark != '.' && order == SlashOrder::mdy;
    return month_first ? Date{*year, *first, *second} : Date{*year, *second, *first};
}

// "November 10, 2026", "Nov. 10th 2026", "November 2026".
std::optional<Date> month_first(Cursor& cursor) {
    const std::optional<int> month = cursor.month_name();
    if (!month) return std::nullopt;
    cursor.mark('.');
    Cursor rest = cursor;
    if (const std::optional<int> day = rest.part()) {
        if (!rest.spaced()) rest.word({"st", "nd", "rd", "th"});
        rest.mark(',');
        const std::optional<int> year = rest.digits(4, 4);
        if (!year) return std::nullopt;
        cursor = rest;
        return Date{*year, *month, *day};
    }
    cursor.mark(',');
    const std::optional<int> year = cursor.digits(4, 4);
    if (!year) return std::nullopt;
    return Date{*year, *month, 0};
}

// Of a date that starts exactly here; an impossible one is none.
std::optional<Date> date_at(Cursor& cursor, SlashOrder order) {
    const Cursor start = cursor;
    std::optional<Date> date = year_first(cursor);
    if (!date) {
        cursor = start;
        date = day_first(cursor, order);
    }
    if (!date) {
        cursor = start;
        date = month_first(cursor);
    }
    if (!date || !possible(*date)) return std::nullopt;
    return date;
}

// "T00:00:00Z", " 12:30", ", 8:05:00.250 +02:00", "10:00 am". The hour is not used.
bool time_of_day(Cursor& cursor) {
    cursor.mark(',');
    cursor.word({"t"});
    const std::optional<int> hour = cursor.digits(1, 2);
    if (!hour || *hour > 24 || !cursor.mark(':')) return false;
    const std::optional<int> minute = cursor.digits(2, 2);
    if (!minute || *minute > 59) return false;
    if (cursor.mark(':')) {
        const std::optional<int> second = cursor.digits(2, 2);
        if (!second || *second > 60) return false;
        if (cursor.any_mark(".,") != '\0' && !cursor.digits(1, 9)) return false;
    }
    if (cursor.word({"z", "utc", "gmt", "am", "pm"}) || cursor.any_mark("+-") == '\0') return true;
    return cursor.digits(4, 4) ||
           (cursor.digits(2, 2) && (!cursor.mark(':') || cursor.digits(2, 2)));
}

// What may stand behind a date: a full stop, a case suffix, a time.
bool only_tail_left(Cursor cursor) {
    cursor.mark('.');
    if (!cursor.suffix()) cursor.word({"nap", "napja", "napján", "napjáig", "napjától"});
    return cursor.at_end() || (time_of_day(cursor) && cursor.at_end());
}

}  // namespace

std::optional<Date> read_date(std::string_view text, SlashOrder order,
                              const std::vector<Locale>& languages) {
    if (text.size() > k_longest) return std::nullopt;
    const std::vector<DateToken> tokens = date_tokens(text);
    Cursor cursor(tokens, 0, languages);
    const std::optional<Date> date = date_at(cursor, order);
    if (!date || !only_tail_left(cursor)) return std::nullopt;
    return date;
}

std::optional<std::string> canonical(const Date& date, Granularity granularity) {
    switch (granularity) {
        case Granularity::year:
            return fmt::format("{:04}", date.year);
        case Granularity::month:
            if (date.month == 0) return std::nullopt;
            return fmt::format("{:04}-{:02}", date.year, date.month);
        case Granularity::day:
            break;
    }
    if (date.month == 0 || date.day == 0) return std::nullopt;
    return fmt::format("{:04}-{:02}-{:02}", date.year, date.month, date.day);
}

std::vector<Date> find_dates(std::string_view text, SlashOrder order,
                             const std::vector<Locale>& languages) {
    const std::vector<DateToken> tokens = date_tokens(text);
    std::vector<Date> dates;
    for (std::size_t at = 0; at < tokens.size(); ++at) {
        Cursor cursor(tokens, at, languages);
        if (const std::optional<Date> date = date_at(cursor, order)) dates.push_back(*date);
    }
    return dates;
}

}  // namespace kilter
