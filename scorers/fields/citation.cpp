#include "scorers/fields/citation.hpp"

#include <re2/re2.h>

#include <array>

#include "base/text/normalize.hpp"
#include "scorers/fields/text.hpp"

namespace kilter {
namespace {

constexpr std::size_t k_longest = 512;  // bytes
constexpr std::string_view k_sign = "§ ";

using re2::RE2;
using re2::StringPiece;

StringPiece piece(std::string_view text) {
    return {text.data(), text.size()};
}

// Digits, "6:326", "12/a", "36a".
#define KILTER_SECTION R"((\d+(?::\d+)?(?:/?[a-z])?(?:/\d+)?))"

// The section with its sign or word; everything is folded.
const RE2& section_before_sign() {
    static const RE2 pattern(KILTER_SECTION R"(\s*\.?\s*(?:§|cikk)(?:-?[a-záéíóöőúüű]*)?)");
    return pattern;
}
const RE2& section_behind_word() {
    static const RE2 pattern(R"((?:^|[\s,(])(?:§§?|sections?|sec\.?|s\.|articles?|art\.?|artikel|)"
                             R"(clause|cl\.?|para(?:graph)?)\s*)" KILTER_SECTION R"((?:\.|\b))");
    return pattern;
}

#undef KILTER_SECTION

// One step of what follows a section: a bracketed part, a part with a closing bracket, one with a
// word before or behind it.
const RE2& bracketed_part() {
    static const RE2 pattern(R"(^\(([0-9a-z]{1,4})\))");
    return pattern;
}
const RE2& closed_part() {
    static const RE2 pattern(R"(^([0-9a-z]{1,4})\))");
    return pattern;
}
const RE2& part_behind_word() {
    static const RE2 pattern(
        R"(^(?:abs|absatz|lit|buchst|buchstabe|nr|nummer|satz|subsection|paragraph|para|point|)"
        R"(subparagraph|clause|item)(?:\.\s*\(?|\s+\(?|\()([0-9a-z]{1,4})\b\)?)");
    return pattern;
}
const RE2& part_before_word() {
    static const RE2 pattern(R"(^([0-9]{1,4})\.?\s*(?:bek|pont|alpont))");
    return pattern;
}
// Words between the parts that say nothing more.
const RE2& filler() {
    static const RE2 pattern(
        R"(^(?:[\s,.;]+|-[a-záéíóöőúüű]+|(?:bek|pont|alpont)[a-záéíóöőúüű]*\.?))");
    return pattern;
}

// "a polgári törvénykönyvről szóló 2013. évi v. törvény" has a number of its own.
const RE2& numbered_act() {
    static const RE2 pattern(R"((\d{4})\.?\s*évi\s+([ivxlcdm]+)\.?\s*(?:törvény|tv))");
    return pattern;
}

std::string act_of(const FieldOptions& options, std::string_view text) {
    std::string year;
    std::string number;
    std::string act;
    if (RE2::PartialMatch(piece(text), numbered_act(), &year, &number)) {
        act = year + ". évi " + number + ". törvény";
    } else {
        act = text;
        static const RE2 lead(R"(^(?:[\s,.;]+|az?\s|the\s|of\s|der\s|des\s|die\s|das\s))");
        while (RE2::Replace(&act, lead, "")) continue;
        static const RE2 end(R"([\s,.;]+$)");
        RE2::Replace(&act, end, "");
    }
    for (const auto& [name, others] : options.aliases) {
        for (const std::string& other : others) {
            FieldOptions plain;  // without aliases, so that this ends
            if (act == act_of(plain, normalise_text(other, true))) {
                return act_of(plain, normalise_text(name, true));
            }
        }
    }
    return act;
}

void add_part(Citation& citation, const std::string& part) {
    const bool number = part.find_first_not_of("0123456789") == std::string::npos ||
                        (part.front() >= '0' && part.front() <= '9');
    if (number && citation.paragraph.empty() && citation.point.empty()) {
        citation.paragraph = part;
    } else {
        citation.point += (citation.point.empty() ? "" : "/") + part;
    }
}

// Takes paragraph and points off the front; what is left names the act.
void take_parts(Citation& citation, StringPiece& rest) {
    std::string part;
    while (!rest.empty()) {
        if (RE2::Consume(&rest, filler())) continue;
        const bool found = RE2::Consume(&rest, bracketed_part(), &part) ||
                           RE2::Consume(&rest, closed_part(), &part) ||
                           RE2::Consume(&rest, part_behind_word(), &part) ||
                           RE2::Consume(&rest, part_before_word(), &part);
        if (!found) return;
        add_part(citation, part);
    }
}

}  // namespace

std::optional<Citation> read_citation(const FieldOptions& options, std::string_view text) {
    if (text.size() > k_longest) return std::nullopt;
    const std::string plain = normalise_text(text, true);
    const StringPiece all = piece(plain);
    Citation citation;
    std::array<StringPiece, 2> found;  // the match, the section
    const bool any =
        section_before_sign().Match(all, 0, all.size(), RE2::UNANCHORED, found.data(), 2) ||
        section_behind_word().Match(all, 0, all.size(), RE2::UNANCHORED, found.data(), 2);
    if (!any) {
        citation.act = act_of(options, plain);
        const bool act = options.level == CitationLevel::act && !citation.act.empty();
        return act ? std::optional(citation) : std::nullopt;
    }
    citation.section = std::string(found[1]);
    const auto begin = static_cast<std::size_t>(found[0].data() - plain.data());
    StringPiece rest = all;
    rest.remove_prefix(begin + found[0].size());
    take_parts(citation, rest);
    const std::string around = plain.substr(0, begin) + " " + std::string(rest.data(), rest.size());
    if (around.find("§") != std::string::npos) return std::nullopt;  // another reference
    citation.act = act_of(options, collapse_spaces(around));
    if (options.level == CitationLevel::act && citation.act.empty()) return std::nullopt;
    return citation;
}

std::string canonical(const FieldOptions& options, const Citation& citation) {
    std::string out;
    if (!options.ignore_act) out = citation.act;
    if (options.level == CitationLevel::act) return out;
    if (!out.empty()) out += ' ';
    out += std::string(k_sign) + citation.section;
    if (options.level == CitationLevel::section) return out;
    if (!citation.paragraph.empty()) out += " (" + citation.paragraph + ")";
    if (options.level == CitationLevel::point && !citation.point.empty()) {
        out += " " + citation.point + ")";
    }
    return out;
}

bool equal_citations(std::string_view gold, std::string_view answer) {
    if (gold == answer) return true;
    if (!gold.starts_with(k_sign)) return false;
    const auto sign = answer.find(k_sign);
    return sign != std::string_view::npos && gold == answer.substr(sign);
}

}  // namespace kilter
