#include "reports/html/script_json.hpp"

namespace kilter {

std::string script_json(const ReportJson& document) {
    const std::string text = document.dump(-1, ' ', false, ReportJson::error_handler_t::replace);
    std::string out;
    out.reserve(text.size() + text.size() / 16);
    // These stand in strings only, where an escape is the same character.
    for (const char c : escape_unsafe(text)) {
        switch (c) {
            case '<':
                out += "\\u003c";
                break;
            case '>':
                out += "\\u003e";
                break;
            case '&':
                out += "\\u0026";
                break;
            default:
                out += c;
        }
    }
    return out;
}

}  // namespace kilter
