// What an engine says when it says no: the shapes of error bodies in use, and one clear line for
// people, with a hint what to do. Pure, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/json/value.hpp"

namespace kilter {

struct EngineError {
    std::string message;      // never empty, one line
    std::optional<int> code;  // HTTP-like where the engine gave one, as a number or by a known word
};

// Shapes: {"error": {...}}, {"error": "text"}, flat {"object": "error", ...}, a choice with an
// error. `expected`: the transport or the event said already that this is an error, so {"detail":
// ...} and
// {"message": ...} alone are believed too. `"error": null` is none.
std::optional<EngineError> error_in(const json::Value& body, bool expected);
// error_in() looks at a member of this name.
bool is_about_error(std::string_view member);

// "HTTP 401: no such key; check api_key_env ...". `body`: its first bytes are enough.
std::string describe_http_error(int status, std::string_view body);

// For a 200 whose body is neither JSON nor a stream: "an HTML page instead of JSON; ..."
std::string describe_unusable(std::string_view body);

// White space collapsed, invalid UTF-8 repaired, cut at about 300 characters.
std::string one_line(std::string_view text);

// 408, 409, 425, 429, 500, 502, 503, 504: asking again may help.
bool is_retryable_code(int code);

}  // namespace kilter
