// References to statutes and contracts: act, section, paragraph, point, as Hungarian, English and
// German texts write them: "Ptk. 6:326. § (1) bek. d) pont", "Section 12(3)(a)", "§ 433 Abs. 1
// BGB". One reference, not a search in running text. Pure, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "suites/field.hpp"

namespace kilter {

struct Citation {     // folded text; empty: not written
    std::string act;  // "2013. évi v. törvény", "ptk", "companies act 2006"; aliases resolved
    std::string section;    // "6:326", "12/a"
    std::string paragraph;  // "1"
    std::string point;      // "d", "a/ii"
};

// The whole text is one reference. nullopt: it is none, or two, or coarser than a section where
// options.level asks for one, or without act where it asks for that.
std::optional<Citation> read_citation(const FieldOptions& options, std::string_view text);

// Down to options.level: "ptk § 6:326 (1) d)"; without the act where it is ignored.
std::string canonical(const FieldOptions& options, const Citation& citation);

// Equal down to options.level. Gold that names no act does not ask for one. Both are canonical().
bool equal_citations(std::string_view gold, std::string_view answer);

}  // namespace kilter
