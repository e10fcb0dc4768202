#include "harness/sim/script.hpp"

#include <catch2/catch_all.hpp>
#include <fstream>

#include "harness/sim/script_reader.hpp"
#include "tests/support/temp_folder.hpp"
#include "tests/unit/harness/sim/raw_client.hpp"

using namespace kilter;
using namespace kilter::test;
using Catch::Matchers::ContainsSubstring;

namespace {

// A scenario of one engine `m` that answers anything by this script.
class ScriptFile {
  public:
    explicit ScriptFile(const std::string& script, const std::string& more = "") {
        std::ofstream(folder / "s.yaml")
            << "scenario: x\nengines:\n  m: {other: {script: " << script << "}}\n"
            << more;
    }

    std::shared_ptr<const Scenario> scenario() {
        auto read = read_scenario(folder / "s.yaml", folder.path(), diagnostics);
        INFO(to_text(diagnostics));
        REQUIRE(read != nullptr);
        return read;
    }
    Script script() { return scenario()->engine("m")->other.front().scripts->front(); }
    std::string errors() {
        CHECK(read_scenario(folder / "s.yaml", folder.path(), diagnostics) == nullptr);
        return to_text(diagnostics);
    }

    TempFolder folder;

  private:
    Diagnostics diagnostics;
};

std::vector<std::string> bytes_of(const std::string& script, int ask = 0) {
    ScriptFile file{script};
    ScriptFacts facts;
    facts.ask = ask;
    facts.authorization = "Bearer k";
    std::vector<std::string> out;
    for (const ScriptStep& step : steps_of(file.script(), facts)) {
        out.push_back(step.wait ? "(wait)" : step.bytes);
    }
    return out;
}

using Steps = std::vector<std::string>;

const std::string k_ask = R"({"model":"m","messages":[{"role":"user","content":"Hi"}]})";
const std::string k_plain = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

}  // namespace

TEST_CASE("a script has a head, its body and the framing that was asked for") {
    CHECK(bytes_of("{body: abc}") == Steps{k_plain + "Content-Length: 3\r\n\r\n", "abc"});
    CHECK(bytes_of("{body: abc, length: 9}").front() == k_plain + "Content-Length: 9\r\n\r\n");
    CHECK(bytes_of("{body: abc, framing: none}") == Steps{k_plain + "\r\n", "abc"});
    CHECK(bytes_of("{status: null, body: abc}") == Steps{"abc"});
    CHECK(bytes_of("{status: 503 No, headers: ['A: b', 'C: d']}") ==
          Steps{"HTTP/1.1 503 No\r\nA: b\r\nC: d\r\nContent-Length: 0\r\n\r\n"});
    CHECK(bytes_of("{framing: chunked, body: abc, cut: [2]}") ==
          Steps{k_plain + "Transfer-Encoding: chunked\r\n\r\n", "2\r\nab\r\n", "1\r\nc\r\n",
                "0\r\n\r\n"});
    CHECK(bytes_of("{framing: chunked, body: abc, unfinished: true}").back() == "3\r\nabc\r\n");
}

TEST_CASE("the body of a script is cut where it says, over the bounds of its parts") {
    struct Case {
        const char* script;
        int ask;
        Steps body;
    };
    const Case cases[] = {
        {"{body: [ab, cd]}", 0, {"abcd"}},
        {"{body: [ab, cd], cut: every_byte}", 0, {"a", "b", "c", "d"}},
        {"{body: [ab, cd], cut: {each: 3}}", 0, {"abc", "d"}},
        {"{body: [ab, cd], cut: [1, 3]}", 0, {"a", "bc", "d"}},
        {"{body: [ab, cd], cut: [0, 4, 99]}", 0, {"abcd"}},
        {"{body: [ab, cd], cut: by_ask}", 0, {"a", "bcd"}},
        {"{body: [ab, cd], cut: by_ask}", 2, {"abc", "d"}},
        {"{body: [ab, cd], cut: by_ask}", 3, {"a", "bcd"}},  // 3 places, then anew
        {"{body: [ab, {wait: next_request}, cd], cut: [1]}", 0, {"a", "b", "(wait)", "cd"}},
        {"{body: [{hex: 'c3 28'}, {text: x}]}", 0, {"\xC3(x"}},
        {"{body: 'n {ask}, {authorization}, {other}'}", 7, {"n 7, Bearer k, {other}"}},
        {"{body: ''}", 0, {}},
    };
    for (const Case& one : cases) {
        INFO(one.script);
        Steps steps = bytes_of(one.script, one.ask);
        steps.erase(steps.begin());
        CHECK(steps == one.body);
    }
}

TEST_CASE("a script can wait before its first byte") {
    const Steps steps = bytes_of("{wait: {open: 3}, body: a}");
    REQUIRE(steps.size() == 3);
    CHECK(steps[0] == "(wait)");
}

