// What a judge said of answers, as the scorer of an item asks for it; and which value is put before
// a judge. Nobody is asked here: scorers/judge says what is to be asked and holds the answers.
// Pure, any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/json/value.hpp"
#include "suites/suite.hpp"

namespace kilter {

struct Judgement {
    bool right = false;
    std::string reason;  // the judge's words, as they came
};

class Judgements {
  public:
    virtual ~Judgements() = default;
    // The field counts in this experiment, for every engine alike. Otherwise it is unavailable.
    virtual bool available(const Item& item, const Field& field) const = 0;
    // `answer`: judged_text() of a value. nullopt: no judgement; never so where available.
    virtual std::optional<Judgement> find(const Item& item, const Field& field,
                                          const std::string& answer) const = 0;
};

// A longer value is wrong without being asked about: no answer to a question has that many bytes.
inline constexpr std::size_t k_longest_judged = std::size_t{64} << 10;
inline constexpr std::string_view k_flag_too_long = "too_long_to_judge";

// The canonical text of a value that is judged: of a string its NFC form with white space
// collapsed, of anything else its JSON.
std::string judged_text(const json::Value& value);

// "right", "wrong": the canonical value of a judged field.
std::string_view judged_word(bool right);

}  // namespace kilter
