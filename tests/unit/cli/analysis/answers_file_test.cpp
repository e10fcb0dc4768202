#include "cli/analysis/answers_file.hpp"

#include <catch2/catch_all.hpp>
#include <memory>

using namespace kilter;
using Catch::Matchers::ContainsSubstring;

namespace {

Suite two_items() {
    Suite suite;
    suite.name = "s";
    suite.items.resize(2);
    suite.items[0].id = "a";
    suite.items[1].id = "b";
    return suite;
}

struct Read {
    std::optional<ImportedAnswers> answers;
    std::string errors;
};

Read read(const std::string& text) {
    Diagnostics diagnostics;
    Read out;
    out.answers = read_answers(text, "answers.jsonl", two_items(), "answers", diagnostics);
    out.errors = to_text(diagnostics);
    return out;
}

ImportedAnswers good(const std::string& text) {
    Read out = read(text);
    INFO(out.errors);
    REQUIRE(out.answers);
    CHECK(out.errors.empty());
    return std::move(*out.answers);
}

}  // namespace

TEST_CASE("answers: only the item is required") {
    const ImportedAnswers answers = good("{\"item\": \"a\"}\n{\"item\": \"a\"}\n{\"item\": \"b\"}");
    CHECK(answers.runs == 2);
    CHECK(answers.engines == std::vector<std::string>{"answers"});
    CHECK(answers.items == std::vector<std::string>{"a", "b"});
    REQUIRE(answers.trials.size() == 3);
    CHECK(answers.trials[0].key == TrialKey{"", "answers", "s", "a", 0});
    CHECK(answers.trials[1].key == TrialKey{"", "answers", "s", "a", 1});
    CHECK(answers.trials[2].key == TrialKey{"", "answers", "s", "b", 0});
    CHECK(answers.trials[0].completion.finish_reason == "stop");
    CHECK(answers.trials[0].completion.content.state == TextState::absent);
    CHECK(answers.trials[0].outcome == Outcome::empty);
}

TEST_CASE("answers: every member is kept") {
    const ImportedAnswers answers =
        good(R"({"engine": "e", "item": "b", "k": 2, "content": "{}", "reasoning": "hm",)"
             R"( "finish_reason": "length", "prompt_tokens": 10, "completion_tokens": 20})");
    CHECK(answers.runs == 3);
    CHECK(answers.engines == std::vector<std::string>{"e"});
    CHECK(answers.items == std::vector<std::string>{"b"});
    const TrialRow& trial = answers.trials.at(0);
    CHECK(trial.key.k == 2);
    CHECK(trial.completion.content == ChannelText{TextState::text, "{}"});
    CHECK(trial.completion.reasoning == ChannelText{TextState::text, "hm"});
    CHECK(trial.completion.reasoning_source == "reasoning");
    CHECK(trial.completion.finish_reason == "length");
    CHECK(trial.completion.usage.prompt_tokens == 10);
    CHECK(trial.completion.usage.completion_tokens == 20);
    CHECK(trial.outcome == Outcome::truncated_in_answer);
}

TEST_CASE("answers: tool calls are kept, flat or as engines send them") {
    const ImportedAnswers answers = good(
        R"({"item": "a", "content": null, "finish_reason": "tool_calls", "tool_calls": )"
        R"([{"name": "find", "arguments": "{\"id\": 1.50}"}, {"id": "c1", "type": "function", )"
        R"("function": {"name": "send", "arguments": {"to": "x", "n": 1.50}}}, {"name": "stop"}]})");
    const Completion& completion = answers.trials.at(0).completion;
    CHECK(completion.tool_calls == std::vector<ToolCall>{{"find", R"({"id": 1.50})"},
                                                         {"send", R"({"to":"x","n":1.50})"},
                                                         {"stop", ""}});
    CHECK(answers.trials[0].outcome == Outcome::tool_call_only);
}

TEST_CASE("answers: a tool call that cannot be read is an error with its place") {
    CHECK_THAT(read(R"({"item": "a", "tool_calls": "find"})").errors,
               ContainsSubstring("answers.jsonl:1:29: ") &&
                   ContainsSubstring("'tool_calls' takes a list of calls"));
    CHECK_THAT(read(R"({"item": "a", "tool_calls": [{"arguments": "{}"}]})").errors,
               ContainsSubstring("a tool call takes a name and arguments"));
    CHECK_THAT(read(R"({"item": "a", "tool_calls": [{"name": "f", "arguments": [1]}]})").errors,
               ContainsSubstring("a string or an object"));
}

