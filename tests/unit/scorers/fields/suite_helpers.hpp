// Items and verdicts from the YAML that a suite author writes, so that tests and documentation show
// the same options.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "scorers/fields/score_item.hpp"
#include "tests/unit/suites/temp_folder.hpp"

namespace kilter::test {

// One item in Hungarian locale; `more` are further lines of it, indented by four.
inline Item item_from(const std::string& gold, const std::string& fields,
                      const std::string& more = "") {
    const auto [suite, errors] = load(one_item(gold, fields, more));
    INFO(errors);
    REQUIRE(suite);
    return suite->items.at(0);
}

inline ItemVerdict answer(const Item& item, std::string content) {
    Completion completion;
    completion.content = {TextState::text, std::move(content)};
    completion.finish_reason = "stop";
    return score_item(item, completion);
}

// Of a field `x`: YAML for gold and field, JSON for the answer's x.
inline FieldResult result_of(const std::string& gold, const std::string& field,
                             const std::string& json) {
    const Item item = item_from("{x: " + gold + "}", "{x: " + field + "}");
    return answer(item, "{\"x\":" + json + "}").fields.at(0);
}

inline std::string classes_of(const ItemVerdict& verdict) {
    std::string words;
    for (const FieldResult& field : verdict.fields) {
        if (!words.empty()) words += ' ';
        words += to_word(field.field_class);
    }
    return words;
}

inline bool has_flag(const std::vector<std::string>& flags, std::string_view flag) {
    return std::find(flags.begin(), flags.end(), flag) != flags.end();
}

}  // namespace kilter::test
