// The digest of a judge: SHA-256 over all of its settings that can change what it says. Left out:
// timeouts, retries, concurrency, the key's name. A judgement is valid for one digest. Also the
// stored form of a judge. Pure, any thread.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "config/experiment_config.hpp"

namespace kilter {

std::string judge_digest(const JudgeConfig& judge);
// In the words of the config file; never a key.
std::string judge_text(const JudgeConfig& judge);
Result<JudgeConfig> judge_from_text(std::string_view stored);

}  // namespace kilter
