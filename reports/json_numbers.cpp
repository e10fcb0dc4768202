#include "reports/json_numbers.hpp"

#include <fmt/format.h>

#include "base/json/write.hpp"
#include "base/text/utf8.hpp"

namespace kilter {

namespace {

bool is_unsafe(char32_t c) {
    return (c >= 0x7F && c <= 0x9F) || (c >= 0x200B && c <= 0x200F) ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x2069) || c == 0xFEFF;
}

}  // namespace

ReportJson to_report(const json::Value& value) {
    const std::string text = json::write(value);
    ReportJson parsed = ReportJson::parse(text, nullptr, false);
    return parsed.is_discarded() ? ReportJson(text) : parsed;
}

std::string escape_unsafe(std::string_view text) {
    std::string out;
    out.reserve(text.size() + 1);
    for (std::size_t at = 0; at < text.size();) {
        // Outside strings there is ASCII only, so whatever is unsafe stands inside one.
        const utf8::Step unit = utf8::step(text, at);
        if (unit.valid && is_unsafe(unit.code_point))
            out += fmt::format("\\u{:04x}", static_cast<unsigned>(unit.code_point));
        else
            out.append(text, at, unit.length);
        at += unit.length;
    }
    return out;
}

std::string dump_report(const ReportJson& document) {
    return escape_unsafe(document.dump(2, ' ', false, ReportJson::error_handler_t::replace)) + "\n";
}

}  // namespace kilter
