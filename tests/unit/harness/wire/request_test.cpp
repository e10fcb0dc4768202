#include "harness/wire/request.hpp"

#include "base/json/read.hpp"
#include "base/json/write.hpp"
#include "base/sha256.hpp"

using namespace kilter;

namespace {

Item item_of_one_question() {
    Item item;
    item.id = "T1";
    item.messages = {{"user", "Mennyi?"}};
    return item;
}

EngineConfig engine_named_m() {
    EngineConfig engine;
    engine.name = "e";
    engine.model = "m";
    return engine;
}

std::string body_of(Dialect dialect, const RequestParams& params = {},
                    const EngineConfig& engine = engine_named_m()) {
    return build_request(item_of_one_question(), params, engine, dialect).body;
}

json::Value parsed(const std::string& text) {
    json::ReadOutcome read = json::read(text);
    REQUIRE(read.ok);
    return std::move(read.value);
}

const std::string k_head =
    R"({"model":"m","messages":[{"role":"user","content":"Mennyi?"}],"temperature":0,"top_p":1,"n":1,)"
    R"("max_tokens":1024,"presence_penalty":0,"frequency_penalty":0,)";
const std::string k_stream = R"("stream":true,"stream_options":{"include_usage":true})";

}  // namespace

TEST_CASE("B45 every sampling field is written, in a fixed order, for every dialect") {
    CHECK(body_of(Dialect::openai) == k_head + k_stream + "}");
    CHECK(body_of(Dialect::tensorrt_llm) == k_head + k_stream + "}");
    const std::string with_top_k =
        k_head + R"("top_k":-1,"min_p":0,"repetition_penalty":1,)" + k_stream;
    CHECK(body_of(Dialect::vllm) == with_top_k + "}");
    CHECK(body_of(Dialect::sglang) == with_top_k + "}");
    CHECK(body_of(Dialect::ollama) ==
          k_head + R"("top_k":0,"min_p":0,"repetition_penalty":1,)" + k_stream + "}");
    CHECK(body_of(Dialect::llama_cpp) == k_head + R"("top_k":0,"min_p":0,"repeat_penalty":1,)" +
                                             k_stream + R"(,"cache_prompt":true})");
}

TEST_CASE("Tools go out as the suite has them, behind the messages") {
    Item item = item_of_one_question();
    item.tools = {
        parsed(R"({"type":"function","function":{"name":"find","parameters":{"z":1,"a":2}}})")};
    const std::string body = build_request(item, {}, engine_named_m(), Dialect::openai).body;
    CHECK(
        body.find(R"("content":"Mennyi?"}],"tools":[{"type":"function","function":{"name":"find",)"
                  R"("parameters":{"z":1,"a":2}}}],"temperature":0)") != std::string::npos);
    CHECK(body_of(Dialect::openai).find("tools") == std::string::npos);
}

TEST_CASE("Values of the user go out as they were written") {
    RequestParams params;
    params.temperature = "0.60";
    params.stream = false;
    params.seed = -1;
    params.top_k = "20";
    params.repetition_penalty = "1.05";
    const json::Value vllm = parsed(body_of(Dialect::vllm, params));
    CHECK(vllm.find("temperature")->text == "0.60");
    CHECK(vllm.find("seed")->text == "-1");
    CHECK(vllm.find("top_k")->text == "20");
    CHECK(vllm.find("repetition_penalty")->text == "1.05");
    CHECK_FALSE(vllm.find("stream")->boolean);
    CHECK(vllm.find("stream_options") == nullptr);
    CHECK(parsed(body_of(Dialect::tensorrt_llm, params)).find("top_k")->text == "20");
    // The openai dialect has no word for them; the caller can tell the user.
    CHECK(parsed(body_of(Dialect::openai, params)).find("top_k") == nullptr);
    CHECK(fields_not_sent(params, Dialect::openai) ==
          std::vector<std::string>{"top_k", "repetition_penalty"});
    CHECK(fields_not_sent(params, Dialect::vllm).empty());
}

TEST_CASE("An item's own max_tokens wins, and extra_body wins over everything in its place") {
    Item item = item_of_one_question();
    item.max_tokens = 7;
    EngineConfig engine = engine_named_m();
    engine.extra_body.set("top_p", json::make_number("0.5"));
    engine.extra_body.set("chat_template_kwargs", json::make_object());
    const std::string body = build_request(item, {}, engine, Dialect::openai).body;
    CHECK(
        body ==
        R"({"model":"m","messages":[{"role":"user","content":"Mennyi?"}],"temperature":0,"top_p":0.5,)"
        R"("n":1,"max_tokens":7,"presence_penalty":0,"frequency_penalty":0,)" +
            k_stream + R"(,"chat_template_kwargs":{}})");
}

