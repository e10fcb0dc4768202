#include "scorers/answer/extract.hpp"

#include <algorithm>
#include <catch2/catch_all.hpp>

#include "base/json/write.hpp"

namespace kilter {
namespace {

Completion completion_of(std::string content, std::string finish_reason = "stop") {
    Completion completion;
    completion.content = {TextState::text, std::move(content)};
    completion.finish_reason = std::move(finish_reason);
    return completion;
}

Answer extract(std::string content, json::Kind root = json::Kind::object) {
    return extract_answer(completion_of(std::move(content)), root);
}

bool has_flag(const Answer& answer, std::string_view flag) {
    return std::find(answer.flags.begin(), answer.flags.end(), flag) != answer.flags.end();
}

std::string repeat(std::string_view part, std::size_t times) {
    std::string out;
    out.reserve(part.size() * times);
    for (std::size_t i = 0; i < times; ++i) out += part;
    return out;
}

struct Case {
    std::string name;
    std::string content;
    ParseStatus status;
    std::string value;  // as compact JSON; empty: none
};

void check(const std::vector<Case>& cases) {
    for (const Case& one : cases) {
        INFO(one.name);
        const Answer answer = extract(one.content);
        CHECK(to_word(answer.status) == to_word(one.status));
        CHECK((has_answer(answer.status) ? json::write(answer.value) : "") == one.value);
    }
}

}  // namespace

TEST_CASE("vectors 49 to 56: answer extraction") {
    check({
        {"49", "```json\n{\"x\":1}\n```", ParseStatus::fenced, R"({"x":1})"},
        {"50", "Az eredmény {\"x\":1}.", ParseStatus::embedded, R"({"x":1})"},
        {"51", R"(<think>a {"x":2}</think>{"x":1})", ParseStatus::clean, R"({"x":1})"},
        {"52", R"(<think>a {"x":1})", ParseStatus::unclosed_think, ""},
        {"53", R"({"x":1,})", ParseStatus::invalid_json, ""},
        {"54", R"([{"x":1}])", ParseStatus::root_mismatch, ""},
        {"55", "<think></think> \n ", ParseStatus::empty, ""},
        {"56", R"({"x":"a } b"} vége)", ParseStatus::embedded, R"({"x":"a } b"})"},
    });
}

TEST_CASE("extraction: think tags, byte order marks and white space") {
    check({
        {"two blocks", R"(<think>a</think> <think>b</think>{"x":1})", ParseStatus::clean,
         R"({"x":1})"},
        {"closer only", R"(thinking {"x":2} </think>{"x":1})", ParseStatus::clean, R"({"x":1})"},
        {"closer only, nothing behind", "thinking</think>\n", ParseStatus::empty, ""},
        {"last closer counts", R"(a</think>{"x":2}</think>{"x":1})", ParseStatus::clean,
         R"({"x":1})"},
        {"closer inside a string", R"({"x":"</think>"})", ParseStatus::clean,
         R"({"x":"</think>"})"},
        {"closer inside a string in a fence: reasoning could not be told from it",
         "```json\n{\"x\":\"</think>\"}\n```", ParseStatus::invalid_json, ""},
        {"opened again behind the closer", R"(a</think><think>{"x":1})",
         ParseStatus::unclosed_think, ""},
        {"BOM", "\xEF\xBB\xBF {\"x\":1}\n", ParseStatus::clean, R"({"x":1})"},
        {"BOM behind white space", "\n\xEF\xBB\xBF{\"x\":1}", ParseStatus::clean, R"({"x":1})"},
        {"no-break space around", "\xC2\xA0{\"x\":1}\xC2\xA0", ParseStatus::clean, R"({"x":1})"},
        {"blank", " \n\t", ParseStatus::empty, ""},
        {"BOM alone", "\xEF\xBB\xBF", ParseStatus::empty, ""},
        {"fence behind think", "<think>a</think>\n\n```json\n{\"x\":1}\n```", ParseStatus::fenced,
         R"({"x":1})"},
    });
}

TEST_CASE("extraction: fences") {
    check({
        {"no label", "Íme:\n```\n{\"x\":1}\n```\nKész.", ParseStatus::fenced, R"({"x":1})"},
        {"upper-case label", "```JSON\n{\"x\":1}\n```", ParseStatus::fenced, R"({"x":1})"},
        {"no closing fence", "```json\n{\"x\":1}\n", ParseStatus::fenced, R"({"x":1})"},
        {"on one line", "```json {\"x\":1}```", ParseStatus::fenced, R"({"x":1})"},
        {"CRLF", "```json\r\n{\"x\":1}\r\n```\r\n", ParseStatus::fenced, R"({"x":1})"},
        {"last block wins", "```\n{\"x\":1}\n```\n```json\n{\"x\":2}\n```", ParseStatus::fenced,
         R"({"x":2})"},
        {"last block with the right root", "```\n{\"x\":1}\n```\n```\n[2]\n```",
         ParseStatus::fenced, R"({"x":1})"},
        {"broken block first", "```json\n{bad\n```\n```json\n{\"x\":1}\n```", ParseStatus::fenced,
         R"({"x":1})"},
        {"broken block never closed", "```json\n{bad\n```json\n{\"x\":1}\n```", ParseStatus::fenced,
         R"({"x":1})"},
        {"a closing fence opens nothing", "```python\nprint(1)\n```\n{\"x\":1}\n",
         ParseStatus::embedded, R"({"x":1})"},
        {"fence inside a string", "```json\n{\"x\":\"```a```\"}\n```", ParseStatus::fenced,
         R"({"x":"```a```"})"},
        {"other label", "```yaml\n{\"x\":1}\n```", ParseStatus::embedded, R"({"x":1})"},
        {"text inside the block", "```json\nHere: {\"x\":1}\n```", ParseStatus::embedded,
         R"({"x":1})"},
        {"array only", "```json\n[{\"x\":1}]\n```", ParseStatus::root_mismatch, ""},
        {"nothing behind the fence", "```json", ParseStatus::invalid_json, ""},
    });
}

