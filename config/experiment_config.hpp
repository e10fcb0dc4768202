// The plan of an experiment as the user wrote it: suites, K, order, sampling, engines, gates.
// Plain data; reading is config/load.hpp. Any thread.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/value.hpp"
#include "config/arms.hpp"

namespace kilter {

enum class Order { run_major, item_major, shuffled };
enum class Dialect { automatic, openai, vllm, sglang, llama_cpp, ollama, tensorrt_llm };
enum class CacheMode { as_is, cold };

std::string_view to_word(Order order);
std::string_view to_word(Dialect dialect);
std::string_view to_word(CacheMode mode);

// Sampling and length. Numbers keep the literal that the user wrote, so that the wire shows the
// same.
struct RequestParams {
    std::string temperature = "0";
    std::string top_p = "1";
    long long max_tokens = 1024;
    bool stream = true;
    std::optional<std::string> top_k, min_p;  // literals; sent where the dialect knows them
    std::optional<std::string> presence_penalty, frequency_penalty, repetition_penalty;
    std::optional<long long> seed;
    // What lets a parting be named by its token; left out of the request unless asked for.
    std::optional<int> logprobs;  // 0..20: alternatives per output token
    bool token_ids = false;       // ids of the output tokens, where the dialect has a field for it
};

struct Timeouts {  // nullopt: none
    std::optional<std::chrono::milliseconds> connect = std::chrono::seconds{10};
    std::optional<std::chrono::milliseconds> first_byte = std::chrono::minutes{30};
    std::optional<std::chrono::milliseconds> idle =
        std::chrono::minutes{5};  // from the first body byte
    std::optional<std::chrono::milliseconds> total;
};

struct EngineConfig {
    std::string name;  // same rule as an item id, unique
    std::string base_url;
    std::string model;
    std::optional<std::string> api_key_env;  // the name of a variable, never the key
    int concurrency = 1;
    Dialect dialect = Dialect::automatic;
    CacheMode cache = CacheMode::as_is;
    Timeouts timeout;
    int retries = 3;
    std::vector<std::string> think_tags = {
        "think"};            // inline reasoning: <think>...</think>; empty: off
    json::Value extra_body;  // an object or null; merged into the request last
    json::Value notes;       // declared by the user, kept with the results
    // Of an arm of an isolation only, in place of the plan's; no config file sets them.
    std::optional<RequestParams> request;
    std::optional<Order> order;
    std::optional<bool> structured;  // response_format for every item with a schema, or for none
    // Arms do not warm each other's prefix cache: a salt that is the arm's own, where the dialect
    // has a word for one; where it can only be asked not to reuse a prefix, run 0 of each item is.
    bool own_cache = false;
};

inline constexpr std::string_view k_judge_name = "judge";  // of its engine

// A model that reads free text against gold, where a suite asks for one. Never measured.
struct JudgeConfig {
    EngineConfig engine;
    RequestParams request;
};

struct Gates {
    std::optional<double> min_points;
    std::optional<long long> max_unstable, max_value_flips, max_loops, min_runs;
};

struct ExperimentConfig {
    std::filesystem::path store = "kilter.db";  // resolved against the config's folder
    std::vector<std::filesystem::path> suites;  // resolved likewise, at least one
    int runs = 3;                               // K, 1..1000
    Order order = Order::run_major;
    unsigned long long shuffle_seed = 1;  // order: shuffled
    // Engines on one origin take turns, each for one K-th of its trials (A B C A B C ...), instead
    // of one after the other.
    bool turns = false;
    RequestParams request;
    // Opt-in: a stream is cut once a text repeats itself this often (2 or more; 1024 code points at
    // least). It changes what is measured. nullopt: answers run to their end.
    std::optional<int> stop_loops;
    std::vector<EngineConfig> engines;  // at least one
    std::optional<JudgeConfig>
        judge;  // no part of the plan digest: adding one measures nothing new
    Gates gates;
    std::vector<ArmConfig> arms;         // of the config file, for `isolate`; in no stored plan
    std::optional<Isolation> isolation;  // its engines are arms; never of a config file
    std::string source_text;             // the file before expansion of variables
};

// What this engine is asked: its own where it is an arm that has one.
inline const RequestParams& params_for(const ExperimentConfig& config, const EngineConfig& engine) {
    return engine.request ? *engine.request : config.request;
}
inline Order order_for(const ExperimentConfig& config, const EngineConfig& engine) {
    return engine.order.value_or(config.order);
}

}  // namespace kilter
