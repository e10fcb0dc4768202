// The last step of ChatCollector: which reasoning counts, what of the content is thinking.
#include <algorithm>

#include "base/text/normalize.hpp"
#include "harness/wire/chat_collector.hpp"
#include "harness/wire/surrogates.hpp"
#include "harness/wire/think_tags.hpp"

namespace kilter {

Completion ChatCollector::take(const std::vector<std::string>& think_tags) {
    bool repaired = repair_lone_halves(completion_.content.text);
    for (ChannelText& channel : reasoning_) repaired |= repair_lone_halves(channel.text);
    repaired |= repair_lone_halves(completion_.refusal);
    repaired |= repair_lone_halves(completion_.response_id);
    repaired |= repair_lone_halves(completion_.model);
    repaired |= repair_lone_halves(completion_.system_fingerprint);
    repaired |= repair_lone_halves(completion_.finish_reason);
    for (auto& [index, call] : tool_calls_) {
        repaired |= repair_lone_halves(call.name);
        repaired |= repair_lone_halves(call.arguments);
        completion_.tool_calls.push_back(std::move(call));
    }
    if (repaired) add_flag("repaired_surrogate");
    completion_.usage = usage_.result();
    settle_reasoning();
    split_tags(think_tags);
    return std::move(completion_);
}

// The first name that has text counts; without any text, the first that is there at all.
void ChatCollector::settle_reasoning() {
    const auto has_text = [](const ChannelText& channel) { return channel.has_text(); };
    const auto is_there = [](const ChannelText& channel) {
        return channel.state != TextState::absent;
    };
    auto chosen = std::find_if(reasoning_.begin(), reasoning_.end(), has_text);
    if (chosen == reasoning_.end()) {
        chosen = std::find_if(reasoning_.begin(), reasoning_.end(), is_there);
    }
    if (chosen == reasoning_.end()) return;
    // reasoning_details repeats the others in another cut, so it never makes a conflict.
    for (auto other = chosen + 1; other < reasoning_.end() - 1; ++other) {
        if (other->has_text() && other->text != chosen->text) add_flag("reasoning_conflict");
    }
    completion_.reasoning = *chosen;
    completion_.reasoning_source =
        k_reasoning_names[static_cast<std::size_t>(chosen - reasoning_.begin())];
}

void ChatCollector::split_tags(const std::vector<std::string>& think_tags) {
    ChannelText& content = completion_.content;
    const ThinkSplit split = split_think_tags(content.text, think_tags);
    const std::size_t answer_begin = content.text.size() - split.answer.size();
    for (const auto& [size, when] : content_marks_) {
        if (size <= answer_begin) continue;
        completion_.timings.first_answer_ms = when;
        break;
    }
    if (!split.found) return;
    if (split.unclosed) add_flag("reasoning_unclosed");
    if (!completion_.reasoning.has_text()) {
        completion_.reasoning = {TextState::text, std::string(split.reasoning)};
        completion_.reasoning_source = "tags";
    } else if (trim(completion_.reasoning.text) != trim(split.reasoning)) {
        add_flag("reasoning_conflict");
    }
    content.text = std::string(split.answer);
}

}  // namespace kilter
