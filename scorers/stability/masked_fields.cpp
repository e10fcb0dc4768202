#include "scorers/stability/masked_fields.hpp"

#include <array>

namespace kilter {
namespace {

constexpr std::size_t k_most_parts = 12;   // of letters and of digits in turn, in one token
constexpr std::size_t k_most_digits = 18;  // fits into 64 bits
constexpr long long k_letters = 26;

struct Part {
    enum class Kind { number, letter, text } kind = Kind::text;
    long long value = 0;     // number: its value; letter: 0..25
    std::uint64_t hash = 0;  // of the symbols, and of the case of a letter
};

struct Token {
    std::array<Part, k_most_parts> parts;
    std::size_t count = 0;
    bool too_long = false;
};

bool is_digit(char32_t symbol) {
    return symbol >= '0' && symbol <= '9';
}

Part part_of(Symbols symbols) {
    Part part;
    for (const char32_t symbol : symbols) part.hash = (part.hash ^ symbol) * 0x100000001B3ULL;
    const char32_t first = symbols.front();
    const bool upper = first >= 'A' && first <= 'Z';
    if (is_digit(first)) {
        if (symbols.size() > k_most_digits) return part;
        part.kind = Part::Kind::number;
        for (const char32_t digit : symbols)
            part.value = part.value * 10 + static_cast<long long>(digit - '0');
    } else if (symbols.size() == 1 && (upper || (first >= 'a' && first <= 'z'))) {
        part.kind = Part::Kind::letter;
        part.value = static_cast<long long>(first - (upper ? 'A' : 'a'));
        part.hash = upper ? 1 : 2;
    }
    return part;
}

Token token_of(Symbols symbols) {
    Token token;
    for (std::size_t begin = 0; begin < symbols.size();) {
        std::size_t end = begin + 1;
        while (end < symbols.size() && is_digit(symbols[end]) == is_digit(symbols[begin])) ++end;
        if (token.count == k_most_parts) {
            token.too_long = true;
            break;
        }
        token.parts[token.count++] = part_of(symbols.subspan(begin, end - begin));
        begin = end;
    }
    return token;
}

// How far `to` is from `from`; false: no step that could be repeated.
bool step_between(const Part& from, const Part& to, long long& step) {
    if (from.kind != to.kind) return false;
    switch (from.kind) {
        case Part::Kind::number:
            step = to.value - from.value;
            return true;
        case Part::Kind::letter:
            step = (to.value - from.value + k_letters) % k_letters;
            return from.hash == to.hash;
        case Part::Kind::text:
            step = 0;
            return from.hash == to.hash;
    }
    return false;
}

// One token over the copies, the newest last.
class Progression {
  public:
    void add(const Token& token) {
        if (token.too_long || (seen_ > 0 && token.count != last_.count)) change_ = k_irregular;
        for (std::size_t i = 0; i < token.count && change_ != k_irregular && seen_ > 0; ++i) {
            long long step = 0;
            if (!step_between(last_.parts[i], token.parts[i], step))
                change_ = k_irregular;
            else if (seen_ == 1)
                steps_[i] = step;
            else if (steps_[i] != step)
                change_ = k_irregular;
            if (change_ == FieldChange::constant && step != 0) change_ = FieldChange::arithmetic;
        }
        last_ = token;
        ++seen_;
    }
    FieldChange change() const { return change_; }
    bool goes_on() const { return change_ != k_irregular; }

  private:
    static constexpr FieldChange k_irregular = FieldChange::irregular;
    Token last_;
    std::array<long long, k_most_parts> steps_{};
    std::size_t seen_ = 0;
    FieldChange change_ = FieldChange::constant;
};

}  // namespace

FieldChange field_change(const MaskedText& masked, Symbols original, const PeriodicRun& run) {
    const Symbols symbols = masked.view();
    // Copies are counted from the run's end: what lies before the first whole one may be chance.
    const std::size_t copies = run.length / run.period;
    const std::size_t first = run.end() - copies * run.period;
    FieldChange worst = FieldChange::constant;
    for (std::size_t at = first; at < first + run.period; ++at) {
        if (symbols[at] != k_masked_token) continue;
        Progression progression;
        for (std::size_t copy = 0; copy < copies && progression.goes_on(); ++copy) {
            const std::size_t place = at + copy * run.period;
            const std::size_t begin = masked.offset(place);
            const std::size_t end = masked.offset(place + 1);
            if (end == original.size()) continue;  // may be cut
            progression.add(token_of(original.subspan(begin, end - begin)));
        }
        if (progression.change() == FieldChange::irregular) return FieldChange::irregular;
        if (progression.change() == FieldChange::arithmetic) worst = FieldChange::arithmetic;
    }
    return worst;
}

}  // namespace kilter
