// Puts the stored answers of an experiment before the judge's desk, and the stored judgements with
// them. Nobody is asked. One thread.
#pragma once

#include <set>
#include <string>

#include "base/result.hpp"
#include "harness/store/store_reader.hpp"
#include "scorers/judge/desk.hpp"
#include "suites/suite.hpp"

namespace kilter {

// Of one suite: all engines, all runs that have an outcome which is scored.
Result<JudgeDesk> open_desk(StoreReader& reader, const ExperimentRow& experiment,
                            const Suite& suite, const std::string& judge_digest);

// The fields of one item that count as judged.
std::set<std::string> judged_of(const JudgedFields& fields, const std::string& item);

}  // namespace kilter
