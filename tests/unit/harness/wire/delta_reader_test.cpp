// The fast path: what it takes is what the full reader says, and each reason to refuse.
#include "harness/wire/delta_reader.hpp"

#include <string>
#include <vector>

#include "base/json/read.hpp"
#include "harness/wire/stream_reader.hpp"
#include "tests/unit/harness/wire/chat_bytes.hpp"

using namespace kilter;
using namespace kilter::test;

namespace {

json::ReadOutcome read_fully(std::string_view text) {
    return json::read(text, {.keep_surrogates = true});
}

// Learns `first`, then reads `second`; checks a tree that comes back against the full reader's.
bool takes(std::string_view first, std::string_view second) {
    DeltaReader reader;
    json::ReadOutcome learned = read_fully(first);
    REQUIRE(learned.ok);
    reader.learn(first, std::move(learned.value));
    const json::Value* fast = reader.read(second);
    if (fast == nullptr) return false;
    const json::ReadOutcome full = read_fully(second);
    REQUIRE(full.ok);
    CHECK_FALSE(full.repaired_utf8);
    CHECK(json::identical(*fast, full.value));
    return true;
}

// An event of an engine, with `inside` in the place of the delta's text.
std::string vllm(std::string_view literal) {
    return R"({"id":"c-1","object":"chat.completion.chunk","created":17,"model":"m",)"
           R"("choices":[{"index":0,"delta":{"content":)" +
           std::string(literal) + R"(},"logprobs":null,"finish_reason":null}]})";
}

struct Pair {
    const char* name;
    std::string first, second;
};

}  // namespace

TEST_CASE("The fast path takes an event that differs in strings and numbers only") {
    const std::vector<Pair> pairs = {
        {"the same again", vllm("\"a\""), vllm("\"a\"")},
        {"another text", vllm("\"a\""), vllm("\" line 16\"")},
        {"empty text", vllm("\"a\""), vllm("\"\"")},
        {"text that begins like the last", vllm("\"a\""), vllm("\"ab\"")},
        {"text that the last begins with", vllm("\"ab\""), vllm("\"a\"")},
        {"beyond ASCII", vllm("\"a\""), vllm("\"ő✓🙂\"")},
        {"every escape", vllm("\"a\""), vllm(R"("\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00")")},
        {"a high half", vllm("\"a\""), vllm(R"("\ud83d")")},
        {"a low half", vllm("\"a\""), vllm(R"("\ude00")")},
        {"after escapes", vllm(R"("\"}]}\\")"), vllm("\"a\"")},
        {"a text like the end of an event", vllm("\"a\""), vllm(R"("\"}}]}")")},
        {"DEL is no control character of JSON", vllm("\"a\""), vllm("\"\x7F\"")},
        {"numbers", R"({"a":1,"b":[0,-2.5]})", R"({"a":-0.5e+9,"b":[10,7]})"},
        {"SGLang",
         R"({"choices":[{"index":0,"delta":{"role":null,"content":"a","tool_calls":null}}],"usage":null})",
         R"({"choices":[{"index":0,"delta":{"role":null,"content":"b","tool_calls":null}}],"usage":null})"},
        {"white space as it was", "{ \"a\" :\t\"b\" ,\n\"c\": 1 }",
         "{ \"a\" :\t\"x\" ,\n\"c\": 23 }"},
        {"a BOM as it was", "\xEF\xBB\xBF{\"a\":\"b\"}", "\xEF\xBB\xBF{\"a\":\"c\"}"},
        {"keys twice as they were", R"({"a":"b","a":"c"})", R"({"a":"d","a":"e"})"},
        {"no strings or numbers at all", R"({"a":[null,true]})", R"({"a":[null,true]})"},
    };
    for (const Pair& one : pairs) {
        INFO(one.name);
        CHECK(takes(one.first, one.second));
    }
}

