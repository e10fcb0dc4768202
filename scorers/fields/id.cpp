#include "base/text/normalize.hpp"
#include "base/text/utf8.hpp"
#include "scorers/fields/simple_values.hpp"

namespace kilter {
namespace {

bool is_separator(char32_t c) {
    return is_space(c) || c == U'-' || c == 0x00AD || (c >= 0x2010 && c <= 0x2015) || c == 0x2212 ||
           c == 0x200B || c == 0x2060 || c == 0xFEFF;
}

bool keeps(const FieldOptions& options, std::string_view character) {
    return options.keep.find(character) != std::string::npos;
}

}  // namespace

std::string squeeze_id(const FieldOptions& options, std::string_view text) {
    std::string kept;
    kept.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const utf8::Step unit = utf8::step(text, at);
        const std::string_view character = text.substr(at, unit.length);
        at += unit.length;
        if (is_separator(unit.code_point) && !keeps(options, character)) continue;
        utf8::append(kept, unit.code_point);
    }
    return case_fold(kept);
}

std::optional<std::string> canonical_id(const FieldOptions& options, const json::Value& value) {
    if (!value.is_string() && !value.is_number()) return std::nullopt;
    std::string id = squeeze_id(options, value.text);
    if (id.empty()) return std::nullopt;
    return id;
}

}  // namespace kilter
