#include "harness/wire/stream_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/json/read.hpp"
#include "base/text/normalize.hpp"

namespace kilter {

void StreamReader::feed(std::string_view bytes, Milliseconds since_start) {
    machine_.feed(bytes, [&](const SseEvent& event) { on_event(event, since_start); });
}

void StreamReader::finish(Milliseconds since_start) {
    machine_.finish([&](const SseEvent& event) { on_event(event, since_start); });
}

void StreamReader::on_event(const SseEvent& event, Milliseconds since_start) {
    const std::string_view data = trim(event.data);
    if (data == "[DONE]") {
        done_ = true;
        return;
    }
    if (done_) return collector_.add_flag("events_after_done");
    if (data.empty()) return;
    if (read_object(data, event, since_start)) {
        if (!event.terminated) collector_.add_flag("eof_without_terminator");
        return;
    }
    // Some servers leave out the blank line between two events.
    if (data.find('\n') != std::string_view::npos) return read_lines(event, since_start);
    report_unreadable(event);
}

void StreamReader::read_lines(const SseEvent& event, Milliseconds since_start) {
    std::string_view rest = event.data;
    while (!rest.empty()) {
        const std::size_t end = rest.find('\n');
        const SseEvent one{event.name, std::string(rest.substr(0, end)), event.terminated};
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
        on_event(one, since_start);
    }
}

bool StreamReader::read_object(std::string_view text, const SseEvent& event,
                               Milliseconds since_start) {
    if (const json::Value* common = fast_ ? deltas_.read(text) : nullptr) {
        take_known(*common, event, since_start);
        return true;
    }
    known_is_last_ = false;
    json::ReadOutcome read = json::read(text, {.keep_surrogates = true});
    if (!read.ok) why_ = fmt::format("{} at byte {} of an event", read.error, read.error_offset);
    if (read.too_deep) {
        problem_ = read.error;
        return true;
    }
    if (!read.ok || !read.value.is_object()) return false;
    if (read.repaired_utf8) collector_.add_flag("invalid_utf8");
    take(read.value, event, since_start);
    if (!fast_ || read.repaired_utf8) return true;
    deltas_.learn(text, std::move(read.value));
    look_for_lone_text(deltas_.tree());
    return true;
}

void StreamReader::look_for_lone_text(const json::Value* chunk) {
    unread_.clear();
    lone_text_ = chunk != nullptr ? ChatCollector::lone_text(*chunk) : nullptr;
    if (lone_text_ == nullptr) return;
    for (const json::Member& member : chunk->members) {
        if (!ChatCollector::reads(member.key) && !is_about_error(member.key))
            unread_.push_back(&member.value);
    }
}

bool StreamReader::only_text_changed() const {
    const auto& changed = deltas_.changed();
    return lone_text_ != nullptr &&
           std::all_of(changed.begin(), changed.end(), [this](const json::Value* value) {
               return value == lone_text_ ||
                      std::find(unread_.begin(), unread_.end(), value) != unread_.end();
           });
}

// Where nothing differs from the event before but the text, everything else has been taken.
void StreamReader::take_known(const json::Value& chunk, const SseEvent& event,
                              Milliseconds since_start) {
    if (known_is_last_ && event.name.empty() && only_text_changed()) {
        collector_.add_lone_text(chunk, *lone_text_, since_start);
        return;
    }
    take(chunk, event, since_start);
    known_is_last_ = true;
    // Another value of the same shape, as of a finish reason, may say more than a text.
    look_for_lone_text(&chunk);
}

void StreamReader::take(const json::Value& chunk, const SseEvent& event, Milliseconds since_start) {
    std::optional<EngineError> error = error_in(chunk, event.name == "error");
    if (error && !error_) error_ = std::move(error);
    collector_.add(chunk, since_start);
}

// Text that is plainly no chunk is noted and passed over; a damaged chunk has lost a part of the
// answer.
void StreamReader::report_unreadable(const SseEvent& event) {
    if (event.name == "error") {
        if (!error_) error_ = EngineError{one_line(event.data), std::nullopt};
        return;
    }
    const bool was_chunk = trim(event.data).starts_with('{');
    if (!was_chunk) return collector_.add_flag("event_not_json");
    if (!event.terminated) return collector_.add_flag("cut_event");  // no finish will follow it
    if (problem_.empty()) problem_ = why_;
}

}  // namespace kilter