TEST_CASE("answers: null and empty members count as left out") {
    const ImportedAnswers answers =
        good(R"({"item": "a", "engine": null, "k": null, "content": "{}", "finish_reason": null,)"
             R"( "prompt_tokens": null, "completion_tokens": null})"
             "\n"
             R"({"item": "a", "engine": "", "content": "{}", "finish_reason": ""})");
    REQUIRE(answers.trials.size() == 2);
    CHECK(answers.trials[0].key == TrialKey{"", "answers", "s", "a", 0});
    CHECK(answers.trials[1].key == TrialKey{"", "answers", "s", "a", 1});
    CHECK(answers.trials[0].completion.finish_reason == "stop");
    CHECK(answers.trials[1].completion.finish_reason == "stop");
    CHECK_FALSE(answers.trials[0].completion.usage.prompt_tokens);
}

TEST_CASE("answers: absent, null and empty text are three things") {
    const ImportedAnswers answers = good(
        "{\"item\": \"a\", \"content\": null}\n"
        "{\"item\": \"a\", \"content\": \"\"}\n"
        "{\"item\": \"a\"}\n");
    CHECK(answers.trials[0].completion.content.state == TextState::null);
    CHECK(answers.trials[1].completion.content.state == TextState::text);
    CHECK(answers.trials[2].completion.content.state == TextState::absent);
}

TEST_CASE("answers: outcomes by the same rules as asked ones") {
    struct Case {
        const char* line;
        Outcome outcome;
    };
    const Case cases[] = {
        {R"({"item": "a", "content": "x"})", Outcome::answered},
        {R"({"item": "a", "content": "x", "finish_reason": "length"})",
         Outcome::truncated_in_answer},
        {R"({"item": "a", "content": "", "reasoning": "r", "finish_reason": "length"})",
         Outcome::truncated_in_reasoning},
        {R"({"item": "a", "content": null, "reasoning": "r"})", Outcome::stopped_in_reasoning},
        {R"({"item": "a", "content": " \n"})", Outcome::empty},
        {R"({"item": "a", "content": "x", "finish_reason": "content_filter"})", Outcome::filtered},
        {R"({"item": "a", "content": "x", "finish_reason": "abort"})", Outcome::engine_abort},
    };
    for (const auto& [line, outcome] : cases) {
        INFO(line);
        CHECK(to_word(good(line).trials[0].outcome) == to_word(outcome));
    }
}

TEST_CASE("answers: engines are counted apart, k goes on after a given one") {
    const ImportedAnswers answers = good(
        "{\"engine\": \"x\", \"item\": \"a\"}\n"
        "{\"engine\": \"y\", \"item\": \"a\"}\n"
        "{\"engine\": \"x\", \"item\": \"a\", \"k\": 4}\n"
        "{\"engine\": \"x\", \"item\": \"a\"}\n");
    CHECK(answers.engines == std::vector<std::string>{"x", "y"});
    CHECK(answers.runs == 6);
    CHECK(answers.trials[1].key.k == 0);
    CHECK(answers.trials[3].key.k == 5);
}

TEST_CASE("answers: blank lines, CRLF and a last line without an end") {
    const ImportedAnswers answers = good("\n{\"item\": \"a\"}\r\n  \t\r\n\n{\"item\": \"b\"}");
    CHECK(answers.trials.size() == 2);
}

TEST_CASE("answers: text is kept byte by byte") {
    const ImportedAnswers answers =
        good("{\"item\": \"a\", \"content\": \"\\u0151 \\n \xf0\x9f\x99\x82 \\u0000\"}");
    CHECK(answers.trials[0].completion.content.text == std::string("\u0151 \n \U0001f642 \0", 11));
}

