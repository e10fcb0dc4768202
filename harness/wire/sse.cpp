#include "harness/wire/sse.hpp"

#include <algorithm>

namespace kilter {

// By windows: a search for one of the two alone could run far past the other, line after line.
std::size_t find_line_end(std::string_view bytes) {
    constexpr std::size_t k_window = 256;
    for (std::size_t begin = 0; begin < bytes.size(); begin += k_window) {
        const std::string_view window = bytes.substr(begin, k_window);
        const std::size_t lf = window.find('\n');
        const std::size_t cr = window.substr(0, lf).find('\r');
        const std::size_t end = std::min(lf, cr);
        if (end != std::string_view::npos) return begin + end;
    }
    return std::string_view::npos;
}

void SseMachine::feed(std::string_view bytes, const OnSseEvent& on_event) {
    while (!bytes.empty()) {
        if (after_cr_) {
            after_cr_ = false;
            if (bytes.front() == '\n') {
                bytes.remove_prefix(1);
                continue;
            }
        }
        const std::size_t end = find_line_end(bytes);
        if (end == std::string_view::npos) {
            line_.append(bytes);
            return;
        }
        std::string_view line = bytes.substr(0, end);
        after_cr_ = bytes[end] == '\r';
        bytes.remove_prefix(end + 1);
        if (line_.empty()) {  // whole, as it lies there
            end_line(line, on_event);
            continue;
        }
        line_.append(line);
        end_line(line_, on_event);
        line_.clear();
    }
}

void SseMachine::finish(const OnSseEvent& on_event) {
    if (!line_.empty()) end_line(line_, on_event);
    line_.clear();
    dispatch(on_event, false);
}

void SseMachine::end_line(std::string_view line, const OnSseEvent& on_event) {
    if (first_line_ && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
    first_line_ = false;
    if (line.empty()) {
        dispatch(on_event, true);
    } else if (line.front() == ':') {
        ++comments_;
    } else {
        const std::size_t colon = line.find(':');
        std::string_view value;
        if (colon != std::string_view::npos) value = line.substr(colon + 1);
        if (value.starts_with(' ')) value.remove_prefix(1);
        field(line.substr(0, colon), value);
    }
}

void SseMachine::field(std::string_view name, std::string_view value) {
    const bool error_line = name == "error";
    if (name == "event") event_.name = value;
    if (error_line) event_.name = name;
    if (name != "data" && !error_line) return;
    if (has_data_) event_.data.push_back('\n');
    event_.data.append(value);
    has_data_ = true;
}

void SseMachine::dispatch(const OnSseEvent& on_event, bool terminated) {
    event_.terminated = terminated;
    const bool deliver = has_data_ && !event_.data.empty();
    if (deliver) on_event(event_);
    event_.name.clear();
    event_.data.clear();
    has_data_ = false;
}

}  // namespace kilter