TEST_CASE("B04 two engines that differ in extra_body only have different request hashes") {
    EngineConfig low = engine_named_m();
    low.extra_body.set("reasoning_effort", json::make_string("low"));
    EngineConfig high = engine_named_m();
    high.extra_body.set("reasoning_effort", json::make_string("high"));
    const Item item = item_of_one_question();
    const RequestBytes a = build_request(item, {}, low, Dialect::vllm);
    const RequestBytes b = build_request(item, {}, high, Dialect::vllm);
    CHECK(a.sha256 != b.sha256);
    CHECK(a.sha256 == sha256_hex(a.body));
    CHECK(a.sha256 == build_request(item, {}, low, Dialect::vllm).sha256);
}

TEST_CASE("B28 cold: a salt at one place, a field, or nothing, by dialect") {
    EngineConfig cold = engine_named_m();
    cold.cache = CacheMode::cold;
    const Item item = item_of_one_question();
    const std::string salt = "0123456789abcdef0123456789ABCDEF";
    for (const Dialect dialect : {Dialect::vllm, Dialect::sglang}) {
        const RequestBytes request = build_request(item, {}, cold, dialect);
        REQUIRE(request.salt_offset.has_value());
        const std::string sent = salted_body(request, salt);
        CHECK(sent.size() == request.body.size());
        CHECK(parsed(sent).find("cache_salt")->text == salt);
        CHECK(parsed(request.body).find("cache_salt")->text == std::string(32, '0'));
        CHECK(cold_support(dialect) == ColdSupport::salt);
    }
    const RequestBytes llama = build_request(item, {}, cold, Dialect::llama_cpp);
    CHECK_FALSE(llama.salt_offset.has_value());
    CHECK_FALSE(parsed(llama.body).find("cache_prompt")->boolean);
    CHECK(salted_body(llama, salt) == llama.body);
    CHECK(cold_support(Dialect::openai) == ColdSupport::none);
    CHECK(cold_support(Dialect::ollama) == ColdSupport::none);
    CHECK(build_request(item, {}, cold, Dialect::openai).body == body_of(Dialect::openai));
}

TEST_CASE("A salt in extra_body is the user's: it is sent as it is") {
    EngineConfig cold = engine_named_m();
    cold.cache = CacheMode::cold;
    cold.extra_body.set("cache_salt", json::make_string("mine"));
    const RequestBytes request = build_request(item_of_one_question(), {}, cold, Dialect::vllm);
    CHECK_FALSE(request.salt_offset.has_value());
    CHECK(parsed(request.body).find("cache_salt")->text == "mine");
}

TEST_CASE("A structured item asks for its schema in the dialect's own shape") {
    Item item = item_of_one_question();
    item.schema.set("type", json::make_string("object"));
    CHECK(parsed(build_request(item, {}, engine_named_m(), Dialect::vllm).body)
              .find("response_format") == nullptr);
    item.structured = true;
    const auto format = [&](Dialect dialect) {
        const json::Value body = parsed(build_request(item, {}, engine_named_m(), dialect).body);
        return json::write(*body.find("response_format"));
    };
    const std::string named =
        R"({"type":"json_schema","json_schema":{"name":"answer","strict":true,"schema":{"type":"object"}}})";
    CHECK(format(Dialect::openai) == named);
    CHECK(format(Dialect::vllm) == named);
    CHECK(format(Dialect::sglang) == named);
    CHECK(format(Dialect::ollama) ==
          R"({"type":"json_schema","json_schema":{"name":"answer","schema":{"type":"object"}}})");
    CHECK(format(Dialect::llama_cpp) == R"({"type":"json_object","schema":{"type":"object"}})");
    CHECK(format(Dialect::tensorrt_llm) == R"({"type":"json","schema":{"type":"object"}})");
}

TEST_CASE("What tells the output's tokens is asked for only where the user wants it") {
    RequestParams params;
    params.seed = 7;
    params.logprobs = 5;
    params.token_ids = true;
    const std::string with_ids = k_head +
                                 R"("top_k":-1,"min_p":0,"repetition_penalty":1,"seed":7,)"
                                 R"("logprobs":true,"top_logprobs":5,"return_token_ids":true,)" +
                                 k_stream + "}";
    CHECK(body_of(Dialect::vllm, params) == with_ids);
    CHECK(body_of(Dialect::sglang, params) == with_ids);
    CHECK(fields_not_sent(params, Dialect::vllm).empty());
    for (const Dialect dialect :
         {Dialect::openai, Dialect::llama_cpp, Dialect::ollama, Dialect::tensorrt_llm}) {
        const json::Value body = parsed(body_of(dialect, params));
        INFO(to_word(dialect));
        CHECK(body.find("top_logprobs")->text == "5");
        CHECK(body.find("return_token_ids") == nullptr);
        CHECK(fields_not_sent(params, dialect) == std::vector<std::string>{"token_ids"});
    }
    // 0: the sampled token alone, without alternatives.
    params.logprobs = 0;
    CHECK(parsed(body_of(Dialect::openai, params)).find("top_logprobs")->text == "0");
}
