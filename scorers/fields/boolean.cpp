#include "scorers/fields/simple_values.hpp"
#include "scorers/fields/text.hpp"

namespace kilter {

std::optional<std::string> canonical_boolean(const FieldOptions& options,
                                             const json::Value& value) {
    if (value.kind == json::Kind::boolean) return value.boolean ? "true" : "false";
    constexpr std::size_t k_longest = 64;  // bytes
    if (!value.is_string() || value.text.size() > k_longest) return std::nullopt;
    const std::string word = normalise_text(value.text, true);
    for (const auto& [meaning, others] : options.aliases) {
        for (const std::string& other : others) {
            if (normalise_text(other, true) == word) return meaning;
        }
    }
    if (word == "true" || word == "igen" || word == "yes") return "true";
    if (word == "false" || word == "nem" || word == "no") return "false";
    if (options.locale == Locale::de && word == "ja") return "true";
    if (options.locale == Locale::de && word == "nein") return "false";
    return std::nullopt;
}

}  // namespace kilter
