#include "scorers/isolation/liveness.hpp"

#include <algorithm>

namespace kilter {
namespace {

// Samples of the metrics page while trials were under way; fewer say nothing of all the time.
constexpr long long k_fewest_samples = 3;

// The page was read often enough to tell that no more than one request ran, and not beside the
// trials only: some sample met one.
bool never_more_than_one(const ArmSeen& seen) {
    return seen.running_max == 1 && seen.load_samples - 2 * seen.load_turns >= k_fewest_samples;
}

std::string of(long long count, long long total) {
    return std::to_string(count) + " of " + std::to_string(total);
}

LiveCheck cold_check(const ArmSeen& cold, const ArmSeen& warm, const char* warm_name) {
    LiveCheck check{"cache", std::nullopt, ""};
    if (cold.cached_told == 0) {
        check.evidence = "no response tells its cached tokens";
    } else if (cold.cached_served > 0) {
        check.live = false;
        check.evidence = of(cold.cached_served, cold.cached_told) +
                         " runs had cached tokens although a cold cache was asked for";
    } else if (warm.cached_told > 0 && warm.cached_served == 0) {
        check.live = false;
        check.evidence = std::string("no run had cached tokens, and none of ") + warm_name +
                         " had any: there was no cache to turn off";
    } else {
        check.live = true;
        check.evidence = "no run had cached tokens";
        if (warm.cached_told > 0)
            check.evidence +=
                "; " + of(warm.cached_served, warm.cached_told) + " of " + warm_name + " had some";
    }
    return check;
}

LiveCheck warm_check(const ArmSeen& seen) {
    LiveCheck check{"cache", std::nullopt, "no response tells its cached tokens"};
    if (seen.cached_told == 0) return check;
    check.live = seen.cached_served > 0;
    check.evidence = of(seen.cached_served, seen.cached_told) + " runs had cached tokens";
    return check;
}

LiveCheck concurrency_check(const ArmAsked& arm, const ArmSeen& seen) {
    LiveCheck check{"concurrency", std::nullopt, ""};
    const std::string open = "up to " + std::to_string(seen.most_open) + " requests were open";
    if (arm.concurrency == 1) {
        check.evidence = "one request at a time was sent";
        if (seen.running_max < 2 && !never_more_than_one(seen)) return check;
        check.live = seen.running_max < 2;
        check.evidence = "the engine said it was running at most " +
                         std::to_string(seen.running_max) + " at a time";
    } else if (seen.running_max >= 2) {
        check.live = true;
        check.evidence = "the engine said it was running up to " +
                         std::to_string(seen.running_max) + " at a time";
    } else if (seen.most_open < 2) {
        check.live = false;
        check.evidence = "never were two requests open at once: there are too few";
    } else if (never_more_than_one(seen)) {
        check.live = false;
        check.evidence = open + ", and the engine never said it was running more than 1";
    } else {
        check.evidence = open + "; the engine does not tell how many it ran together";
    }
    return check;
}

LiveCheck stream_check(const ArmAsked& arm, const ArmSeen& seen) {
    LiveCheck check{"stream", std::nullopt, "no body was kept"};
    if (seen.bodies == 0) return check;
    check.live = arm.stream ? seen.streamed == seen.bodies : seen.streamed == 0;
    check.evidence = of(seen.streamed, seen.bodies) + " answers came as a stream";
    return check;
}

LiveCheck logprobs_check(const ArmAsked& arm, const ArmSeen& seen) {
    LiveCheck check{"logprobs", std::nullopt, "no body was kept"};
    if (seen.bodies == 0) return check;
    check.live = arm.logprobs ? seen.with_logprobs > 0 : seen.with_logprobs == 0;
    check.evidence = of(seen.with_logprobs, seen.bodies) + " answers carried log probabilities";
    return check;
}

LiveCheck structured_check(const ArmAsked& arm, const ArmSeen& seen, const ArmSeen& base) {
    LiveCheck check{"structured", std::nullopt, ""};
    const bool asked = arm.structured;
    const ArmSeen& with = asked ? seen : base;
    const ArmSeen& without = asked ? base : seen;
    if (with.answers == 0) {
        check.evidence = "no whole answer to hold against its schema";
        return check;
    }
    check.evidence = of(with.fits, with.answers) + " answers kept to the schema exactly";
    if (asked && with.fits < with.answers) {
        check.live = false;
    } else if (without.answers > 0 && without.fits < without.answers && with.fits == with.answers) {
        check.live = true;
        check.evidence += ", " + of(without.fits, without.answers) + " without it";
    } else {
        check.evidence += "; without it the same can come out, so this proves nothing";
    }
    return check;
}

LiveCheck order_check(const ArmSeen& seen, const ArmSeen& base) {
    LiveCheck check{"order", std::nullopt, "nothing was sent"};
    if (seen.order.empty() || base.order.empty()) return check;
    check.live = seen.order != base.order;
    check.evidence = *check.live ? "the trials were sent in another order"
                                 : "the trials were sent in the baseline's order";
    return check;
}

// Another engine, or the same one after a command: what it says of itself, and of its drafts.
LiveCheck engine_check(const ArmSeen& seen, const ArmSeen& base) {
    LiveCheck check{"engine", std::nullopt, ""};
    const bool drafts = seen.draft_used > 0;
    const bool base_drafts = base.draft_used > 0;
    if (drafts != base_drafts && seen.runs > 0 && base.runs > 0) {
        check.live = true;
        check.evidence = drafts ? "its runs have draft tokens, the baseline's have none"
                                : "its runs have no draft tokens, the baseline's have";
    } else if (!seen.identity.empty() && !base.identity.empty() && seen.identity != base.identity) {
        check.live = true;
        check.evidence = "the engine says something else of itself than in the baseline";
    } else if (!seen.fingerprints.empty() && !base.fingerprints.empty() &&
               seen.fingerprints != base.fingerprints) {
        check.live = true;
        check.evidence = "its responses carry another system_fingerprint";
    } else {
        check.evidence = "nothing that the engine tells differs from the baseline";
    }
    return check;
}

}  // namespace

std::vector<LiveCheck> check_live(const ArmAsked& arm, const ArmSeen& seen, const ArmAsked& base,
                                  const ArmSeen& base_seen) {
    std::vector<LiveCheck> out;
    if (arm.cold != base.cold)
        out.push_back(arm.cold ? cold_check(seen, base_seen, "the baseline") : warm_check(seen));
    if (arm.concurrency != base.concurrency) out.push_back(concurrency_check(arm, seen));
    if (arm.stream != base.stream) out.push_back(stream_check(arm, seen));
    if (arm.logprobs != base.logprobs) out.push_back(logprobs_check(arm, seen));
    if (arm.structured != base.structured) out.push_back(structured_check(arm, seen, base_seen));
    if (arm.seed != base.seed)
        out.push_back({"seed", std::nullopt, "no engine tells whether it used a seed"});
    if (arm.order != base.order) out.push_back(order_check(seen, base_seen));
    if (arm.address != base.address || arm.hook) out.push_back(engine_check(seen, base_seen));
    if (arm.other != base.other)
        out.push_back({"request", std::nullopt, "no engine tells whether it obeyed these fields"});
    for (LiveCheck& check : out) {
        if (seen.runs > 0) continue;
        check.live = std::nullopt;
        check.evidence = "no run came back";
    }
    return out;
}

std::optional<bool> all_live(const std::vector<LiveCheck>& checks) {
    const auto any = [&](std::optional<bool> wanted) {
        return std::any_of(checks.begin(), checks.end(),
                           [&](const LiveCheck& one) { return one.live == wanted; });
    };
    if (any(false)) return false;
    if (checks.empty() || any(std::nullopt)) return std::nullopt;
    return true;
}

}  // namespace kilter
