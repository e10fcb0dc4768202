#include "harness/wire/usage.hpp"

#include "base/json/read.hpp"

using namespace kilter;

namespace {

Usage usage_of(std::initializer_list<const char*> bodies) {
    UsageReader reader;
    for (const char* body : bodies) {
        const json::ReadOutcome read = json::read(body);
        REQUIRE(read.ok);
        reader.read(read.value);
    }
    return reader.result();
}

}  // namespace

TEST_CASE("Usage: details of OpenAI and vLLM") {
    const Usage usage = usage_of(
        {R"({"usage":{"prompt_tokens":10,"completion_tokens":20,"total_tokens":30,)"
         R"("prompt_tokens_details":{"cached_tokens":4},"completion_tokens_details":{"reasoning_tokens":15}}})"});
    CHECK(usage.prompt_tokens == 10);
    CHECK(usage.completion_tokens == 20);
    CHECK(usage.cached_tokens == 4);
    CHECK(usage.reasoning_tokens == 15);
    CHECK_FALSE(usage.draft_tokens.has_value());
}

TEST_CASE("Usage: reasoning tokens at the top level; a cached zero is a zero, null is nothing") {
    const Usage usage = usage_of(
        {R"({"usage":{"prompt_tokens":10,"reasoning_tokens":3,"prompt_tokens_details":{"cached_tokens":0},)"
         R"("completion_tokens_details":null}})"});
    CHECK(usage.reasoning_tokens == 3);
    CHECK(usage.cached_tokens == 0);
    CHECK_FALSE(usage_of({R"({"usage":null})"}).prompt_tokens.has_value());
}

TEST_CASE("Usage: llama.cpp timings fill what usage leaves open") {
    const char* timings =
        R"({"timings":{"cache_n":900,"prompt_n":1,"predicted_n":5,"draft_n":8,"draft_n_accepted":6}})";
    const Usage alone = usage_of({timings});
    CHECK(alone.cached_tokens == 900);
    CHECK(alone.prompt_tokens == 901);  // 900 reused + 1 computed
    CHECK(alone.completion_tokens == 5);
    CHECK(alone.draft_tokens == 8);
    CHECK(alone.draft_accepted == 6);
    const Usage both =
        usage_of({R"({"usage":{"prompt_tokens":910,"completion_tokens":6}})", timings});
    CHECK(both.prompt_tokens == 910);
    CHECK(both.completion_tokens == 6);
    CHECK(both.cached_tokens == 900);
}

TEST_CASE("Usage: the last count of continuous reports wins; nonsense counts as not told") {
    CHECK(usage_of({R"({"usage":{"completion_tokens":1}})", R"({"usage":{"completion_tokens":2}})"})
              .completion_tokens == 2);
    const Usage odd =
        usage_of({R"({"usage":{"prompt_tokens":-1,"completion_tokens":1.5}})",
                  R"({"usage":{"prompt_tokens":"7","completion_tokens":99999999999999999999}})",
                  R"({"usage":[1],"timings":7,"stats":"x"})"});
    CHECK_FALSE(odd.prompt_tokens.has_value());
    CHECK_FALSE(odd.completion_tokens.has_value());
    CHECK(usage_of({R"({"stats":{"total_draft_tokens_count":4,"accepted_draft_tokens_count":3}})"})
              .draft_accepted == 3);
}
