#include "harness/engine/engine_load.hpp"

#include <catch2/catch_all.hpp>

using namespace kilter;

TEST_CASE("requests running and waiting as each engine names them") {
    struct Case {
        const char* name;
        const char* page;
        long long running;
        std::optional<long long> waiting;
    };
    const Case cases[] = {
        {"vLLM, two replicas",
         "# HELP vllm:num_requests_running Number of requests in model execution batches.\n"
         "# TYPE vllm:num_requests_running gauge\n"
         "vllm:num_requests_running{engine=\"0\",model_name=\"m\"} 1.0\n"
         "vllm:num_requests_running{engine=\"1\",model_name=\"m\"} 2.0\n"
         "vllm:num_requests_waiting{engine=\"0\",model_name=\"m\"} 4.0\n",
         3, 4},
        {"SGLang, the other rank of one replica",
         "sglang:num_running_reqs{model_name=\"m\",tp_rank=\"0\"} 1.0\n"
         "sglang:num_running_reqs{model_name=\"m\",tp_rank=\"1\"} 1.0\n"
         "sglang:num_queue_reqs{model_name=\"m\",tp_rank=\"0\"} 0.0\n",
         1, 0},
        {"llama.cpp, no labels",
         "llamacpp:requests_processing 2\r\nllamacpp:requests_deferred 1\r\n", 2, 1},
        {"TensorRT-LLM, waiting not told", "trtllm_num_requests_running 3.0", 3, std::nullopt},
        {"a label that holds braces and quotes",
         "vllm:num_requests_running{model_name=\"a}\\\"} 9\"} 1 1700000000000\n", 1, std::nullopt},
        {"names that only begin alike",
         "vllm:num_requests_running_total 9\nvllm:num_requests_running 0\n", 0, std::nullopt},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        const auto load = read_engine_load(c.page);
        REQUIRE(load.has_value());
        CHECK(load->running == c.running);
        CHECK(load->waiting == c.waiting);
    }
}

TEST_CASE("a page that does not tell how many requests are running") {
    for (const char* page :
         {"", "\n\n", "<html>404</html>", "{\"error\":\"no\"}", "vllm:num_requests_waiting 3\n",
          "# vllm:num_requests_running 3\n", "vllm:num_requests_running",
          "vllm:num_requests_running ", "vllm:num_requests_running NaN\n",
          "vllm:num_requests_running -1\n", "vllm:num_requests_running 1e300\n",
          "vllm:num_requests_running{a=\"b} 3\n", "vllm:num_requests_running three\n"}) {
        INFO(page);
        CHECK_FALSE(read_engine_load(page));
    }
}

TEST_CASE("only dialects that tell their requests are asked") {
    CHECK(load_page(Dialect::vllm) == "/metrics");
    CHECK(load_page(Dialect::sglang) == "/metrics");
    CHECK(load_page(Dialect::llama_cpp) == "/metrics");
    CHECK(load_page(Dialect::tensorrt_llm) == "/prometheus/metrics");
    CHECK(load_page(Dialect::openai).empty());
    CHECK(load_page(Dialect::ollama).empty());
    CHECK(load_page(Dialect::automatic).empty());
}
