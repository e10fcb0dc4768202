// Reads a judge's reply. Strict, because a guess would be a verdict that nobody gave: one JSON
// object {"verdict": "right" or "wrong", "reason": text}, alone or alone within a fence; anything
// else is no judgement. Pure, any thread.
#pragma once

#include "base/result.hpp"
#include "harness/wire/completion.hpp"
#include "scorers/fields/judgements.hpp"

namespace kilter {

// The error says what is wrong with the reply.
Result<Judgement> read_judgement(const Completion& reply);

}  // namespace kilter