TEST_CASE("extraction: objects in prose") {
    check({
        {"last wins", R"(first {"x":1} then {"x":2}.)", ParseStatus::embedded, R"({"x":2})"},
        {"stray bracket", R"({ lásd } a {"x":1} eredmény)", ParseStatus::embedded, R"({"x":1})"},
        {"footnote", R"(see [1]: {"x":1})", ParseStatus::embedded, R"({"x":1})"},
        {"cut answer keeps its inside", R"({"rows":[{"x":1},{"x":2})", ParseStatus::invalid_json,
         ""},
        {"cut array", R"([{"x":1},{"x":2})", ParseStatus::invalid_json, ""},
        {"wrong closer", R"({"a":1],"b":{"x":1}})", ParseStatus::invalid_json, ""},
        {"escaped quote", R"(r: {"x":"a \" } b"} ok)", ParseStatus::embedded,
         R"({"x":"a \" } b"})"},
        {"empty object", "Válasz: {}", ParseStatus::embedded, "{}"},
        {"array in prose", R"(Válasz: [{"x":1}])", ParseStatus::root_mismatch, ""},
        {"scalar", "42", ParseStatus::root_mismatch, ""},
        {"JSON in a JSON string", R"("{\"x\":1}")", ParseStatus::root_mismatch, ""},
        {"single quotes", "{'x':1}", ParseStatus::invalid_json, ""},
        {"comment", "{\"x\":1 /* one */}", ParseStatus::invalid_json, ""},
        {"NaN", R"({"x":NaN})", ParseStatus::invalid_json, ""},
        {"no JSON", "Sajnos nem tudom.", ParseStatus::invalid_json, ""},
        {"NUL byte", std::string("\0{\"x\":1}", 8), ParseStatus::embedded, R"({"x":1})"},
    });
}

TEST_CASE("extraction: an array where the schema asks for one") {
    CHECK(extract(R"([{"x":1}])", json::Kind::array).status == ParseStatus::clean);
    CHECK(extract(R"({"x":[1]})", json::Kind::array).status == ParseStatus::root_mismatch);
    const Answer answer = extract("a [1] b [2, 3] c", json::Kind::array);
    CHECK(answer.status == ParseStatus::embedded);
    CHECK(json::write(answer.value) == "[2,3]");
}

TEST_CASE("extraction: flags") {
    CHECK(has_flag(extract(R"({"x":1} {"x":2})"), "multiple_candidates"));
    CHECK_FALSE(has_flag(extract(R"({"x":1,"y":2} {"y":2,"x":1})"), "multiple_candidates"));
    CHECK(has_flag(extract(R"(a {"x":1} {"x":2} {"x":2})"), "multiple_candidates"));
    CHECK(has_flag(extract(R"({"x":1,"x":1})"), "duplicate_key"));
    CHECK(has_flag(extract(R"({"x":"\ud83d"})"), "repaired_surrogate"));
    CHECK(has_flag(extract("{\"x\":\"\xFF\"}"), "repaired_utf8"));
    CHECK(extract(R"({"x":1})").flags.empty());
    CHECK(has_flag(extract_answer(completion_of("", "length")), "truncated"));
    CHECK(has_flag(extract_answer(completion_of(R"({"x":)", "length")), "truncated"));
}

TEST_CASE("extraction: content that is no text") {
    Completion completion;
    completion.reasoning = {TextState::text, R"({"x":1})"};
    CHECK(extract_answer(completion).status == ParseStatus::empty);
    completion.content.state = TextState::null;
    CHECK(extract_answer(completion).status == ParseStatus::empty);
    completion.flags = {"reasoning_unclosed"};
    CHECK(extract_answer(completion).status == ParseStatus::unclosed_think);
}

TEST_CASE("extraction: nesting beyond the limit") {
    const Answer answer = extract(repeat("[", 100'000) + repeat("]", 100'000));
    CHECK(answer.status == ParseStatus::invalid_json);
    CHECK(has_flag(answer, "too_deep"));
    // What comes after may still be the answer, and then nothing was too deep about it.
    const Answer later = extract(repeat("[", 300) + repeat("]", 300) + R"( {"x":1})");
    CHECK(later.status == ParseStatus::embedded);
    CHECK_FALSE(has_flag(later, "too_deep"));
}

// With work that grows as the square of the length, each of these would take hours.
TEST_CASE("extraction: a megabyte of hostile text is read in linear time") {
    const std::size_t size = 1'000'000;
    for (const std::string part :
         {"{", "[", "{\"", "{\"a\":", "```", "```{\"", "```json\n[\"", "{ ", "[}", "\\\"{",
          "</think>", "<think></think>", "{}", "[[],", "```[1,\"```[\",", "{\"a\":1,"}) {
        INFO(part);
        const Answer answer = extract(repeat(part, size / part.size()));
        CHECK((part == "{}") == has_answer(answer.status));
    }
}

}  // namespace kilter
