#include "harness/engine/response_head.hpp"

#include "base/text/ascii.hpp"
#include "base/text/normalize.hpp"
#include "harness/wire/error_body.hpp"
#include "harness/wire/retry.hpp"

namespace kilter {
namespace {

bool same_name(std::string_view name, std::string_view lower) {
    if (name.size() != lower.size()) return false;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c) != lower[i]) return false;
    }
    return true;
}

}  // namespace

void ResponseHead::line(std::string_view text, std::chrono::system_clock::time_point now) {
    if (text.starts_with("HTTP/")) {
        *this = {};
        return;
    }
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return;
    const std::string_view name = text.substr(0, colon);
    const std::string_view value = trim(text.substr(colon + 1));
    if (same_name(name, "content-type")) content_type_ = one_line(value);
    if (same_name(name, "server")) server_ = one_line(value);
    if (same_name(name, "content-encoding") && ascii_lower(value) != "identity") {
        compression_ = one_line(value);
    }
    if (same_name(name, "retry-after")) retry_after_ = parse_retry_after(value, now);
    if (same_name(name, "retry-after-ms")) retry_after_ms_ = parse_retry_after_ms(value);
}

std::optional<std::chrono::milliseconds> ResponseHead::retry_after() const {
    return retry_after_ms_ ? retry_after_ms_ : retry_after_;
}

}  // namespace kilter
