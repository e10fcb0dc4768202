#include "suites/generator/english.hpp"

#include <array>

namespace kilter::gen {
namespace {

constexpr std::array<const char*, 20> k_small{
    "",         "one",     "two",     "three",     "four",     "five",    "six",
    "seven",    "eight",   "nine",    "ten",       "eleven",   "twelve",  "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
constexpr std::array<const char*, 10> k_tens{"",      "",      "twenty",  "thirty", "forty",
                                             "fifty", "sixty", "seventy", "eighty", "ninety"};

std::string below_hundred(std::size_t value) {
    if (value < 20) return k_small[value];
    const std::string ones = value % 10 > 0 ? std::string{"-"} + k_small[value % 10] : "";
    return k_tens[value / 10] + ones;
}

std::string below_thousand(std::size_t value) {
    if (value < 100) return below_hundred(value);
    const std::string rest = value % 100 > 0 ? " and " + below_hundred(value % 100) : "";
    return std::string{k_small[value / 100]} + " hundred" + rest;
}

}  // namespace

std::string english_words(long long value) {
    if (value == 0) return "zero";
    const auto thousands = static_cast<std::size_t>(value / 1000);
    const auto rest = static_cast<std::size_t>(value % 1000);
    if (thousands == 0) return below_thousand(rest);
    const std::string head = below_thousand(thousands) + " thousand";
    if (rest == 0) return head;
    return head + (rest < 100 ? " and " : " ") + below_thousand(rest);
}

std::string english_ordinal(long long value) {
    const long long tens = value % 100;
    const long long ones = value % 10;
    const bool teen = tens >= 11 && tens <= 13;
    const char* ending = teen        ? "th"
                         : ones == 1 ? "st"
                         : ones == 2 ? "nd"
                         : ones == 3 ? "rd"
                                     : "th";
    return std::to_string(value) + ending;
}

}  // namespace kilter::gen
