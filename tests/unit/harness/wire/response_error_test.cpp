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

TEST_CASE("A9 the error bodies of every engine give their message and code") {
    struct Case {
        std::string engine;
        int status;
        std::string body, line;  // the line's begin
    };
    const std::vector<Case> cases = {
        {"OpenAI", 429,
         R"({"error":{"message":"slow down","type":"requests","param":null,"code":"rate_limit_exceeded"}})",
         "HTTP 429: slow down"},
        {"Ollama /v1, code null", 404,
         R"({"error":{"message":"model \"x\" not found","type":"not_found_error","param":null,"code":null}})",
         "HTTP 404: model \"x\" not found;"},
        {"vLLM, newer", 400,
         R"({"error":{"message":"max_tokens too large","type":"BadRequestError","param":null,"code":400}})",
         "HTTP 400: max_tokens too large;"},
        {"LM Studio", 400, R"({"error":{"message":"bad","type":"t","param":"model","code":"x"}})",
         "HTTP 400: bad;"},
        {"SGLang, flat", 400,
         R"({"object":"error","message":"too long","type":"BadRequest","param":null,"code":400})",
         "HTTP 400: too long;"},
        {"TensorRT-LLM, flat, code as text", 400,
         R"({"object":"error","message":"Extra inputs are not permitted","type":"e","param":null,"code":"400"})",
         "HTTP 400: Extra inputs are not permitted;"},
        {"vLLM, older, flat", 404,
         R"({"object":"error","message":"The model `x` does not exist.","type":"NotFoundError","param":null,"code":404})",
         "HTTP 404: The model `x` does not exist;"},
        {"llama.cpp, code as a number", 400,
         R"({"error":{"code":400,"message":"too big","type":"exceed_context_size_error","n_ctx":512}})",
         "HTTP 400: too big;"},
        {"llama.cpp starting", 503,
         R"({"error":{"code":503,"message":"Loading model","type":"unavailable_error"}})",
         "HTTP 503: Loading model"},
        {"TGI, error as text", 424,
         R"({"error":"Request failed during generation","error_type":"generation"})",
         "HTTP 424: Request failed during generation"},
        {"FastAPI, list", 422,
         R"({"detail":[{"loc":["body","messages",0],"msg":"Field required","type":"missing"}]})",
         "HTTP 422: Field required at [\"body\",\"messages\",0];"},
        {"FastAPI, text", 400, R"({"detail":"[{'loc': ['body'], 'msg': 'x'}]"})",
         "HTTP 400: [{'loc': ['body'], 'msg': 'x'}];"},
        {"a proxy, HTML", 524, "<!DOCTYPE html><title>524: A timeout occurred</title>",
         "HTTP 524: an HTML page instead of JSON"},
        {"a proxy, empty", 502, "", "HTTP 502: no message"},
    };
    for (const Case& c : cases) {
        INFO(c.engine);
        const WireResult result = read_body(c.body, ended(c.status));
        CHECK(result.outcome == Outcome::http_error);
        CHECK(result.error.substr(0, c.line.size()) == c.line);
    }
}

TEST_CASE("A9 OpenRouter's 200: an error beside choices:null, and one after tokens") {
    const WireResult whole = read_body(
        R"({"choices":null,"error":{"code":429,"message":"upstream busy","metadata":{}}})");
    CHECK(is_failed(whole.outcome));
    CHECK(whole.error_code == 429);
    CHECK(whole.retryable);
    CHECK_THAT(whole.error, ContainsSubstring("upstream busy"));
    const WireResult cut = read_body(
        content_delta("abc") +
        "data: {\"error\":{\"code\":502,\"message\":\"provider lost\"},\"choices\":[{\"index\":0,"
        "\"delta\":{\"content\":\"\"},\"finish_reason\":\"error\"}]}\n\n" +
        k_done);
    CHECK(is_failed(cut.outcome));
    CHECK(cut.completion.content.text == "abc");
    CHECK(cut.error_code == 502);
    CHECK_THAT(cut.error, ContainsSubstring("provider lost"));
}

TEST_CASE("A9 a code may be a number, a text, a word or null") {
    const auto code = [](const std::string& word) {
        return read_body(R"({"choices":null,"error":{"message":"m","code":)" + word + "}}");
    };
    CHECK(code("503").error_code == 503);
    CHECK(code("\"503\"").error_code == 503);
    CHECK(code("\"rate_limit_exceeded\"").error_code == 429);
    CHECK_FALSE(code("null").error_code.has_value());
    CHECK_FALSE(code("[1]").error_code.has_value());
    CHECK_FALSE(code("\"invalid_api_key\"").retryable);
}

TEST_CASE("An error without a message says so") {
    for (const char* body : {R"("")", R"({"detail":""})", R"({"error":""})", R"({"error":" "})"}) {
        INFO(body);
        CHECK(read_body(body, ended(500)).error == "HTTP 500: an error without a message");
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