TEST_CASE("mistakes in a script are told with their place") {
    struct Case {
        const char* script;
        const char* expected;
    };
    const Case cases[] = {
        {"{body: a, colour: red}", "colour"},
        {"{body: {hex: c}}", "hex must be pairs of hexadecimal digits"},
        {"{body: {file: none.bin}}", "none.bin"},
        {"{body: a, cut: [x]}", "a cut is a byte offset"},
        {"{body: a, cut: sometimes}", "cut is every_byte, by_ask"},
        {"{body: [{wait: soon}]}", "wait is next_request, or one of"},
        {"{body: a, framing: none, then: keep}", "without the end of the body"},
        {"[]", "a list of scripts needs at least one"},
        {"{body: {gold: true}}", "gold and template can only be used for the items of a suite"},
        {"{body: a}, content: b", "a script takes no content, reasoning or fault beside it"},
    };
    for (const Case& one : cases) {
        INFO(one.script);
        ScriptFile file{one.script};
        const std::string errors = file.errors();
        CHECK_THAT(errors, ContainsSubstring(one.expected));
        CHECK_THAT(errors, ContainsSubstring("s.yaml:3:"));
    }
}

TEST_CASE("what a request must hold") {
    Script script;
    script.needs = {"\"seed\"", "temperature"};
    CHECK(missing_need(script, R"({"seed":1,"temperature":0})").empty());
    CHECK(missing_need(script, R"({"seed":1})") == "temperature");
}

TEST_CASE("the n-th ask plays the n-th script, the last one from then on") {
    ScriptFile file{"[{status: 503 Busy, body: a}, {body: 'b{ask}'}]"};
    RunningSim sim{file.scenario()};
    CHECK(post(sim.port(), k_ask).status == 503);
    CHECK(post(sim.port(), k_ask).body == "b1");
    CHECK(post(sim.port(), k_ask).body == "b2");
}

TEST_CASE("a scripted body is delivered whole, in chunks, broken off and reset") {
    ScriptFile file{
        "[{body: hello, framing: chunked, cut: every_byte}, {body: hel, length: 5, then: close},"
        " {body: hel, framing: chunked, unfinished: true}, {status: null, then: reset}]"};
    RunningSim sim{file.scenario()};
    const RawResponse whole = post(sim.port(), k_ask);
    CHECK(whole.body == "hello");
    CHECK(whole.whole);
    const RawResponse shorter = post(sim.port(), k_ask);
    CHECK(shorter.body == "hel");
    CHECK_FALSE(shorter.whole);
    const RawResponse broken = post(sim.port(), k_ask);
    CHECK(broken.body == "hel");
    CHECK_FALSE(broken.whole);
    CHECK(post(sim.port(), k_ask).status == 0);
}

TEST_CASE("a reply waits until so many requests are open, the log says how many were") {
    ScriptFile file{"{wait: {open: 2}, body: 'a', then: close}"};
    RunningSim sim{file.scenario()};
    auto other = std::async(std::launch::async, [&] { return post(sim.port(), k_ask); });
    CHECK(post(sim.port(), k_ask).body == "a");
    CHECK(other.get().body == "a");
    SimServer& server = sim.stop();
    REQUIRE(server.log().size() == 2);
    CHECK(server.log()[0].in_flight == 1);
    CHECK(server.log()[1].in_flight == 2);
}

TEST_CASE("a reply waits for a file and for the next request") {
    ScriptFile file{"[{body: [a, {wait: next_request}, b]}, {wait: {file: go}, body: c}]"};
    RunningSim sim{file.scenario()};
    auto first = std::async(std::launch::async, [&] { return post(sim.port(), k_ask); });
    while (sim.received() < 1) std::this_thread::yield();
    auto second = std::async(std::launch::async, [&] { return post(sim.port(), k_ask); });
    CHECK(first.get().body == "ab");
    std::ofstream(file.folder / "go") << "";
    CHECK(second.get().body == "c");
}

TEST_CASE("a request that lacks what a script needs is refused by name") {
    ScriptFile file{"{needs: ['\"temperature\"'], body: a}"};
    RunningSim sim{file.scenario()};
    const RawResponse refused = post(sim.port(), k_ask);
    CHECK(refused.status == 400);
    CHECK_THAT(refused.body, ContainsSubstring("The request lacks"));
}

TEST_CASE("scripted pages stand in place of the usual ones") {
    ScriptFile file{"{body: a}",
                    "paths:\n  /version: [{body: one}, {body: two}]\n  /props: {body: '{ask}'}\n"};
    RunningSim sim{file.scenario()};
    CHECK(get(sim.port(), "/version").body == "one");
    CHECK(get(sim.port(), "/version").body == "two");
    CHECK(get(sim.port(), "/version").body == "two");
    CHECK(get(sim.port(), "/props?x=1").body == "0");
    CHECK(get(sim.port(), "/health").status == 200);
}
