// The header lines of a response that are kept. A new status line (after 1xx, or a second response)
// starts anew. Pure state, one thread.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace kilter {

class ResponseHead {
  public:
    // One line as it came, with its line end. `now` is for a Retry-After that is a date.
    void line(std::string_view text, std::chrono::system_clock::time_point now);

    const std::string& content_type() const { return content_type_; }
    const std::string& server() const { return server_; }
    // Of the body, as named ("gzip"); empty: it came as it is.
    const std::string& compression() const { return compression_; }
    // The vendor's form in milliseconds wins.
    std::optional<std::chrono::milliseconds> retry_after() const;

  private:
    std::string content_type_;
    std::string server_;
    std::string compression_;
    std::optional<std::chrono::milliseconds> retry_after_;
    std::optional<std::chrono::milliseconds> retry_after_ms_;
};

}  // namespace kilter
