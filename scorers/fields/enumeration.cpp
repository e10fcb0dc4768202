#include <algorithm>

#include "scorers/fields/simple_values.hpp"
#include "scorers/fields/text.hpp"

namespace kilter {

std::optional<std::string> canonical_code(const FieldOptions& options, const json::Value& value) {
    const std::optional<std::string_view> text = scalar_text(value);
    if (!text) return std::nullopt;
    const std::string plain = normalise_text(*text, options.fold_case);
    const auto same = [&](const std::string& other) {
        return normalise_text(other, options.fold_case) == plain;
    };
    for (const std::string& code : options.values) {
        if (same(code)) return code;
    }
    for (const auto& [code, others] : options.aliases) {
        if (same(code) || std::any_of(others.begin(), others.end(), same)) return code;
    }
    if (options.values.empty() && !plain.empty()) return plain;
    return std::nullopt;
}

}  // namespace kilter
