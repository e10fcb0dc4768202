#include "harness/wire/think_tags.hpp"

using kilter::split_think_tags;
using kilter::ThinkSplit;

namespace {

struct Case {
    std::string name, text, reasoning, answer;
    bool found = true, unclosed = false;
};

const std::vector<Case> k_cases = {
    {"nothing", "{\"a\":1}", "", "{\"a\":1}", false},
    {"empty", "", "", "", false},
    {"only white space", " \n", "", " \n", false},
    {"B16 block at the start", "<think>draft {\"d\":1}</think>{\"d\":2}", "draft {\"d\":1}",
     "{\"d\":2}"},
    {"white space before the block", "\n <think>x</think>\n\ny", "x", "\n\ny"},
    {"first closing tag ends an opened block", "<think>a</think>b</think>c", "a", "b</think>c"},
    {"empty block", "<think></think>y", "", "y"},
    {"B15 opened and never closed", "<think>maybe {\"total\":5}", "maybe {\"total\":5}", "", true,
     true},
    {"B16 closing tag alone", "so it is</think>{\"d\":2}", "so it is", "{\"d\":2}"},
    {"last of several lone closing tags", "a</think>b</think>{}", "a</think>b", "{}"},
    {"closing tag in a JSON object is content", "{\"a\":\"</think>\"}", "", "{\"a\":\"</think>\"}",
     false},
    {"closing tag in a JSON list is content", " [\"</think>\"]", "", " [\"</think>\"]", false},
    {"a block in the middle is content", "Sure <think>x</think> {}", "", "Sure <think>x</think> {}",
     false},
    {"another tag", "<thinking>x</thinking>y", "", "<thinking>x</thinking>y", false},
};

}  // namespace

TEST_CASE("Inline reasoning is split by the declared tags") {
    for (const Case& c : k_cases) {
        INFO(c.name);
        const ThinkSplit split = split_think_tags(c.text, {"think"});
        CHECK(split.found == c.found);
        CHECK(split.unclosed == c.unclosed);
        CHECK(split.reasoning == c.reasoning);
        CHECK(split.answer == c.answer);
    }
}

TEST_CASE("Think tags: several names, and none") {
    const ThinkSplit second = split_think_tags("<reason>x</reason>y", {"think", "reason"});
    CHECK(second.reasoning == "x");
    CHECK(second.answer == "y");
    CHECK_FALSE(split_think_tags("<think>x</think>y", {}).found);
}
