// HTTP errors: the shapes of their bodies, one clear line for each, and whether asking again helps.
#include "tests/unit/harness/wire/chat_bytes.hpp"

using namespace kilter;
using namespace kilter::test;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("HTTP errors in every shape keep their message and get a hint") {
    struct Case {
        std::string name;
        int status;
        std::string body, message, hint;
    };
    const std::vector<Case> cases = {
        {"nested", 401, R"({"error":{"message":"bad key","type":"t","code":"invalid_api_key"}})",
         "bad key", "api_key_env"},
        {"flat", 400, R"({"object":"error","message":"too long","type":"BadRequest","code":400})",
         "too long", "--request"},
        {"text", 422, R"({"error":"Input validation error","error_type":"validation"})",
         "Input validation", "--request"},
        {"detail", 403, R"({"detail":"Forbidden."})", "HTTP 403: Forbidden;", "api_key_env"},
        {"detail list", 422,
         R"({"detail":[{"loc":["body","n"],"msg":"field required","type":"missing"}]})",
         "field required at [\"body\",\"n\"]", ""},
        {"code as a number", 404, R"({"error":{"code":404,"message":"model 'x' not found"}})",
         "model 'x' not found", "base_url"},
        {"message alone", 404, R"({"message":"no Route matched"})", "no Route matched", "base_url"},
        {"HTML", 502, "<html><body><h1>Bad Gateway</h1></body></html>", "an HTML page", ""},
        {"plain text", 503, "Loading model\n", "HTTP 503: Loading model", ""},
        {"empty", 504, "", "no message", ""},
        {"Latin-1", 500, "<p>Hib\xE1s k\xE9r\xE9s</p>", "Hib\xEF\xBF\xBDs", ""},
        {"redirect", 307, "", "HTTP 307", "final address"},
        {"JSON that says nothing", 400, R"({"error":{}})", "{}", ""},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        const WireResult result = read_body(c.body, ended(c.status));
        CHECK(result.outcome == Outcome::http_error);
        CHECK_THAT(result.error, ContainsSubstring(c.message));
        CHECK_THAT(result.error, ContainsSubstring(c.hint));
        CHECK(result.error.find('\n') == std::string::npos);
    }
}

TEST_CASE("Only statuses that may pass are asked again") {
    for (const int status : {408, 409, 425, 429, 500, 502, 503, 504}) {
        INFO(status);
        CHECK(read_body("", ended(status)).retryable);
    }
    for (const int status : {301, 400, 401, 403, 404, 413, 422, 501}) {
        INFO(status);
        CHECK_FALSE(read_body("", ended(status)).retryable);
    }
}

TEST_CASE("A long error body is cut between characters") {
    std::string body;
    for (int i = 0; i < 1000; ++i) body += "ő";
    const WireResult result = read_body(body, ended(500));
    CHECK(result.error.size() < 400);
    CHECK_THAT(result.error, ContainsSubstring("ő\xE2\x80\xA6"));
    CHECK_THAT(result.error, !ContainsSubstring("\xEF\xBF\xBD"));
}

TEST_CASE("An error status with an answer-shaped stream is an error all the same") {
    const WireResult result = read_body(content_delta("x") + finish_event("stop"), ended(500));
    CHECK(result.outcome == Outcome::http_error);
}
