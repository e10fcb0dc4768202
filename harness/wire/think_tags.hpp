// Splits reasoning that an engine left inline, <think>...</think>, from the answer. The declared
// rule of an engine without a reasoning parser; it never looks into the middle of an answer. Pure,
// any thread.
//   opening tag first:  reasoning runs to the first closing tag; without one, all is reasoning
//   closing tag alone:  all before the last one is reasoning (the chat template had opened the
//   block),
//                       unless the text begins like JSON: then the tag is content
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kilter {

struct ThinkSplit {
    bool found = false;
    bool unclosed = false;       // an opening tag without its closing one
    std::string_view reasoning;  // between the tags, both views into the text that was passed
    std::string_view
        answer;  // after the tag, byte for byte; the whole text where nothing was found
};

// `tags` are names without brackets; empty: nothing is ever found.
ThinkSplit split_think_tags(std::string_view text, const std::vector<std::string>& tags);

}  // namespace kilter
