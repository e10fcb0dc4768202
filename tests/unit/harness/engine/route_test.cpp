// By which proxy, and by which certificates, a URL is reached: the rules of curl's own variables.
#include "harness/engine/route.hpp"

#include <catch2/catch_all.hpp>
#include <map>

#include "harness/engine/no_proxy.hpp"

using namespace kilter;

namespace {

using Variables = std::map<std::string, std::string>;

RouteVariables of(Variables variables) {
    return [variables = std::move(variables)](const char* name) {
        const auto found = variables.find(name);
        return found == variables.end() ? std::string() : found->second;
    };
}

std::string variable_for(std::string_view url, Variables variables) {
    return proxy_for(url, of(std::move(variables))).variable;
}

}  // namespace

TEST_CASE("Proxies: the variable of the scheme first, then the one for all, lower case first") {
    const Variables all = {{"http_proxy", "a:1"},  {"HTTP_PROXY", "b:1"}, {"https_proxy", "c:1"},
                           {"HTTPS_PROXY", "d:1"}, {"all_proxy", "e:1"},  {"ALL_PROXY", "f:1"}};
    const auto without = [&](std::vector<std::string> names) {
        Variables left = all;
        for (const std::string& name : names) left.erase(name);
        return left;
    };
    CHECK(variable_for("http://h/v1", all) == "http_proxy");
    // Never HTTP_PROXY: behind a web server that is the Proxy header of whoever asked.
    CHECK(variable_for("http://h/v1", without({"http_proxy"})) == "all_proxy");
    CHECK(variable_for("http://h/v1", without({"http_proxy", "all_proxy"})) == "ALL_PROXY");
    CHECK(variable_for("http://h/v1", {{"HTTP_PROXY", "b:1"}}).empty());
    CHECK(variable_for("https://h/v1", all) == "https_proxy");
    CHECK(variable_for("HTTPS://h/v1", without({"https_proxy"})) == "HTTPS_PROXY");
    CHECK(variable_for("https://h/v1", {{"http_proxy", "a:1"}}).empty());
    CHECK(variable_for("http://h/v1", {}).empty());
}

TEST_CASE("Proxies: loopback is always exempt, and nothing that only looks like it") {
    const Variables set = {{"all_proxy", "p:1"}};
    for (const char* url :
         {"http://127.0.0.1:8000/v1", "http://127.9.9.9/v1", "http://localhost:8000/v1",
          "http://LocalHost/v1", "http://localhost.:80/v1", "http://engine.localhost/v1",
          "http://[::1]:8000/v1", "https://127.0.0.1/v1"}) {
        INFO(url);
        CHECK(is_loopback(url));
        CHECK_FALSE(proxy_for(url, of(set)).used());
    }
    for (const char* url : {"http://127.example.org/v1", "http://localhost.example.org/v1",
                            "http://notlocalhost/v1", "http://[::2]/v1", "http://10.0.0.1/v1"}) {
        INFO(url);
        CHECK_FALSE(is_loopback(url));
        CHECK(proxy_for(url, of(set)).used());
    }
}

