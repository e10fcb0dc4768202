#include "harness/wire/output_tokens.hpp"

#include <catch2/catch_all.hpp>

using namespace kilter;

namespace {

using Tokens = std::vector<std::string>;

std::string event(const std::string& data) {
    return "data: " + data + "\n\n";
}

}  // namespace

TEST_CASE("output tokens of a whole body") {
    const OutputTokens found = output_tokens(
        R"({"choices":[{"index":0,"message":{"content":"A b"},"logprobs":{"content":[)"
        R"({"token":"A","logprob":-0.1},{"token":" b","logprob":-2}]}}]})");
    CHECK(found.source == "logprobs");
    CHECK(found.tokens == Tokens{"A", " b"});
}

TEST_CASE("output tokens of a stream are joined over its chunks, several in one or none") {
    const std::string body =
        event(R"({"choices":[{"index":0,"delta":{"role":"assistant"},"logprobs":null}]})") +
        event(R"({"choices":[{"index":0,"delta":{"content":"A b"},"logprobs":{"content":[)"
              R"({"token":"A"},{"token":" b"}]}}]})") +
        event(R"({"choices":[{"index":0,"delta":{"content":"c"},"logprobs":{"content":[)"
              R"({"token":"c"}]}}]})") +
        event(R"({"choices":[],"usage":{}})") + event("[DONE]");
    CHECK(output_tokens(body).tokens == Tokens{"A", " b", "c"});
}

TEST_CASE("ids are preferred; the older list of tokens counts too") {
    const OutputTokens ids = output_tokens(
        R"({"choices":[{"token_ids":[5,17],"logprobs":{"content":[{"token":"x"}]}}]})");
    CHECK(ids.source == "token_ids");
    CHECK(ids.tokens == Tokens{"5", "17"});
    CHECK(output_tokens(R"({"choices":[{"logprobs":{"tokens":["a","b"]}}]})").tokens ==
          Tokens{"a", "b"});
    CHECK(output_tokens(R"({"choices":[{"index":1,"token_ids":[9]},{"index":0,"token_ids":[5]}]})")
              .tokens == Tokens{"5"});
}

TEST_CASE("bodies without lists have no tokens") {
    const char* bodies[] = {"",
                            "not JSON",
                            "{}",
                            R"({"choices":[]})",
                            R"({"choices":{}})",
                            R"({"choices":[{"logprobs":null}]})",
                            R"({"choices":[{"logprobs":{"content":null}}]})",
                            R"({"choices":[{"logprobs":{"content":"x"},"token_ids":7}]})",
                            R"({"choices":[{"message":{"content":"\"logprobs\""}}]})",
                            "data: {\"logprobs\": cut"};
    for (const char* body : bodies) {
        INFO(body);
        CHECK(output_tokens(body).source.empty());
        CHECK(output_tokens(body).tokens.empty());
    }
}

TEST_CASE("half characters are told apart by their bytes") {
    const auto half = [](int byte) {
        return output_tokens(
            "{\"choices\":[{\"logprobs\":{\"content\":[{\"token\":\"\xEF\xBF\xBD\","
            "\"bytes\":[" +
            std::to_string(byte) + "]}]}}]}");
    };
    CHECK(first_token_apart(half(195), half(196)) == 0U);
    CHECK_FALSE(first_token_apart(half(195), half(195)));
}

TEST_CASE("the first token that differs") {
    const auto logprobs = [](Tokens tokens) { return OutputTokens{"logprobs", std::move(tokens)}; };
    CHECK(first_token_apart(logprobs({"a", "b"}), logprobs({"a", "c"})) == 1U);
    CHECK(first_token_apart(logprobs({"a"}), logprobs({"a", "c"})) == 1U);
    CHECK(first_token_apart(logprobs({"x"}), logprobs({"a", "c"})) == 0U);
    CHECK_FALSE(first_token_apart(logprobs({"a"}), logprobs({"a"})));
    CHECK_FALSE(first_token_apart(logprobs({"a"}), OutputTokens{}));
    CHECK_FALSE(first_token_apart(OutputTokens{}, OutputTokens{}));
    CHECK_FALSE(first_token_apart(logprobs({"5"}), OutputTokens{"token_ids", {"6"}}));
}
