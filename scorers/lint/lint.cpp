#include "scorers/lint/lint.hpp"

#include <algorithm>
#include <utility>

#include "scorers/fields/comparator.hpp"
#include "scorers/fields/lookup.hpp"
#include "scorers/lint/grounding.hpp"

namespace kilter {
namespace {

// Walks the gold of one item, into lists, rows and calls, down to single values.
class Walk {
  public:
    Walk(const Item& item, std::vector<LintFinding>& findings)
        : item_(item), texts_(texts_of(item)), findings_(findings) {}

    void check(const Field& field, const std::string& path, const json::Value* gold) {
        const Reading reading = read_value(field, gold);
        if (field.compare == Comparator::judge) return;
        if (reading.absent) {
            if (gold != nullptr && gold->is_string()) {
                report(path, "gold '" + gold->text +
                                 "' counts as no value; write null, or, where this very text is "
                                 "meant, list it under aliases");
            }
            return;
        }
        if (is_list(field.compare)) return check_list(field, path, *gold);
        if (field.compare == Comparator::tool_call) return check_calls(field, path, *gold);
        if (!reading.canonical) {
            return report(path, "gold cannot be read as " + std::string(to_word(field.compare)) +
                                    ": no answer can ever be right");
        }
        if (field.compare == Comparator::contains_all &&
            reading.count < field.options.phrases.size()) {
            return report(path, "gold does not hold all phrases of the field");
        }
        if (waived_ || field.options.waive_grounding) return;
        const bool grounded = std::any_of(texts_.begin(), texts_.end(), [&](std::string_view text) {
            return is_grounded(field, *gold, text);
        });
        if (grounded) return;
        report(path, "gold '" + *reading.canonical +
                         "' does not stand in the item's text; correct it, or set "
                         "waive_grounding");
    }

  private:
    void check_list(const Field& field, const std::string& path, const json::Value& list) {
        const bool before = std::exchange(waived_, waived_ || field.options.waive_grounding);
        for (std::size_t i = 0; i < list.items.size(); ++i) {
            const std::string place = path + "[" + std::to_string(i) + "]";
            if (field.compare == Comparator::list_records) {
                check_parts(field, place, list.items[i]);
            } else {
                check(field.item.front(), place, &list.items[i]);
            }
        }
        waived_ = before;
    }

    // Arguments come from the text; the name of the tool does not.
    void check_calls(const Field& field, const std::string& path, const json::Value& gold) {
        const bool before = std::exchange(waived_, waived_ || field.options.waive_grounding);
        if (gold.is_array()) {
            for (const json::Value& call : gold.items) check_call(field, path, call);
        } else {
            check_call(field, path, gold);
        }
        waived_ = before;
    }

    void check_call(const Field& field, const std::string& path, const json::Value& call) {
        const json::Value* arguments = call.find("arguments");
        if (arguments != nullptr) check_parts(field, path + ".arguments", *arguments);
    }

    void check_parts(const Field& field, const std::string& path, const json::Value& row) {
        for (const Field& part : field.item) {
            check(part, path + "." + part.path, look_up(row, part.path).value);
        }
    }

    void report(const std::string& path, std::string message) {
        findings_.push_back({item_.id, path, std::move(message)});
    }

    const Item& item_;
    std::vector<std::string_view> texts_;
    std::vector<LintFinding>& findings_;
    bool waived_ = false;  // by the list around
};

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
        Walk walk(item, findings);
        for (const Field& field : item.fields) {
            const Found found = look_up(item.gold, field.path);
            walk.check(field, field.path, found.value);
        }
    }
    return findings;
}

}  // namespace kilter
