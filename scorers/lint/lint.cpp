#include "scorers/lint/lint.hpp"

#include <algorithm>
#include <utility>

#include "scorers/fields/comparator.hpp"
#include "scorers/fields/lookup.hpp"
#include "scorers/lint/grounding.hpp"

namespace kilter {
namespace {

// Empty: nothing to say.
std::string complaint(const Item& item, const Field& field) {
    const json::Value* gold = look_up(item.gold, field.path).value;
    const Reading reading = read_value(field, gold);
    if (reading.absent || field.compare == Comparator::judge) return "";
    if (!reading.canonical) {
        return "gold cannot be read as " + std::string(to_word(field.compare)) +
               ": no answer can ever be right";
    }
    if (field.options.waive_grounding) return "";
    const std::vector<std::string_view> texts = texts_of(item);
    const bool grounded = std::any_of(texts.begin(), texts.end(), [&](std::string_view text) {
        return is_grounded(field, *gold, text);
    });
    if (grounded) return "";
    return "gold '" + *reading.canonical +
           "' does not stand in the item's text; correct it, or set waive_grounding";
}

}  // namespace

std::vector<std::string_view> texts_of(const Item& item) {
    std::vector<std::string_view> texts;
    for (const Document& document : item.documents) texts.emplace_back(document.text);
    if (!texts.empty()) return texts;
    texts.emplace_back(item.question);
    for (const Message& message : item.messages) texts.emplace_back(message.content);
    return texts;
}

std::vector<LintFinding> lint_suite(const Suite& suite) {
    std::vector<LintFinding> findings;
    for (const Item& item : suite.items) {
        for (const Field& field : item.fields) {
            std::string message = complaint(item, field);
            if (!message.empty()) findings.push_back({item.id, field.path, std::move(message)});
        }
    }
    return findings;
}

}  // namespace kilter
