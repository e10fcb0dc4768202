#include "scorers/fields/duration_words.hpp"

namespace kilter {
namespace {

struct UnitWord {
    std::string_view word;
    TimeUnit unit;
};

constexpr UnitWord k_units[] = {
    // Hungarian, with the suffixes that lengths of time take
    {"év", TimeUnit::year},
    {"éves", TimeUnit::year},
    {"évig", TimeUnit::year},
    {"évre", TimeUnit::year},
    {"évet", TimeUnit::year},
    {"évi", TimeUnit::year},
    {"hónap", TimeUnit::month},
    {"hónapos", TimeUnit::month},
    {"hónapig", TimeUnit::month},
    {"hónapra", TimeUnit::month},
    {"hónapot", TimeUnit::month},
    {"havi", TimeUnit::month},
    {"hó", TimeUnit::month},
    {"hét", TimeUnit::week},
    {"hetes", TimeUnit::week},
    {"hétig", TimeUnit::week},
    {"hétre", TimeUnit::week},
    {"hetet", TimeUnit::week},
    {"nap", TimeUnit::day},
    {"napos", TimeUnit::day},
    {"napig", TimeUnit::day},
    {"napra", TimeUnit::day},
    {"napot", TimeUnit::day},
    {"napon", TimeUnit::day},
    {"napi", TimeUnit::day},
    {"óra", TimeUnit::hour},
    {"órás", TimeUnit::hour},
    {"óráig", TimeUnit::hour},
    {"órára", TimeUnit::hour},
    {"órát", TimeUnit::hour},
    {"perc", TimeUnit::minute},
    {"perces", TimeUnit::minute},
    {"percig", TimeUnit::minute},
    {"percet", TimeUnit::minute},
    {"p", TimeUnit::minute},
    {"másodperc", TimeUnit::second},
    {"másodperces", TimeUnit::second},
    {"mp", TimeUnit::second},
    // English
    {"year", TimeUnit::year},
    {"years", TimeUnit::year},
    {"yr", TimeUnit::year},
    {"yrs", TimeUnit::year},
    {"y", TimeUnit::year},
    {"month", TimeUnit::month},
    {"months", TimeUnit::month},
    {"mo", TimeUnit::month},
    {"mos", TimeUnit::month},
    {"week", TimeUnit::week},
    {"weeks", TimeUnit::week},
    {"wk", TimeUnit::week},
    {"wks", TimeUnit::week},
    {"w", TimeUnit::week},
    {"day", TimeUnit::day},
    {"days", TimeUnit::day},
    {"d", TimeUnit::day},
    {"hour", TimeUnit::hour},
    {"hours", TimeUnit::hour},
    {"hr", TimeUnit::hour},
    {"hrs", TimeUnit::hour},
    {"h", TimeUnit::hour},
    {"minute", TimeUnit::minute},
    {"minutes", TimeUnit::minute},
    {"min", TimeUnit::minute},
    {"mins", TimeUnit::minute},
    {"second", TimeUnit::second},
    {"seconds", TimeUnit::second},
    {"sec", TimeUnit::second},
    {"secs", TimeUnit::second},
    {"s", TimeUnit::second},
    // German
    {"jahr", TimeUnit::year},
    {"jahre", TimeUnit::year},
    {"jahren", TimeUnit::year},
    {"monat", TimeUnit::month},
    {"monate", TimeUnit::month},
    {"monaten", TimeUnit::month},
    {"woche", TimeUnit::week},
    {"wochen", TimeUnit::week},
    {"tag", TimeUnit::day},
    {"tage", TimeUnit::day},
    {"tagen", TimeUnit::day},
    {"stunde", TimeUnit::hour},
    {"stunden", TimeUnit::hour},
    {"std", TimeUnit::hour},
    {"minuten", TimeUnit::minute},
    {"sekunde", TimeUnit::second},
    {"sekunden", TimeUnit::second},
};

struct NumberWord {
    std::string_view word;
    int value;
};

constexpr NumberWord k_hungarian_ones[] = {{"egy", 1},   {"kettő", 2}, {"két", 2}, {"három", 3},
                                           {"négy", 4},  {"öt", 5},    {"hat", 6}, {"hét", 7},
                                           {"nyolc", 8}, {"kilenc", 9}};

// What a one may follow: "huszonnégy"; the stems of 10 and 20 do not stand alone.
constexpr NumberWord k_hungarian_tens[] = {{"tizen", 10},   {"huszon", 20},   {"harminc", 30},
                                           {"negyven", 40}, {"ötven", 50},    {"hatvan", 60},
                                           {"hetven", 70},  {"nyolcvan", 80}, {"kilencven", 90},
                                           {"száz", 100},   {"egyszáz", 100}};

constexpr NumberWord k_others[] = {
    {"tíz", 10},      {"húsz", 20},    {"százhúsz", 120}, {"one", 1},       {"a", 1},
    {"an", 1},        {"two", 2},      {"three", 3},      {"four", 4},      {"five", 5},
    {"six", 6},       {"seven", 7},    {"eight", 8},      {"nine", 9},      {"ten", 10},
    {"eleven", 11},   {"twelve", 12},  {"thirteen", 13},  {"fourteen", 14}, {"fifteen", 15},
    {"eighteen", 18}, {"twenty", 20},  {"thirty", 30},    {"forty", 40},    {"fifty", 50},
    {"sixty", 60},    {"seventy", 70}, {"eighty", 80},    {"ninety", 90},   {"ein", 1},
    {"eine", 1},      {"einem", 1},    {"einen", 1},      {"einer", 1},     {"zwei", 2},
    {"drei", 3},      {"vier", 4},     {"fünf", 5},       {"sechs", 6},     {"sieben", 7},
    {"acht", 8},      {"neun", 9},     {"zehn", 10},      {"elf", 11},      {"zwölf", 12},
    {"vierzehn", 14}, {"zwanzig", 20}, {"dreissig", 30},  {"sechzig", 60},  {"neunzig", 90},
};

template <std::size_t N>
std::optional<int> find(const NumberWord (&table)[N], std::string_view word) {
    for (const NumberWord& row : table) {
        if (row.word == word) return row.value;
    }
    return std::nullopt;
}

}  // namespace

std::optional<TimeUnit> time_unit(std::string_view word) {
    for (const UnitWord& row : k_units) {
        if (row.word == word) return row.unit;
    }
    return std::nullopt;
}

std::optional<int> number_word(std::string_view word) {
    if (const auto ones = find(k_hungarian_ones, word)) return ones;
    if (const auto other = find(k_others, word)) return other;
    for (const NumberWord& tens : k_hungarian_tens) {
        if (!word.starts_with(tens.word)) continue;
        const std::string_view rest = word.substr(tens.word.size());
        if (rest.empty() && tens.value >= 30) return tens.value;
        if (const auto ones = find(k_hungarian_ones, rest)) return tens.value + *ones;
    }
    return std::nullopt;
}

}  // namespace kilter
