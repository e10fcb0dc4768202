#include "harness/engine/engine_load.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <system_error>

namespace kilter {
namespace {

// As vLLM, SGLang, llama.cpp and TensorRT-LLM name them.
constexpr std::array<std::string_view, 4> k_running = {
    "vllm:num_requests_running", "sglang:num_running_reqs", "llamacpp:requests_processing",
    "trtllm_num_requests_running"};
constexpr std::array<std::string_view, 4> k_waiting = {
    "vllm:num_requests_waiting", "sglang:num_queue_reqs", "llamacpp:requests_deferred",
    "trtllm_num_requests_waiting"};
// Ranks that work on the same request each export it.
constexpr std::array<std::string_view, 3> k_rank_labels = {"tp_rank=\"", "pp_rank=\"",
                                                           "moe_ep_rank=\""};
constexpr double k_most_requests = 1e9;

struct Sample {
    std::string_view name, labels, value;
};

std::string_view without_blanks(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    return text;
}

// name{labels} value [timestamp]. A label's value may hold "}" in quotes, with \" inside.
std::optional<Sample> read_sample(std::string_view line) {
    Sample sample;
    const std::size_t end = line.find_first_of("{ \t");
    if (line.empty() || line.front() == '#' || end == std::string_view::npos) return std::nullopt;
    sample.name = line.substr(0, end);
    std::string_view rest = line.substr(end);
    if (rest.front() == '{') {
        bool quoted = false;
        std::size_t at = 1;
        for (; at < rest.size() && (quoted || rest[at] != '}'); ++at) {
            if (quoted && rest[at] == '\\')
                ++at;
            else if (rest[at] == '"')
                quoted = !quoted;
        }
        if (at >= rest.size()) return std::nullopt;
        sample.labels = rest.substr(1, at - 1);
        rest.remove_prefix(at + 1);
    }
    rest = without_blanks(rest);
    sample.value = rest.substr(0, rest.find_first_of(" \t\r"));
    return sample;
}

bool is_other_rank(std::string_view labels) {
    return std::any_of(k_rank_labels.begin(), k_rank_labels.end(), [&](std::string_view label) {
        const std::size_t at = labels.find(label);
        return at != std::string_view::npos && labels.substr(at + label.size(), 2) != "0\"";
    });
}

std::optional<long long> requests(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    if (!(value >= 0 && value <= k_most_requests)) return std::nullopt;  // NaN too
    return std::llround(value);
}

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::string_view load_page(Dialect dialect) {
    switch (dialect) {
        case Dialect::vllm:
        case Dialect::sglang:
        case Dialect::llama_cpp:
            return "/metrics";
        case Dialect::tensorrt_llm:
            return "/prometheus/metrics";  // its /metrics takes what it tells out of a queue
        case Dialect::automatic:
        case Dialect::openai:
        case Dialect::ollama:
            break;
    }
    return {};
}

std::optional<EngineLoad> read_engine_load(std::string_view page) {
    EngineLoad load;
    bool told = false;
    while (!page.empty()) {
        const std::size_t end = std::min(page.find('\n'), page.size());
        const auto sample = read_sample(page.substr(0, end));
        page.remove_prefix(std::min(end + 1, page.size()));
        if (!sample) continue;
        const bool running = is_one_of(k_running, sample->name);
        if (!running && !is_one_of(k_waiting, sample->name)) continue;
        if (is_other_rank(sample->labels)) continue;
        const auto count = requests(sample->value);
        if (!count) return std::nullopt;
        if (running) {
            load.running += *count;
            told = true;
        } else {
            load.waiting = load.waiting.value_or(0) + *count;
        }
    }
    return told ? std::optional<EngineLoad>{load} : std::nullopt;
}

}  // namespace kilter