TEST_CASE("Proxies: what no_proxy exempts") {
    struct Case {
        const char *host, *list;
        bool exempt;
    };
    const Case cases[] = {
        {"h.example.org", "", false},
        {"h.example.org", "*", true},
        {"h.example.org", "*,x", false},  // the star counts alone only
        {"h.example.org", "example.org", true},
        {"h.example.org", ".example.org", true},
        {"example.org", ".example.org", true},
        {"h.example.org", "EXAMPLE.ORG.", true},
        {"h.example.org.", "example.org", true},
        {"hexample.org", "example.org", false},
        {"example.org", "h.example.org", false},
        {"h.example.org", "a, b\texample.org", true},
        {"h.example.org", " , ,,", false},
        {"h.example.org", ".", false},
        {"10.1.2.3", "10.1.2.3", true},
        {"10.1.2.3", "10.1.2.0/24", true},
        {"10.1.2.3", "10.1.3.0/24", false},
        {"10.1.2.3", "10.1.2.2/31", true},
        {"10.1.2.4", "10.1.2.2/31", false},
        {"10.1.2.3", "0.0.0.0/0", true},
        {"10.1.2.3", "10.1.2.0/33", false},
        {"10.1.2.3", "10.1.2.0/x", false},
        {"10.1.2.3", "2.3", false},  // no tail of a name
        {"[fd00::1]", "fd00::/8", true},
        {"[fd00::1]", "[fd00::1]", true},
        {"[fd00::1]", "10.0.0.0/0", false},
    };
    for (const Case& one : cases) {
        INFO(one.host << " in " << one.list);
        CHECK(is_exempt(one.host, one.list) == one.exempt);
    }
    CHECK(variable_for("http://h:1/", {{"http_proxy", "p:1"}, {"NO_PROXY", "h"}}).empty());
    // The lower case wins, as with the others.
    CHECK(variable_for("http://h:1/",
                       {{"http_proxy", "p:1"}, {"no_proxy", "x"}, {"NO_PROXY", "h"}}) ==
          "http_proxy");
}

TEST_CASE("Proxies: what is shown holds no login, and the login is known as a secret") {
    const auto proxy = [](const char* value) {
        return proxy_for("http://h/", of({{"http_proxy", value}}));
    };
    CHECK(proxy("proxy:3128").shown == "http://proxy:3128");
    CHECK(proxy("proxy:3128").secrets.empty());
    CHECK(proxy("http://proxy:3128/").shown == "http://proxy:3128");
    CHECK(proxy("SOCKS5h://proxy").shown == "socks5h://proxy");
    CHECK(proxy("http://user@proxy:1").shown == "http://proxy:1");
    CHECK(proxy("http://user@proxy:1").secrets.empty());
    const Proxy login = proxy("http://me:p%40ss%2Fword@proxy:3128");
    CHECK(login.shown == "http://proxy:3128");
    CHECK(login.named() == "http://proxy:3128 (http_proxy)");
    CHECK(login.url == "http://me:p%40ss%2Fword@proxy:3128");
    // base64 of "me:p@ss/word" is bWU6cEBzcy93b3Jk
    CHECK(login.secrets ==
          std::vector<std::string>{"p%40ss%2Fword", "p@ss/word", "bWU6cEBzcy93b3Jk"});
    // "a:b" and "a:bc": 3 bytes and 4, with no padding and with two signs of it
    CHECK(proxy("http://a:b@p").secrets.back() == "YTpi");
    CHECK(proxy("http://a:bc@p").secrets.back() == "YTpiYw==");
    CHECK(proxy("http://a:bcd@p").secrets.back() == "YTpiY2Q=");
    // A password that was not escaped: nothing before the last '@' is shown.
    CHECK(proxy("http://me:pa/ss@word@proxy:1").shown == "http://proxy:1");
    CHECK(Proxy().named().empty());
}

TEST_CASE("Certificates: CURL_CA_BUNDLE before the others, as curl has it") {
    CHECK(trusted_certificates(of({})).file.empty());
    CHECK(trusted_certificates(of({})).variable.empty());
    const auto all = trusted_certificates(
        of({{"CURL_CA_BUNDLE", "a.pem"}, {"SSL_CERT_FILE", "b.pem"}, {"SSL_CERT_DIR", "c"}}));
    CHECK(all.file == "a.pem");
    CHECK(all.folder.empty());
    CHECK(all.variable == "CURL_CA_BUNDLE");
    const auto both = trusted_certificates(of({{"SSL_CERT_FILE", "b.pem"}, {"SSL_CERT_DIR", "c"}}));
    CHECK(both.file == "b.pem");
    CHECK(both.folder == "c");
    CHECK(both.variable == "SSL_CERT_FILE");
    CHECK(trusted_certificates(of({{"SSL_CERT_DIR", "c"}})).variable == "SSL_CERT_DIR");
}
