#include "harness/wire/request.hpp"

using kilter::endpoints_of;

TEST_CASE("A base URL is understood with and without its tail") {
    struct Case {
        std::string url, origin, chat, models, root;
    };
    const std::vector<Case> cases = {
        {"http://h", "http://h:80", "http://h:80/v1/chat/completions", "http://h:80/v1/models",
         "http://h:80"},
        {"http://h/", "http://h:80", "http://h:80/v1/chat/completions", "http://h:80/v1/models",
         "http://h:80"},
        {"http://h:8000/v1", "http://h:8000", "http://h:8000/v1/chat/completions",
         "http://h:8000/v1/models", "http://h:8000"},
        {"http://h:8000/v1//", "http://h:8000", "http://h:8000/v1/chat/completions",
         "http://h:8000/v1/models", "http://h:8000"},
        {"http://h:8000/v1/models/", "http://h:8000", "http://h:8000/v1/chat/completions",
         "http://h:8000/v1/models", "http://h:8000"},
        {"http://h/models", "http://h:80", "http://h:80/models/v1/chat/completions",
         "http://h:80/models/v1/models", "http://h:80/models"},
        {"http://h:8000/v1/chat/completions", "http://h:8000", "http://h:8000/v1/chat/completions",
         "http://h:8000/v1/models", "http://h:8000"},
        {"HTTPS://Api.Example/proxy/v1/chat/completions/", "https://api.example:443",
         "https://api.example:443/proxy/v1/chat/completions",
         "https://api.example:443/proxy/v1/models", "https://api.example:443/proxy"},
        {"https://h/api/paas/v4", "https://h:443", "https://h:443/api/paas/v4/chat/completions",
         "https://h:443/api/paas/v4/models", "https://h:443/api/paas"},
        {"https://h/v1beta/openai", "https://h:443", "https://h:443/v1beta/openai/chat/completions",
         "https://h:443/v1beta/openai/models", "https://h:443"},
        {"http://h/llm", "http://h:80", "http://h:80/llm/v1/chat/completions",
         "http://h:80/llm/v1/models", "http://h:80/llm"},
        {"http://[::1]:9", "http://[::1]:9", "http://[::1]:9/v1/chat/completions",
         "http://[::1]:9/v1/models", "http://[::1]:9"},
        {"https://[::1]/v1", "https://[::1]:443", "https://[::1]:443/v1/chat/completions",
         "https://[::1]:443/v1/models", "https://[::1]:443"},
    };
    for (const Case& c : cases) {
        INFO(c.url);
        const auto got = endpoints_of(c.url);
        REQUIRE(got.has_value());
        CHECK(got->origin == c.origin);
        CHECK(got->chat_completions == c.chat);
        CHECK(got->models == c.models);
        CHECK(got->root == c.root);
    }
}

TEST_CASE("A base URL that cannot be used says why and never repeats a secret") {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"", "http://"},
        {"h:8000/v1", "http://"},
        {"ftp://h", "scheme"},
        {"http://", "host"},
        {"http://:80", "host"},
        {"http://h:0", "port"},
        {"http://h:x", "port"},
        {"http://h:65536", "port"},
        {"http://u:hunter2@h/v1", "user name"},
        {"http://[::1", "']'"},
        {"http://h/v1?key=hunter2", "query"},
        {"http://h/v1#a", "fragment"},
        {"http://h/a b", "space"},
        {"http://h/\r\nX: y", "forbidden"},
    };
    for (const auto& [url, part] : cases) {
        INFO(url);
        const auto got = endpoints_of(url);
        REQUIRE_FALSE(got.has_value());
        CHECK_THAT(got.error().message, Catch::Matchers::ContainsSubstring(part));
        CHECK_THAT(got.error().message, !Catch::Matchers::ContainsSubstring("hunter2"));
    }
}
