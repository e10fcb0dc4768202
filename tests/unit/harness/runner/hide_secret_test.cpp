#include "harness/runner/hide_secret.hpp"

#include <catch2/catch_all.hpp>

using namespace kilter;

namespace {

const std::string k_key = "sk-0123456789";

}  // namespace

TEST_CASE("hide_secret: every text of a result") {
    WireResult result;
    Completion& completion = result.completion;
    completion.reasoning = {TextState::text, "r " + k_key};
    completion.content = {TextState::text, k_key + k_key + " c"};
    completion.tool_calls = {{"f" + k_key, "{\"k\":\"" + k_key + "\"}"}};
    completion.refusal = completion.finish_reason = k_key;
    completion.response_id = completion.model = completion.system_fingerprint = k_key;
    result.error = "HTTP 400: " + k_key;
    REQUIRE(hide_secret(result, k_key));
    CHECK(completion.reasoning.text == "r [secret]");
    CHECK(completion.content.text == "[secret][secret] c");
    CHECK(completion.tool_calls[0] == ToolCall{"f[secret]", "{\"k\":\"[secret]\"}"});
    CHECK(completion.refusal == "[secret]");
    CHECK(completion.finish_reason == "[secret]");
    CHECK(completion.response_id == "[secret]");
    CHECK(completion.model == "[secret]");
    CHECK(completion.system_fingerprint == "[secret]");
    CHECK(result.error == "HTTP 400: [secret]");
    CHECK(completion.has_flag("secret_replaced"));
}

TEST_CASE("hide_secret: nothing to hide changes nothing") {
    WireResult result;
    result.completion.content = {TextState::text, "sk-012345678 and EMPTY"};
    for (const std::string& key : {k_key, std::string{}, std::string{"EMPTY"}}) {
        INFO(key);
        CHECK_FALSE(hide_secret(result, key));
        CHECK(result.completion.content.text == "sk-012345678 and EMPTY");
        CHECK(result.completion.flags.empty());
    }
}
