// Server-sent events out of bytes, cut anywhere: LF, CR, CRLF and mixes, a BOM, comments, several
// data lines, a last event without its blank line. Knows nothing of JSON. Not reentrant; one
// thread.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace kilter {

struct SseEvent {
    std::string name;  // of `event:`; "error" too for a line `error: ...`, which some servers send
    std::string data;  // data lines joined by LF
    bool terminated = true;  // false: the body ended before the blank line
};

// Offset of the first CR or LF; npos where there is none.
std::size_t find_line_end(std::string_view bytes);

using OnSseEvent = std::function<void(const SseEvent&)>;

class SseMachine {
  public:
    // Calls back for every event that has data.
    void feed(std::string_view bytes, const OnSseEvent& on_event);
    // The body is over: what is pending is handed on with terminated = false.
    void finish(const OnSseEvent& on_event);

    std::size_t comments() const { return comments_; }  // lines that begin with a colon

  private:
    void end_line(std::string_view line, const OnSseEvent& on_event);
    void field(std::string_view name, std::string_view value);
    void dispatch(const OnSseEvent& on_event, bool terminated);

    std::string line_;  // the beginning of one that is not over
    SseEvent event_;
    bool has_data_ = false;
    bool first_line_ = true;
    bool after_cr_ = false;  // a following LF belongs to the same line end
    std::size_t comments_ = 0;
};

}  // namespace kilter
