// Asks a judge what is still open and keeps each judgement at once. Over the same client, retries
// and timeouts as engines, but of no experiment: nothing here is measured, so that it must not run
// while an engine is. Owns its loop while it runs.
#pragma once

#include <string>
#include <vector>

#include "base/clock.hpp"
#include "config/experiment_config.hpp"
#include "harness/store/store_writer.hpp"
#include "scorers/judge/desk.hpp"

namespace kilter {

struct JudgeTask {
    JudgeConfig judge;
    std::string judge_digest;
    std::string api_key;  // held in memory only
    std::vector<JudgeCase> open;
};

struct JudgeReport {
    long long judged = 0;
    std::string problem;  // why the last question that got no judgement got none; empty: all did
    std::string store_error;  // a judgement could not be kept: asking ended there
    bool interrupted = false;
};

JudgeReport ask_judge(const JudgeTask& task, StoreWriter& writer, const Clock& clock);

}  // namespace kilter