TEST_CASE("The fast path refuses whatever has another shape") {
    const std::string known = vllm("\"a\"");
    const std::vector<Pair> pairs = {
        {"null for a string", known, vllm("null")},
        {"a number for a string", known, vllm("7")},
        {"a string for a number", R"({"a":1})", R"({"a":"1"})"},
        {"true for false", R"({"a":false,"b":1})", R"({"a":true,"b":1})"},
        {"an array for a string", known, vllm("[\"a\"]")},
        {"another key", R"({"a":"x"})", R"({"b":"x"})"},
        {"a key that is written with an escape", R"({"a":"x"})", R"({"\u0061":"x"})"},
        {"another order", R"({"a":"x","b":1})", R"({"b":1,"a":"x"})"},
        {"a member more", R"({"a":"x"})", R"({"a":"x","error":"y"})"},
        {"a member less", R"({"a":"x","b":1})", R"({"a":"x"})"},
        {"a key twice", R"({"a":"x"})", R"({"a":"x","a":"y"})"},
        {"an item more", R"({"a":["x"]})", R"({"a":["x","y"]})"},
        {"deeper", R"({"a":["x"]})", R"({"a":[["x"]]})"},
        {"white space", R"({"a":"x"})", R"({"a": "x"})"},
        {"cut", known, known.substr(0, known.size() - 1)},
        {"cut in the text", known, known.substr(0, known.find("\"a\"") + 2)},
        {"more behind it", known, known + "}"},
        {"two events in one", known, known + known},
        {"nothing", known, ""},
    };
    for (const Pair& one : pairs) {
        INFO(one.name);
        CHECK_FALSE(takes(one.first, one.second));
    }
}

TEST_CASE("The fast path never takes what the full reader rejects or repairs") {
    const std::vector<std::pair<const char*, std::string>> literals = {
        {"an unknown escape", R"("\x")"},
        {"half an escape", R"("\u00e")"},
        {"a control character", "\"a\nb\""},
        {"a NUL", std::string("\"a\0b\"", 5)},
        {"invalid UTF-8", "\"a\xC3\""},
        {"a surrogate in three bytes", "\"\xED\xA0\xBD\""},
        {"an overlong form", "\"\xC0\xAF\""},
        {"no closing quote", "\"a"},
        {"no opening quote", "a\""},
        {"a single quote", "'a'"},
        {"an escaped closing quote", R"("a\")"},
    };
    for (const auto& [name, literal] : literals) {
        INFO(name);
        CHECK_FALSE(takes(vllm("\"a\""), vllm(literal)));
        const json::ReadOutcome full = read_fully(vllm(literal));
        CHECK((!full.ok || full.repaired_utf8));
    }
    for (const std::string number :
         {"01", "1.", ".5", "+1", "1e", "-", "0x1", "NaN", "1 2", "--1"}) {
        INFO(number);
        CHECK_FALSE(takes(R"({"a":1})", "{\"a\":" + number + "}"));
        CHECK_FALSE(read_fully("{\"a\":" + number + "}").ok);
    }
}

TEST_CASE("A refused event leaves the fast path fit for the next one") {
    DeltaReader reader;
    const std::string first = R"({"id":"one","n":1,"text":"a","end":null})";
    CHECK(reader.read(first) == nullptr);  // nothing learned
    reader.learn(first, read_fully(first).value);
    // The first two literals are new, the third is broken.
    CHECK(reader.read(R"({"id":"two","n":2,"text":"\x","end":null})") == nullptr);
    const json::Value* value = reader.read(first);
    REQUIRE(value != nullptr);
    CHECK(json::identical(*value, read_fully(first).value));
    const std::string next = R"({"id":"two","n":3,"text":"b","end":null})";
    value = reader.read(next);
    REQUIRE(value != nullptr);
    CHECK(json::identical(*value, read_fully(next).value));
}

