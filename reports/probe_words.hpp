// The sentences of a probe: the two verdicts of an engine first, then what was seen beside them.
// Evidence, never a cause. Safe text, one line each. Pure, any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/probe_model.hpp"

namespace kilter {

std::string_view words_of(ProbeClass kind);  // "values changed"
// "0", "1.2e-07", "0.250"; "" where undefined.
std::string nats_text(const std::optional<double>& nats);

// Variants of the valid answers, with "!" in the place of each failed request.
std::vector<std::string> variants_by_request(const ProbeRow& row,
                                             const std::vector<std::string>& variants);

std::string prefill_sentence(const ProbedEngine& engine);
std::string decode_sentence(const ProbedEngine& engine);
// First request apart, caches, floors, number text, flips, what the suite had said, what is
// missing.
std::vector<std::string> probe_sentences(const ProbedEngine& engine);

}  // namespace kilter
