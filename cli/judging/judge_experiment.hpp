// The judging of an experiment, after its engines are done: asks its judge for what no stored
// judgement answers, then scores the judged fields by what there is. Owns the loop while it asks.
#pragma once

#include <optional>
#include <string>

#include "base/clock.hpp"
#include "base/result.hpp"
#include "cli/analysis/rescore.hpp"
#include "config/experiment_config.hpp"
#include "harness/store/store_reader.hpp"
#include "harness/store/store_writer.hpp"

namespace kilter {

struct JudgeAccess {
    JudgeConfig judge;
    std::string api_key;  // empty: none is sent
};

struct Judging {
    Rescored scored;
    long long asked = 0;  // judgements that were given now
    bool waits =
        false;  // something is left that the judge of the call, or of the store, has to read
    bool interrupted = false;
    std::string line;  // for people; empty: nothing was judged, nothing waits
};

// Another judge than before takes over once it has answered everything; until then the judgements
// of the one before stay in force. nullopt: nobody is asked, and the judge that the experiment had
// before stays its judge.
Result<Judging> judge_experiment(StoreReader& reader, StoreWriter& writer,
                                 const std::string& experiment,
                                 const std::optional<JudgeAccess>& access, const Clock& clock);

}  // namespace kilter
