// Arms of an isolation: what a config says of them, and what is kept of them in a stored plan. An
// arm is asked as an engine of its own; how it differs from its baseline stands in its EngineConfig
// once arms were planned (cli/isolation). Plain data, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json/value.hpp"

namespace kilter {

enum class Order;
enum class CacheMode;

inline constexpr std::string_view k_baseline_arm = "baseline";
inline constexpr std::string_view k_aa_arm = "aa";  // the same settings again, by another name

// What differs from the baseline; what is not named stays.
struct ArmOverride {
    std::vector<std::pair<std::string, std::string>> request;  // key of `request`, literal; checked
    std::optional<CacheMode> cache;
    std::optional<int> concurrency;
    std::optional<Order> order;
    std::optional<bool> structured;  // response_format for every item with a schema, or for none
    json::Value extra_body;          // an object or null; its members replace those of the baseline

    bool empty() const {
        return request.empty() && !cache && !concurrency && !order && !structured &&
               extra_body.is_null();
    }
};

// As written under `arms:`. Either an engine or an override; the arm named "baseline" has neither.
struct ArmConfig {
    std::string name;
    std::optional<std::string> engine;  // an engine of the same config
    ArmOverride changes;
    std::optional<std::string> before_arm;  // a command, run in the config's folder
};

// One arm as it was planned; its engine has the same name.
struct IsolationArm {
    std::string name;
    std::string change;                 // in words: "cache: cold"
    std::vector<std::string> switches;  // which are on: "cache", or names of arms of the config
    std::optional<std::string> before_arm;
};

struct SwitchNotTried {
    std::string name, reason;
};

// An experiment of kind "isolate": its first arm is the baseline, its second the A/A arm.
struct Isolation {
    std::string engine;                    // of the config, that the baseline asks
    std::string design = "one-switch";     // or leave-one-out, cumulative
    std::string schedule = "interleaved";  // or blocked
    bool own_arms = false;                 // of the config; false: kilter's own switches
    std::vector<IsolationArm> arms;
    std::vector<SwitchNotTried> not_tried;
};

}  // namespace kilter
