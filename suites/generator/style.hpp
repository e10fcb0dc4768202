// How an item writes dates, numbers and money: drawn once per item, so that one document does not
// mix forms unless its template says so. Plain data, any thread.
#pragma once

#include <string>

#include "base/portable_random.hpp"

namespace kilter::gen {

enum class Language { hu, en };
enum class DayForm { words, spaced, dotted, iso, month_first };
enum class MoneyForm { sign, code, dash, cents };

struct Style {
    Language language = Language::hu;
    DayForm day = DayForm::words;
    MoneyForm money = MoneyForm::sign;
    std::string group = " ";  // between thousands
};

Style draw_style(Language language, PortableRandom& random);

// 1234567 -> "1 234 567" (hu), "1,234,567" (en)
std::string grouped(long long value, const Style& style);
// Forints (hu) or cents of a euro (en), in the item's form.
std::string money(long long value, const Style& style);
// Hundredths with the given sign or code behind (hu) or before (en): "23 622,40 EUR".
std::string money_in(long long hundredths, const std::string& currency, const Style& style);
// Hundredths as a JSON literal: 2362240 -> "23622.40"
std::string hundredths_literal(long long value);

}  // namespace kilter::gen