// The same string changes again and again, then another one, then both: each time the whole tree
// must be what the full reader makes of it.
TEST_CASE("A row of events is read like each of them alone") {
    const auto event = [](const std::string& id, const std::string& text, const std::string& end) {
        return R"({"id":")" + id + R"(","n":1,"delta":{"content":")" + text + R"("},"pad":")" +
               end + R"("})";
    };
    const std::vector<std::string> row = {event("a", "one", "x"),
                                          event("a", "two", "x"),
                                          event("a", "", "x"),
                                          event("a", "three", "x"),
                                          event("a", R"(\"\n\u00e9)", "x"),
                                          event("a", "ő✓", "x"),
                                          event("b", "ő✓", "x"),
                                          event("b", "four", "x"),
                                          event("b", "four", "yy"),
                                          event("b", "four", "z"),
                                          event("b", "five", ""),
                                          event("b", "five", ""),
                                          event("b", R"(","pad":")", "x"),
                                          event("c", "x", "x"),
                                          event("c", R"(x\\)", "x"),
                                          event("c", R"(x\")", "x")};
    DeltaReader reader;
    reader.learn(row[0], read_fully(row[0]).value);
    for (const std::string& one : row) {
        INFO(one);
        const json::ReadOutcome full = read_fully(one);
        const json::Value* fast = reader.read(one);
        if (fast == nullptr) {  // another shape, as of the text that looks like an event's end
            reader.learn(one, read_fully(one).value);
            continue;
        }
        REQUIRE(full.ok);
        CHECK(json::identical(*fast, full.value));
    }
    // Broken in the string that changes each time.
    CHECK(reader.read(event("c", R"(\x)", "x")) == nullptr);
    CHECK(reader.read(event("c", "a\nb", "x")) == nullptr);
    CHECK(reader.read(event("c", "\xC3", "x")) == nullptr);
}

TEST_CASE("Texts beyond the size, number of literals or depth of usual events are not learned") {
    const auto learned = [](const std::string& text) { return takes(text, text); };
    CHECK(learned(R"({"a":")" + std::string(4088, 'x') + R"("})"));  // 4096 bytes
    CHECK_FALSE(learned(R"({"a":")" + std::string(4089, 'x') + R"("})"));
    const auto with_items = [](int count) {
        std::string items = "0";
        for (int i = 1; i < count; ++i) items += ",0";
        return "{\"a\":[" + items + "]}";
    };
    CHECK(learned(with_items(64)));
    CHECK_FALSE(learned(with_items(65)));
    const auto nested = [](std::size_t depth) {  // arrays inside the object
        return "{\"a\":" + std::string(depth, '[') + std::string(depth, ']') + "}";
    };
    CHECK(learned(nested(8)));
    CHECK_FALSE(learned(nested(9)));
}

