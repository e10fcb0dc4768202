// Who answered, and whom else the engine served, in words. Evidence, never a cause. Pure, any
// thread.
#pragma once

#include <string>
#include <vector>

#include "reports/board_model.hpp"

namespace kilter {

// Full sentences, safe text, one line each; none where one engine answered and did not change.
std::vector<std::string> fingerprint_sentences(const FingerprintSummary& fingerprints);
// `concurrency`: of our own requests.
std::string load_sentence(const SeenLoad& load, int concurrency);
// "launch: vllm serve ...; hardware: GB10". Empty: nothing was declared.
std::string declared_words(const json::Value& notes);

}  // namespace kilter