TEST_CASE("answers: mistakes have their place, and all are shown") {
    const Read out = read(
        "{\"item\": \"a\"}\n"
        "{\"item\": \"zz\"}\n"
        "{\"item\": \"a\", \"k\": 0}\n"
        "{\"item\": \"a\", \"content\": 5}\n"
        "{\"item\": \"a\", \"colour\": \"red\"}\n"
        "{\"content\": \"x\"}\n"
        "{\"item\": \"b\", \"k\": -1}\n"
        "[1]\n"
        "{\"item\": \"b\"\n"
        "{\"item\": \"b\", \"engine\": \"no name\"}\n");
    CHECK_FALSE(out.answers);
    CHECK_THAT(out.errors, ContainsSubstring("answers.jsonl:2:1: error: suite s has no item 'zz'"));
    CHECK_THAT(out.errors, ContainsSubstring("answers.jsonl:3:1: error: engine 'answers' answers "
                                             "item 'a' run 0 twice"));
    CHECK_THAT(out.errors, ContainsSubstring("answers.jsonl:4:26: error: 'content' takes a string "
                                             "or null"));
    CHECK_THAT(out.errors, ContainsSubstring("answers.jsonl:5:15: error: "));
    CHECK_THAT(out.errors, ContainsSubstring("colour"));
    CHECK_THAT(out.errors, ContainsSubstring("answers.jsonl:6:1: error: "));
    CHECK_THAT(out.errors, ContainsSubstring("answers.jsonl:7:20: error: "));
    CHECK_THAT(out.errors, ContainsSubstring("answers.jsonl:8:1: error: "));
    CHECK_THAT(out.errors, ContainsSubstring("answers.jsonl:9:"));
    CHECK_THAT(out.errors, ContainsSubstring("answers.jsonl:10:1: error: 'no name' is no engine "
                                             "name"));
}

TEST_CASE("answers: a line that cannot be read is not also called empty or double") {
    const Read out = read("{\"item\": 5}\n");
    CHECK_FALSE(out.answers);
    CHECK(std::count(out.errors.begin(), out.errors.end(), '\n') == 1);
}

TEST_CASE("answers: nothing in the file") {
    for (const std::string text : {"", "\n\n", "  \r\n"}) {
        const Read out = read(text);
        CHECK_FALSE(out.answers);
        CHECK_THAT(out.errors, ContainsSubstring("no answers in this file"));
    }
}

TEST_CASE("answers: bytes that are no UTF-8 are refused with their place") {
    const Read out = read("{\"item\": \"a\", \"content\": \"\xff\"}\n");
    CHECK_FALSE(out.answers);
    CHECK_THAT(out.errors, ContainsSubstring("answers.jsonl:1:"));
    CHECK_THAT(out.errors, ContainsSubstring("UTF-8"));
}

TEST_CASE("answers: K has its limit where k is counted too") {
    std::string text;
    for (int i = 0; i < 1000; ++i) text += "{\"item\": \"a\"}\n";
    CHECK(good(text).runs == 1000);
    const Read more = read(text + "{\"item\": \"a\"}\n");
    CHECK_FALSE(more.answers);
    CHECK_THAT(more.errors, ContainsSubstring("answers.jsonl:1001:1: error: engine 'answers' "
                                              "answers item 'a' more than 1000 times"));
    CHECK_FALSE(read("{\"item\": \"a\", \"k\": 1000}").answers);
    CHECK(good("{\"item\": \"a\", \"k\": 999}").runs == 1000);
    CHECK_FALSE(read("{\"item\": \"a\", \"k\": 999}\n{\"item\": \"a\"}").answers);
}

TEST_CASE("answers: half a surrogate pair is repaired and flagged") {
    const ImportedAnswers answers = good(
        "{\"item\": \"a\", \"content\": \"x \\ud83d\"}\n"
        "{\"item\": \"a\", \"content\": \"x \\ud83d\\ude00\"}");
    CHECK(answers.trials[0].completion.content.text == "x \xEF\xBF\xBD");
    CHECK(answers.trials[0].completion.flags == std::vector<std::string>{"repaired_surrogate"});
    CHECK(answers.trials[1].completion.content.text == "x \xF0\x9F\x98\x80");
    CHECK(answers.trials[1].completion.flags.empty());
}

TEST_CASE("answers: a file's name that is no engine name is said once") {
    Diagnostics diagnostics;
    CHECK_FALSE(read_answers("{\"item\": \"a\"}\n{\"item\": \"b\"}", "my answers (1).jsonl",
                             two_items(), "my answers (1)", diagnostics));
    REQUIRE(diagnostics.all().size() == 1);
    CHECK_THAT(diagnostics.all()[0].message,
               ContainsSubstring("'my answers (1)'") && ContainsSubstring("1 to 64 letters") &&
                   ContainsSubstring("add \"engine\" to the lines, or rename the file"));
    CHECK(read_answers("{\"item\": \"a\", \"engine\": \"e\"}", "x", two_items(), "no name",
                       *std::make_unique<Diagnostics>()));
    CHECK_THAT(read("{\"item\": \"a\", \"engine\": \"my model\"}").errors,
               ContainsSubstring("'my model' is no engine name; it takes 1 to 64 letters"));
}