TEST_CASE("A stream read with the fast path is the stream read without it") {
    const std::string head = R"(data: {"id":"r1","model":"m","choices":[{"index":0,"delta":)";
    const auto event = [&head](std::string_view delta, std::string_view finish = "null") {
        return head + std::string(delta) + ",\"finish_reason\":" + std::string(finish) + "}]}\n\n";
    };
    const std::vector<std::pair<const char*, std::string>> streams = {
        {"a pair cut between two events",
         event(R"({"content":"a"})") + event(R"({"content":"b\ud83d"})") +
             event(R"({"content":"\ude00c"})") + event(R"({"content":"\ud83d"})") +
             event("{}", "\"stop\"")},
        {"reasoning, then content", event(R"({"reasoning":"a"})") + event(R"({"reasoning":"b"})") +
                                        event(R"({"content":"c"})") + event(R"({"content":"d"})") +
                                        event("{}", "\"length\"")},
        {"tool calls add up",
         event(R"({"tool_calls":[{"index":0,"function":{"name":"f","arguments":"{"}}]})") +
             event(R"({"tool_calls":[{"index":0,"function":{"name":"f","arguments":"}"}}]})") +
             event(R"({"tool_calls":[{"index":1,"function":{"name":"g","arguments":"[]"}}]})") +
             event("{}", "\"tool_calls\"")},
        {"ids and usage change",
         "data: {\"id\":\"a\",\"usage\":{\"prompt_tokens\":1},\"choices\":[]}\n\n"
         "data: {\"id\":\"b\",\"usage\":{\"prompt_tokens\":2},\"choices\":[]}\n\n" +
             event(R"({"content":"x"})", "\"stop\"")},
        {"an error of a known shape", event(R"({"content":"x"})") +
                                          "data: {\"object\":\"chunk\",\"message\":\"fine\"}\n\n"
                                          "data: {\"object\":\"error\",\"message\":\"bad\"}\n\n" +
                                          event("{}", "\"stop\"")},
        {"a named error of a known shape",
         "data: {\"message\":\"fine\"}\n\nevent: error\ndata: {\"message\":\"bad\"}\n\n"},
        {"a finish of a known shape",
         event(R"({"content":"x"})", "\"\"") + event(R"({"content":"y"})", "\"stop\"")},
        {"the same text again and again",
         event(R"({"content":"ha"})") + event(R"({"content":"ha"})") +
             event(R"({"content":"ha"})") + event(R"({"content":""})") +
             event(R"({"content":"ha"})") + event("{}", "\"stop\"")},
        {"two texts in one event, then one",
         event(R"({"reasoning":"a","content":"x"})") + event(R"({"reasoning":"a","content":"y"})") +
             event(R"({"reasoning":"a","content":"y"})") +
             event(R"({"reasoning":"","content":"y"})") +
             event(R"({"reasoning":"b","content":"y"})") + event("{}", "\"stop\"")},
        {"a role that stays beside the text", event(R"({"role":"assistant","content":"x"})") +
                                                  event(R"({"role":"assistant","content":"y"})") +
                                                  event(R"({"role":"assistant","content":"z"})") +
                                                  event("{}", "\"stop\"")},
        {"another chunk in between, then the old shape",
         event(R"({"content":"x"})") + event(R"({"content":"y"})") +
             "data: {\"id\":\"r2\",\"model\":\"other\",\"choices\":[]}\n\n" +
             event(R"({"content":"z"})") + event("{}", "\"stop\"")},
        {"usage that counts on with every text",
         "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}],\"usage\":{\"prompt_tokens\":1}}\n\n"
         "data: {\"choices\":[{\"delta\":{\"content\":\"b\"}}],\"usage\":{\"prompt_tokens\":2}}\n\n"
         "data: "
         "{\"choices\":[{\"delta\":{\"content\":\"b\"}}],\"usage\":{\"prompt_tokens\":3}}\n\n" +
             event("{}", "\"stop\"")},
        {"a finish with the last text", event(R"({"content":"x"})", "\"\"") +
                                            event(R"({"content":"y"})", "\"\"") +
                                            event(R"({"content":"y"})", "\"length\"")},
        {"a key twice in the delta",
         event(R"({"content":"x","content":"y"})") + event(R"({"content":"x","content":"z"})") +
             event(R"({"content":"w","content":"z"})") + event("{}", "\"stop\"")},
        {"a refusal that stays",
         event(R"({"content":"x","refusal":"no"})") + event(R"({"content":"y","refusal":"no"})") +
             event(R"({"content":"z","refusal":"no"})") + event("{}", "\"stop\"")},
        {"invalid bytes", event("{\"content\":\"a\"}") + event("{\"content\":\"\xC3\"}") +
                              event("{\"content\":\"b\"}") + event("{}", "\"stop\"")},
        {"damage",
         event(R"({"content":"a"})") + event(R"({"content":"\x"})") + event(R"({"content":"b"})")},
        {"the last one cut", event(R"({"content":"a"})") + head + R"({"content":"b")"},
    };
    for (const auto& [name, bytes] : streams) {
        INFO(name);
        const auto read = [&bytes = bytes](bool fast) {
            ChatCollector collector;
            StreamReader reader(collector, fast);
            reader.feed(bytes, at_ms(1));
            reader.finish(at_ms(2));
            const std::string error =
                reader.error() ? reader.error()->message : std::string("none");
            return std::tuple(collector.take({"think"}), error, reader.problem());
        };
        const auto [fast, fast_error, fast_problem] = read(true);
        const auto [full, full_error, full_problem] = read(false);
        CHECK(fast.content == full.content);
        CHECK(fast.reasoning == full.reasoning);
        CHECK(fast.reasoning_source == full.reasoning_source);
        CHECK(fast.tool_calls == full.tool_calls);
        CHECK(fast.finish_reason == full.finish_reason);
        CHECK(fast.finished == full.finished);
        CHECK(fast.response_id == full.response_id);
        CHECK(fast.model == full.model);
        CHECK(fast.usage.prompt_tokens == full.usage.prompt_tokens);
        CHECK(fast.flags == full.flags);
        CHECK(fast.refusal == full.refusal);
        CHECK(fast.timings.first_token_ms == full.timings.first_token_ms);
        CHECK(fast.timings.first_answer_ms == full.timings.first_answer_ms);
        CHECK(fast_error == full_error);
        CHECK(fast_problem == full_problem);
    }
}
