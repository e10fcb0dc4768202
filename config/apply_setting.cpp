// --set KEY=VALUE of a rerun: keys of request, concurrency and cache for all engines alike, and
// stop_loops.
#include <charconv>

#include "base/text/near_miss.hpp"
#include "config/load.hpp"
#include "config/request_keys.hpp"
#include "config/words.hpp"

namespace kilter {
namespace {

constexpr std::string_view k_request = "request.";
constexpr int k_most_concurrency = 4096;

Result<void> set_concurrency(ExperimentConfig& config, std::string_view text) {
    int count = 0;
    const char* end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, count);
    if (problem != std::errc{} || stop != end || count < 1 || count > k_most_concurrency) {
        return fail("'concurrency' takes a whole number from 1 to " +
                    std::to_string(k_most_concurrency));
    }
    for (EngineConfig& engine : config.engines) engine.concurrency = count;
    return {};
}

Result<void> set_stop_loops(ExperimentConfig& config, std::string_view text) {
    if (text == "none") {
        config.stop_loops.reset();
        return {};
    }
    int repeats = 0;
    const char* end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, repeats);
    if (problem != std::errc{} || stop != end || repeats < k_fewest_repeats ||
        repeats > k_most_repeats) {
        return fail("'stop_loops' takes none or a whole number from " +
                    std::to_string(k_fewest_repeats) + " to " + std::to_string(k_most_repeats));
    }
    config.stop_loops = repeats;
    return {};
}

Result<void> set_cache(ExperimentConfig& config, std::string_view text) {
    const auto mode = cache_mode_from(text);
    if (!mode) return fail("'cache' takes as_is or cold");
    for (EngineConfig& engine : config.engines) engine.cache = *mode;
    return {};
}

// Arms of an isolation have a request of their own.
Result<void> set_everywhere(ExperimentConfig& config, std::string_view key,
                            std::string_view value) {
    for (EngineConfig& engine : config.engines) {
        if (!engine.request) continue;
        if (const auto set = set_request_value(*engine.request, key, value); !set)
            return set.error();
    }
    return set_request_value(config.request, key, value);
}

Error unknown(std::string_view key) {
    std::vector<std::string> keys{"cache", "concurrency"};
    for (const std::string& one : request_keys()) keys.push_back(std::string{k_request} + one);
    keys.emplace_back("stop_loops");
    std::string message = "'" + std::string{key} + "' cannot be set";
    if (const auto near = near_miss(key, keys))
        return fail(message + "; did you mean '" + *near + "'?");
    message += "; it is one of";
    for (const std::string& one : keys) message += " " + one;
    return fail(message);
}

}  // namespace

Result<void> apply_setting(ExperimentConfig& config, std::string_view assignment) {
    const auto equals = assignment.find('=');
    if (equals == std::string_view::npos) {
        return fail("'" + std::string{assignment} +
                    "' is no setting; write KEY=VALUE, as in request.temperature=0.6");
    }
    const std::string_view key = assignment.substr(0, equals);
    const std::string_view value = assignment.substr(equals + 1);
    if (key == "concurrency") return set_concurrency(config, value);
    if (key == "cache") return set_cache(config, value);
    if (key == "stop_loops") return set_stop_loops(config, value);
    if (key.starts_with(k_request) && is_request_key(key.substr(k_request.size()))) {
        return set_everywhere(config, key.substr(k_request.size()), value);
    }
    return unknown(key);
}

Result<void> check_stop_loops(const ExperimentConfig& config) {
    if (!config.stop_loops || config.request.stream) return {};
    return fail(
        "stop_loops cuts an answer while it streams, and request.stream is false; set it to true "
        "or leave stop_loops out");
}

}  // namespace kilter
