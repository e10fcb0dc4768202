// Reads the events of a chat stream into a ChatCollector and remembers what went wrong on the way:
// in-stream errors, events that are no JSON, nesting too deep. No I/O; one thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/wire/chat_collector.hpp"
#include "harness/wire/delta_reader.hpp"
#include "harness/wire/error_body.hpp"
#include "harness/wire/sse.hpp"

namespace kilter {

class StreamReader {
  public:
    // `fast`: with the fast path for common events; the result is the same without.
    explicit StreamReader(ChatCollector& collector, bool fast = true)
        : collector_(collector), fast_(fast) {}

    void feed(std::string_view bytes, Milliseconds since_start);
    void finish(Milliseconds since_start);

    const std::optional<EngineError>& error() const { return error_; }
    const std::string& problem() const { return problem_; }  // empty: none; makes the body unusable

  private:
    void on_event(const SseEvent& event, Milliseconds since_start);
    // False: the text is no JSON object.
    bool read_object(std::string_view text, const SseEvent& event, Milliseconds since_start);
    void take(const json::Value& chunk, const SseEvent& event, Milliseconds since_start);
    void take_known(const json::Value& chunk, const SseEvent& event, Milliseconds since_start);
    void read_lines(const SseEvent& event, Milliseconds since_start);
    void report_unreadable(const SseEvent& event);
    void look_for_lone_text(const json::Value* chunk);
    bool only_text_changed() const;

    ChatCollector& collector_;
    bool fast_;
    DeltaReader deltas_;
    // Of the shape that deltas_ knows: the one string that an event adds to a text (nullptr: not
    // so), and what nobody reads.
    const json::Value* lone_text_ = nullptr;
    std::vector<const json::Value*> unread_;
    bool known_is_last_ = false;  // what was taken last has that shape
    SseMachine machine_;
    std::optional<EngineError> error_;
    std::string problem_;
    std::string why_;  // of the last text that was no JSON
    bool done_ = false;
};

}  // namespace kilter
