#include "scorers/fields/judgements.hpp"

#include "base/json/write.hpp"
#include "base/text/normalize.hpp"

namespace kilter {

std::string judged_text(const json::Value& value) {
    return value.is_string() ? collapse_spaces(nfc(value.text)) : json::write_canonical(value);
}

std::string_view judged_word(bool right) {
    return right ? "right" : "wrong";
}

}  // namespace kilter
