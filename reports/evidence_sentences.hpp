// What was found about the conditions of a measurement, in words, and only where something was
// found. Evidence, never a cause. Pure, any thread.
#pragma once

#include <string>
#include <vector>

#include "scorers/evidence/evidence.hpp"

namespace kilter {

// Full sentences, safe text, one line each.
std::vector<std::string> evidence_sentences(const EvidenceSummary& evidence);
// `cut`: the runs that reached the token limit, at least one.
std::string cut_sentence(const Rate& cut, const Rate& never_answered);

}  // namespace kilter
