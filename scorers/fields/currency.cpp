#include "scorers/fields/currency.hpp"

#include "base/text/normalize.hpp"

namespace kilter {
namespace {

struct Name {
    std::string_view word;  // case-folded
    std::string_view code;
};

constexpr Name k_names[] = {
    {"ft", "HUF"},      {"forint", "HUF"}, {"€", "EUR"},       {"euró", "EUR"},   {"euro", "EUR"},
    {"euros", "EUR"},   {"$", "USD"},      {"us$", "USD"},     {"dollár", "USD"}, {"dollar", "USD"},
    {"dollars", "USD"}, {"£", "GBP"},      {"pound", "GBP"},   {"pounds", "GBP"}, {"fr", "CHF"},
    {"sfr", "CHF"},     {"frank", "CHF"},  {"franken", "CHF"}, {"kč", "CZK"},     {"zł", "PLN"},
    {"lej", "RON"},     {"lei", "RON"},    {"¥", "JPY"},       {"yen", "JPY"},    {"jen", "JPY"},
    {"rm", "MYR"},      {"₽", "RUB"},    {"₹", "INR"},       {"₺", "TRY"},      {"₴", "UAH"},
    {"₩", "KRW"},       {"₪", "ILS"},      {"a$", "AUD"},      {"c$", "CAD"},     {"r$", "BRL"},
};

// ISO 4217 codes of currencies in use, and HRK, which older documents have.
constexpr std::string_view k_codes =
    " AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP"
    " BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP"
    " GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS"
    " KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR"
    " MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF"
    " SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD"
    " TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ";

struct ScaleName {
    std::string_view word;  // case-folded
    int power;
    std::string_view currency;
};

constexpr ScaleName k_scales[] = {
    {"ezer", 3, ""},   {"thousand", 3, ""}, {"tausend", 3, ""},    {"eft", 3, "HUF"},
    {"millió", 6, ""}, {"million", 6, ""},  {"millionen", 6, ""},  {"mio", 6, ""},
    {"mft", 6, "HUF"}, {"milliárd", 9, ""}, {"milliarde", 9, ""},  {"milliarden", 9, ""},
    {"mrd", 9, ""},    {"billió", 12, ""},  {"billionen", 12, ""},
};

}  // namespace

std::optional<std::string> currency_code(std::string_view word) {
    if (word.empty() || word.size() > 16) return std::nullopt;
    const std::string folded = case_fold(word);
    for (const Name& name : k_names) {
        if (name.word == folded) return std::string(name.code);
    }
    if (folded.size() != 3) return std::nullopt;
    std::string code;
    for (const char c : folded) {
        if (c < 'a' || c > 'z') return std::nullopt;
        code.push_back(static_cast<char>(c - 'a' + 'A'));
    }
    if (k_codes.find(" " + code + " ") == std::string_view::npos) return std::nullopt;
    return code;
}

std::optional<Scale> scale_word(std::string_view word, Locale locale) {
    if (word == "M") return Scale{6, ""};  // a small m is a metre
    if (word.empty() || word.size() > 16) return std::nullopt;
    const std::string folded = case_fold(word);
    if (folded == "billion") return Scale{locale == Locale::de ? 12 : 9, ""};
    for (const ScaleName& name : k_scales) {
        if (name.word == folded) return Scale{name.power, std::string(name.currency)};
    }
    return std::nullopt;
}

}  // namespace kilter
