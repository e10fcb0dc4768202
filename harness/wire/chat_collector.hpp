// Gathers what chat-completions JSON says, one whole body or many chunks, into one Completion.
// Takes every name and shape that engines use for the same thing; never throws on odd kinds. One
// thread.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json/value.hpp"
#include "harness/wire/completion.hpp"
#include "harness/wire/usage.hpp"

namespace kilter {

using Milliseconds = std::chrono::duration<double, std::milli>;

class ChatCollector {
  public:
    // `body` was read with keep_surrogates. `since_start`: of a stream's chunk; nullopt: a whole
    // body, which is finished by being there.
    void add(const json::Value& body, std::optional<Milliseconds> since_start);
    // Of a chunk: the string that a text grows by, where adding the chunk once more would change
    // nothing else; nullptr: it has none, or more than that.
    static const json::Value* lone_text(const json::Value& chunk);
    // add() looks at a chunk's member of this name.
    static bool reads(std::string_view member);
    // add() of a chunk that differs from the one added last in its lone text at most.
    void add_lone_text(const json::Value& chunk, const json::Value& text, Milliseconds since_start);

    bool has_choice() const {
        return has_choice_;
    }  // some body or chunk had a choice with a message
    bool finished() const { return completion_.finished; }
    // The texts as they stand: the reasoning of the first name that has any, and the content with
    // its inline think tags; neither ends in half a surrogate pair. Views until the next add().
    std::string_view reasoning_so_far() const;
    std::string_view content_so_far() const;
    // As ResponseReader::cut; sizes in bytes.
    void cut(std::size_t reasoning, std::size_t content);
    void add_flag(std::string flag) { completion_.add_flag(std::move(flag)); }

    // Call once: settles reasoning, splits think tags, repairs lone surrogate halves.
    Completion take(const std::vector<std::string>& think_tags);

  private:
    static constexpr std::array<std::string_view, 4> k_reasoning_names = {
        "reasoning", "reasoning_content", "thinking", "reasoning_details"};

    void add_choice(const json::Value& choice);
    void add_message(const json::Value& message);
    void add_text(ChannelText& channel, const json::Value* value);
    void add_content(const json::Value* value);
    void add_part(const json::Value& part);
    void add_reasoning_details(const json::Value* value);
    void add_tool_calls(const json::Value* value);
    void add_tool_call(long long index, const json::Value& call);
    void append(ChannelText& channel, std::string_view piece);
    void mark_content();
    void settle_reasoning();
    void split_tags(const std::vector<std::string>& think_tags);

    Completion completion_;
    UsageReader usage_;
    std::array<ChannelText, k_reasoning_names.size()> reasoning_;
    std::map<long long, ToolCall> tool_calls_;
    // Where the content stood after a piece, and when: the answer begins with the content or behind
    // the '>' of a think tag, so only the first piece and those that go beyond a '>' are kept.
    std::vector<std::pair<std::size_t, double>> content_marks_;
    std::size_t marked_ = 0;  // the content's size after the last piece
    std::optional<Milliseconds> now_;
    bool has_choice_ = false;
};

}  // namespace kilter
