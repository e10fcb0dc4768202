// Where time comes from, so that tests can hold it still. Any thread.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace kilter {

class Clock {
  public:
    virtual ~Clock() = default;
    virtual std::chrono::system_clock::time_point now() const = 0;
    virtual std::chrono::steady_clock::time_point steady_now() const = 0;
};

class SystemClock : public Clock {
  public:
    std::chrono::system_clock::time_point now() const override;
    std::chrono::steady_clock::time_point steady_now() const override;
};

// "2026-11-29T12:00:00.000Z", UTC, milliseconds.
std::string to_iso8601(std::chrono::system_clock::time_point time);
// Of exactly that form; nullopt: another text, or no such day or time.
std::optional<std::chrono::system_clock::time_point> from_iso8601(std::string_view text);

}  // namespace kilter
