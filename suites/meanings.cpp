#include "suites/meanings.hpp"

#include <algorithm>
#include <map>

#include "base/text/normalize.hpp"
#include "base/text/utf8.hpp"

namespace kilter {
namespace {

struct Meaning {
    std::string value, written;
};

// Who means what. A word is compared as text is: normalised, and folded where asked.
class Meanings {
  public:
    Meanings(const OptionPlace& in, bool fold) : in_(in), fold_(fold) {}

    void add_value(const tree::Node& node) {
        const auto [known, added] =
            words_.try_emplace(key(node.text), Meaning{node.text, node.text});
        if (added) return;
        in_.error(node.at, "value '" + node.text + "' stands twice" + like(node.text, *known));
    }

    void add_word(const std::string& value, const tree::Node& node) {
        const auto [known, added] = words_.try_emplace(key(node.text), Meaning{value, node.text});
        if (added || known->second.value == value) return;
        in_.error(node.at, "'" + node.text + "' means both '" + known->second.value + "' and '" +
                               value + "'" + like(node.text, *known));
    }

  private:
    using Words = std::map<std::string, Meaning>;

    std::string key(const std::string& text) const {
        return normalize_for_comparison(fold_ ? case_fold(text) : text);
    }

    // What it is the same as, where that is written otherwise.
    static std::string like(const std::string& text, const Words::value_type& known) {
        const std::string& other = known.second.written;
        return other == text ? "" : ", since it reads like '" + other + "'";
    }

    const OptionPlace& in_;
    bool fold_;
    Words words_;
};

bool is_scalar(const tree::Node& node) {
    return node.kind == tree::Kind::scalar;
}

}  // namespace

void check_meanings(const OptionPlace& in, const tree::Node* values, const tree::Node* aliases,
                    bool fold) {
    Meanings meanings{in, fold};
    if (values != nullptr) {
        if (is_scalar(*values)) meanings.add_value(*values);
        for (const tree::Node& one : values->items)
            if (is_scalar(one)) meanings.add_value(one);
    }
    if (aliases == nullptr) return;
    for (const tree::Entry& entry : aliases->entries) {
        if (is_scalar(entry.value)) meanings.add_word(entry.key, entry.value);
        for (const tree::Node& one : entry.value.items)
            if (is_scalar(one)) meanings.add_word(entry.key, one);
    }
}

bool names_something(std::string_view unit) {
    return unit.find_first_not_of("0123456789.,+-' \t\n\r") != std::string_view::npos &&
           !is_blank(unit);
}

std::string without_punctuation(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const utf8::Step step = utf8::step(text, at);
        at += step.length;
        utf8::append(out, is_punctuation(step.code_point) ? U' ' : step.code_point);
    }
    return out;
}

}  // namespace kilter
