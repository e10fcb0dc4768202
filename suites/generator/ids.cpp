#include "suites/generator/ids.hpp"

#include <array>

namespace kilter::gen {
namespace {

constexpr std::array<int, 4> k_weights{9, 7, 3, 1};

// The digit that makes the sum of weighted digits a multiple of ten.
char closing_digit(std::string_view digits) {
    int sum = 0;
    for (std::size_t i = 0; i < digits.size(); ++i) sum += (digits[i] - '0') * k_weights[i % 4];
    return static_cast<char>('0' + (10 - sum % 10) % 10);
}

std::string two(unsigned value) {
    return (value < 10 ? "0" : "") + std::to_string(value);
}

// Remainder by 97 of a text of digits and capitals (A is 10).
unsigned mod_97(std::string_view text) {
    unsigned rest = 0;
    for (const char c : text) {
        if (c >= '0' && c <= '9') {
            rest = (rest * 10 + static_cast<unsigned>(c - '0')) % 97;
        } else if (c >= 'A' && c <= 'Z') {
            rest = (rest * 100 + static_cast<unsigned>(c - 'A') + 10) % 97;
        }
    }
    return rest;
}

// Digits of a bank account whose bank code, 999, nobody has.
std::string account_digits(PortableRandom& random) {
    std::string bank = "999" + random_digits(4, random);
    bank += closing_digit(bank);
    std::string account = random_digits(8, random) + "0000000";
    account += closing_digit(account);
    return bank + account;
}

}  // namespace

std::string random_digits(int count, PortableRandom& random) {
    std::string digits;
    for (int i = 0; i < count; ++i) digits += static_cast<char>('0' + random.below(10));
    if (!digits.empty() && digits[0] == '0') digits[0] = '3';  // no leading zero to lose
    return digits;
}

std::string hungarian_tax_number(PortableRandom& random) {
    std::string digits = random_digits(7, random);
    digits += closing_digit(digits);
    constexpr std::array<int, 12> k_counties{2, 3, 5, 7, 8, 11, 13, 15, 17, 41, 42, 43};
    const auto county = static_cast<unsigned>(k_counties[random.below(k_counties.size())]);
    return digits + "-2-" + two(county);
}

std::string hungarian_company_number(std::string_view form, PortableRandom& random) {
    const auto court = static_cast<unsigned>(1 + random.below(20));
    return two(court) + "-" + std::string{form} + "-" + random_digits(6, random);
}

std::string hungarian_account(PortableRandom& random) {
    const std::string digits = account_digits(random);
    return digits.substr(0, 8) + "-" + digits.substr(8, 8) + "-" + digits.substr(16);
}

std::string iban(std::string_view country, PortableRandom& random) {
    const std::string rest =
        country == "HU" ? account_digits(random) : "ZZZZ" + random_digits(14, random);
    const std::string land{country};
    const unsigned check = 98 - mod_97(rest + land + "00");
    const std::string whole = land + two(check) + rest;
    std::string out;
    for (std::size_t i = 0; i < whole.size(); ++i) {
        if (i > 0 && i % 4 == 0) out += ' ';
        out += whole[i];
    }
    return out;
}

std::string british_vat_number(PortableRandom& random) {
    const std::string digits = random_digits(7, random);
    int sum = 0;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        sum += (digits[i] - '0') * (8 - static_cast<int>(i));
    }
    return "GB" + digits + two(static_cast<unsigned>(97 - sum % 97));
}

bool iban_holds(std::string_view text) {
    std::string plain;
    for (const char c : text) {
        if (c != ' ') plain += c;
    }
    return plain.size() > 4 && mod_97(plain.substr(4) + plain.substr(0, 4)) == 1;
}

}  // namespace kilter::gen
