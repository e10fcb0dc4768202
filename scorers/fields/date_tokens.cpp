#include "scorers/fields/date_tokens.hpp"

#include "base/text/normalize.hpp"
#include "base/text/utf8.hpp"

namespace kilter {
namespace {

struct Month {
    std::string_view name;  // case-folded
    int number;
    // Bits by Locale; a name may be of several languages ("jan").
    unsigned languages;
};

constexpr unsigned bit(Locale language) {
    return 1U << static_cast<unsigned>(language);
}
constexpr unsigned k_hu = bit(Locale::hu), k_en = bit(Locale::en), k_de = bit(Locale::de);

constexpr Month k_months[] = {
    {"január", 1, k_hu},
    {"jan", 1, k_hu | k_en | k_de},
    {"február", 2, k_hu},
    {"febr", 2, k_hu | k_de},
    {"március", 3, k_hu},
    {"márc", 3, k_hu},
    {"április", 4, k_hu},
    {"ápr", 4, k_hu},
    {"május", 5, k_hu},
    {"máj", 5, k_hu},
    {"június", 6, k_hu},
    {"jún", 6, k_hu},
    {"július", 7, k_hu},
    {"júl", 7, k_hu},
    {"augusztus", 8, k_hu},
    {"aug", 8, k_hu | k_en | k_de},
    {"szeptember", 9, k_hu},
    {"szept", 9, k_hu},
    {"október", 10, k_hu},
    {"okt", 10, k_hu | k_de},
    {"november", 11, k_hu | k_en | k_de},
    {"nov", 11, k_hu | k_en | k_de},
    {"december", 12, k_hu | k_en},
    {"dec", 12, k_hu | k_en},
    {"january", 1, k_en},
    {"february", 2, k_en},
    {"feb", 2, k_en | k_de},
    {"march", 3, k_en},
    {"mar", 3, k_en},
    {"april", 4, k_en | k_de},
    {"apr", 4, k_en | k_de},
    {"may", 5, k_en},
    {"june", 6, k_en},
    {"jun", 6, k_en | k_de},
    {"july", 7, k_en},
    {"jul", 7, k_en | k_de},
    {"august", 8, k_en | k_de},
    {"september", 9, k_en | k_de},
    {"sept", 9, k_en | k_de},
    {"sep", 9, k_en | k_de},
    {"october", 10, k_en},
    {"oct", 10, k_en},
    {"januar", 1, k_de},
    {"jänner", 1, k_de},
    {"februar", 2, k_de},
    {"märz", 3, k_de},
    {"mai", 5, k_de},
    {"juni", 6, k_de},
    {"juli", 7, k_de},
    {"oktober", 10, k_de},
    {"dezember", 12, k_de},
    {"dez", 12, k_de},
    // Roman
    {"i", 1, k_hu | k_en | k_de},
    {"ii", 2, k_hu | k_en | k_de},
    {"iii", 3, k_hu | k_en | k_de},
    {"iv", 4, k_hu | k_en | k_de},
    {"v", 5, k_hu | k_en | k_de},
    {"vi", 6, k_hu | k_en | k_de},
    {"vii", 7, k_hu | k_en | k_de},
    {"viii", 8, k_hu | k_en | k_de},
    {"ix", 9, k_hu | k_en | k_de},
    {"x", 10, k_hu | k_en | k_de},
    {"xi", 11, k_hu | k_en | k_de},
    {"xii", 12, k_hu | k_en | k_de},
};

bool is_digit(char32_t c) {
    return c >= U'0' && c <= U'9';
}

// All that is neither digit, space nor ASCII mark counts as a letter: other marks then spoil the
// word they touch, and with it the date.
bool is_letter(char32_t c) {
    return c >= 0x80 || (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z');
}

}  // namespace

std::vector<DateToken> date_tokens(std::string_view text) {
    const std::string folded = case_fold(text);
    std::vector<DateToken> tokens;
    bool space = false;
    for (std::size_t at = 0; at < folded.size();) {
        const utf8::Step unit = utf8::step(folded, at);
        char32_t c = unit.code_point;
        const std::string_view bytes = std::string_view(folded).substr(at, unit.length);
        at += unit.length;
        if (is_space(c)) {
            space = true;
            continue;
        }
        // Dashes that print uses where a keyboard has the hyphen.
        const bool dash = c == 0x2010 || c == 0x2011 || c == 0x2013;
        const DateToken::Kind kind = is_digit(c)             ? DateToken::Kind::digits
                                     : is_letter(c) && !dash ? DateToken::Kind::word
                                                             : DateToken::Kind::mark;
        const bool joins = !tokens.empty() && !space && kind != DateToken::Kind::mark &&
                           tokens.back().kind == kind;
        if (!joins) tokens.push_back({kind, "", space});
        tokens.back().text += dash ? std::string_view("-") : bytes;
        space = false;
    }
    return tokens;
}

int month_number(std::string_view folded, const std::vector<Locale>& languages) {
    unsigned wanted = languages.empty() ? k_hu | k_en | k_de : 0U;
    for (const Locale language : languages) wanted |= bit(language);
    for (const Month& month : k_months) {
        if (month.name == folded && (month.languages & wanted) != 0) return month.number;
    }
    return 0;
}

}  // namespace kilter
