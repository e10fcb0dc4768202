// One trial through the scorers: completion and item in, verdict row out. The only place where a
// scorer's result becomes a row of the store. Pure, any thread.
#pragma once

#include <optional>
#include <string>

#include "harness/store/rows.hpp"
#include "harness/store/store_reader.hpp"
#include "scorers/fields/judgements.hpp"
#include "scorers/stability/item_analysis.hpp"
#include "suites/suite.hpp"

namespace kilter {

// nullopt: a failed outcome has no verdict. Without `judgements` judged fields are unavailable.
// `content_sha256`: of the content's text; empty: not taken yet.
std::optional<VerdictRow> make_verdict(const TrialKey& key, Outcome outcome,
                                       const Completion& completion, const Item& item,
                                       const std::string& scoring_digest,
                                       const Judgements* judgements = nullptr,
                                       const std::string& content_sha256 = {});

// A stored trial as the stability scorers see it.
RunView to_run_view(const TrialSummary& trial);

}  // namespace kilter
