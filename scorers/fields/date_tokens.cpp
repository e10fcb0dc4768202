#include "scorers/fields/date_tokens.hpp"

#include "base/text/normalize.hpp"
#include "base/text/utf8.hpp"

namespace kilter {
namespace {

struct Month {
    std::string_view name;  // case-folded
    int number;
};

constexpr Month k_months[] = {
    // Hungarian
    {"január", 1},
    {"jan", 1},
    {"február", 2},
    {"febr", 2},
    {"március", 3},
    {"márc", 3},
    {"április", 4},
    {"ápr", 4},
    {"május", 5},
    {"máj", 5},
    {"június", 6},
    {"jún", 6},
    {"július", 7},
    {"júl", 7},
    {"augusztus", 8},
    {"aug", 8},
    {"szeptember", 9},
    {"szept", 9},
    {"október", 10},
    {"okt", 10},
    {"november", 11},
    {"nov", 11},
    {"december", 12},
    {"dec", 12},
    // English
    {"january", 1},
    {"february", 2},
    {"feb", 2},
    {"march", 3},
    {"mar", 3},
    {"april", 4},
    {"apr", 4},
    {"may", 5},
    {"june", 6},
    {"jun", 6},
    {"july", 7},
    {"jul", 7},
    {"august", 8},
    {"september", 9},
    {"sept", 9},
    {"sep", 9},
    {"october", 10},
    {"oct", 10},
    // German
    {"januar", 1},
    {"jänner", 1},
    {"februar", 2},
    {"märz", 3},
    {"mai", 5},
    {"juni", 6},
    {"juli", 7},
    {"oktober", 10},
    {"dezember", 12},
    {"dez", 12},
    // Roman
    {"i", 1},
    {"ii", 2},
    {"iii", 3},
    {"iv", 4},
    {"v", 5},
    {"vi", 6},
    {"vii", 7},
    {"viii", 8},
    {"ix", 9},
    {"x", 10},
    {"xi", 11},
    {"xii", 12},
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

int month_number(std::string_view folded) {
    for (const Month& month : k_months) {
        if (month.name == folded) return month.number;
    }
    return 0;
}

}  // namespace kilter
