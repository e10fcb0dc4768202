#include "harness/wire/error_body.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <charconv>

#include "base/json/read.hpp"
#include "base/json/write.hpp"
#include "base/text/ascii.hpp"
#include "base/text/normalize.hpp"
#include "base/text/utf8.hpp"

namespace kilter {
namespace {

constexpr std::size_t k_longest_line = 300;  // bytes, about

std::optional<int> code_of_word(std::string_view word) {
    struct Known {
        std::string_view part;
        int code;
    };
    static constexpr std::array<Known, 6> known = {{{"rate_limit", 429},
                                                    {"ratelimit", 429},
                                                    {"overloaded", 503},
                                                    {"unavailable", 503},
                                                    {"internalservererror", 500},
                                                    {"server_error", 500}}};
    const std::string small = ascii_lower(word);
    for (const Known& one : known) {
        if (small.find(one.part) != std::string::npos) return one.code;
    }
    return std::nullopt;
}

// Engines write codes as numbers, as numbers in quotes, as words, or as null.
std::optional<int> code_of(const json::Value* value) {
    if (value == nullptr || (!value->is_number() && !value->is_string())) return std::nullopt;
    const std::string& text = value->text;
    int code = 0;
    const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), code);
    if (error == std::errc{} && at == text.data() + text.size()) return code;
    return value->is_string() ? code_of_word(text) : std::nullopt;
}

std::string text_of(const json::Value& value) {
    return one_line(value.is_string() ? value.text : json::write(value));
}

EngineError from_object(const json::Value& object) {
    EngineError out;
    const json::Value* message = object.find("message");
    if (message == nullptr || message->is_null()) message = object.find("detail");
    if (message != nullptr && !message->is_null()) out.message = text_of(*message);
    if (out.message.empty()) out.message = one_line(json::write(object));
    out.code = code_of(object.find("code"));
    if (!out.code) out.code = code_of(object.find("status"));
    if (!out.code) out.code = code_of(object.find("type"));
    return out;
}

// FastAPI's list of {loc, msg, type} or a plain text.
EngineError from_detail(const json::Value& detail) {
    if (!detail.is_array()) return {text_of(detail), std::nullopt};
    std::string all;
    for (const json::Value& one : detail.items) {
        const json::Value* message = one.find("msg");
        if (!all.empty()) all += "; ";
        all += text_of(message != nullptr ? *message : one);
        const json::Value* place = one.find("loc");
        if (place != nullptr) all += fmt::format(" at {}", json::write(*place));
    }
    return {one_line(all.empty() ? "validation failed" : all), std::nullopt};
}

const json::Value* error_member(const json::Value& object) {
    const json::Value* error = object.find("error");
    if (error == nullptr || error->is_null()) return nullptr;
    if (error->kind == json::Kind::boolean && !error->boolean) return nullptr;
    return error;
}

const json::Value* error_of_first_choice(const json::Value& body) {
    const json::Value* choices = body.find("choices");
    if (choices == nullptr || choices->items.empty()) return nullptr;
    return error_member(choices->items.front());
}

// As error_in; the message may be empty.
std::optional<EngineError> find_error(const json::Value& body, bool expected) {
    const json::Value* error = error_member(body);
    if (error == nullptr) error = error_of_first_choice(body);
    if (error != nullptr) {
        EngineError out =
            error->is_object() ? from_object(*error) : EngineError{text_of(*error), std::nullopt};
        if (!out.code) out.code = code_of(body.find("code"));
        return out;
    }
    const json::Value* object = body.find("object");
    if (object != nullptr && object->is_string() && object->text == "error") {
        return from_object(body);
    }
    if (!expected) return std::nullopt;
    if (body.is_string()) return EngineError{text_of(body), std::nullopt};
    const json::Value* detail = body.find("detail");
    if (detail != nullptr && !detail->is_null()) return from_detail(*detail);
    if (body.find("message") != nullptr) return from_object(body);
    return std::nullopt;
}

bool looks_like_html(std::string_view body) {
    const std::string head = ascii_lower(trim(body.substr(0, 512)));
    return head.starts_with("<!doctype") || head.starts_with("<html") ||
           head.starts_with("<head") || head.starts_with("<body");
}

std::string_view hint_for(int status) {
    switch (status) {
        case 401:
        case 403:
            return "; check the key: the engine's api_key_env names the variable that holds it";
        case 404:
            return "; check base_url (it usually ends in /v1) and the model's name";
        case 405:
            return "; base_url does not lead to a chat-completions endpoint";
        case 407:
            return "; the proxy wants a login: see http_proxy, https_proxy and no_proxy";
        case 413:
            return "; the request is larger than the server or a proxy allows";
        case 400:
        case 422:
            return "; the engine refuses this request: `kilter check --request ITEM` shows it";
        case 301:
        case 302:
        case 307:
        case 308:
            return "; redirects are not followed: set base_url to the final address";
        default:
            return "";
    }
}

}  // namespace

std::string one_line(std::string_view text) {
    const bool cut = text.size() > k_longest_line;
    std::string out = utf8::repair(text.substr(0, k_longest_line));
    if (cut) {
        // The cut may have gone through a character: its rest is dropped, not shown as damage.
        while (out.ends_with("\xEF\xBF\xBD")) out.resize(out.size() - 3);
        out += "\xE2\x80\xA6";
    }
    return collapse_spaces(out);
}

bool is_retryable_code(int code) {
    static constexpr std::array<int, 8> codes = {408, 409, 425, 429, 500, 502, 503, 504};
    return std::find(codes.begin(), codes.end(), code) != codes.end();
}

bool is_about_error(std::string_view member) {
    constexpr std::array<std::string_view, 8> names = {"error",  "choices", "object",  "code",
                                                       "status", "type",    "message", "detail"};
    return std::find(names.begin(), names.end(), member) != names.end();
}

std::optional<EngineError> error_in(const json::Value& body, bool expected) {
    std::optional<EngineError> found = find_error(body, expected);
    if (found && found->message.empty()) found->message = "an error without a message";
    return found;
}

std::string describe_unusable(std::string_view body) {
    const std::string_view text = trim(body);
    if (text.empty()) return "the body is empty";
    if (looks_like_html(text)) {
        return "an HTML page instead of JSON; base_url must lead to the engine's API, not to a web "
               "page or a proxy's login";
    }
    if (text.starts_with("\x1F\x8B")) {
        return "the body is compressed (gzip), although none was asked for; switch that off in the "
               "engine or in the proxy before it";
    }
    return fmt::format("neither JSON nor an event stream: {}", one_line(text));
}

std::string describe_http_error(int status, std::string_view body) {
    std::string said;
    const std::string_view text = trim(body);
    if (looks_like_html(text)) {
        said = "an HTML page instead of JSON";
    } else if (!text.empty()) {
        const json::ReadOutcome read = json::read(text, {.allow_trailing = true});
        const std::optional<EngineError> error =
            read.ok ? error_in(read.value, true) : std::nullopt;
        said = error ? error->message : one_line(text);
    }
    if (said.empty()) said = "no message";
    if (said.ends_with('.')) said.pop_back();
    return fmt::format("HTTP {}: {}{}", status, said, hint_for(status));
}

}  // namespace kilter
