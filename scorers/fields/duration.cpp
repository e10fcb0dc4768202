#include "scorers/fields/duration.hpp"

#include <algorithm>
#include <span>

#include "base/text/normalize.hpp"
#include "scorers/fields/date_tokens.hpp"
#include "scorers/fields/duration_words.hpp"

namespace kilter {
namespace {

constexpr std::size_t k_longest = 160;  // bytes

using Kind = DateToken::Kind;

// ISO 8601: designators in this order, a time part behind T. A fraction may stand anywhere.
std::optional<Duration> read_iso(std::string_view text) {
    constexpr std::string_view k_designators = "YMWDHMS";  // index = TimeUnit
    if (text.empty() || (text.front() != 'P' && text.front() != 'p')) return std::nullopt;
    text.remove_prefix(1);
    Duration duration;
    std::size_t next = 0;  // designators that may still come
    bool in_time = false;
    bool any = false;
    while (!text.empty()) {
        if (!in_time && (text.front() == 'T' || text.front() == 't')) {
            in_time = true;
            any = false;  // one part must follow
            next = 4;
            text.remove_prefix(1);
            continue;
        }
        const std::size_t end = text.find_first_not_of("0123456789.,");
        if (end == 0 || end == std::string_view::npos) return std::nullopt;
        std::string literal(text.substr(0, end));
        std::replace(literal.begin(), literal.end(), ',', '.');
        const char designator =
            text[end] >= 'a' ? static_cast<char>(text[end] - 'a' + 'A') : text[end];
        const std::size_t unit = k_designators.find(designator, next);
        const auto value = Decimal::parse(literal);
        if (!value || unit == std::string_view::npos || (unit < 4) == in_time) return std::nullopt;
        duration.parts[unit] = *value;
        next = unit + 1;
        any = true;
        text.remove_prefix(end + 1);
    }
    return any ? std::optional(duration) : std::nullopt;
}

// "1 év és 6 hónap", "30 (harminc) nap", "3-year"; each unit once.
class WordReader {
  public:
    explicit WordReader(std::span<const DateToken> tokens) : tokens_(tokens) {}

    // All tokens.
    std::optional<Duration> read() {
        bool any = false;
        while (at_ < tokens_.size()) {
            if (!take_part()) return std::nullopt;
            any = true;
            if (take_mark('.') && at_ == tokens_.size()) break;
            take_connector();
        }
        return any ? std::optional(duration_) : std::nullopt;
    }

    // As far as parts follow each other; nullopt: none stands here.
    std::optional<Duration> read_front() {
        if (!take_part()) return std::nullopt;
        while (true) {
            const std::size_t end = at_;
            take_connector();
            if (take_part()) continue;
            at_ = end;
            return duration_;
        }
    }

  private:
    bool take_part() {
        const auto number = take_number();
        if (!number || !take_spelled_out(*number)) return false;
        take_mark('-');
        const auto unit = at_ < tokens_.size() ? time_unit(tokens_[at_].text) : std::nullopt;
        if (!unit || written_[static_cast<std::size_t>(*unit)]) return false;
        ++at_;
        written_[static_cast<std::size_t>(*unit)] = true;
        duration_.of(*unit) = *number;
        return true;
    }

    void take_connector() {
        take_mark(',');
        if (!take_word("és") && !take_word("and")) take_word("und");
    }

    bool is(std::size_t at, Kind kind) const {
        return at < tokens_.size() && tokens_[at].kind == kind;
    }

    std::optional<Decimal> take_number() {
        if (is(at_, Kind::word)) {
            const auto number = number_word(tokens_[at_].text);
            if (!number) return std::nullopt;
            ++at_;
            return Decimal::from_integer(*number);
        }
        if (!is(at_, Kind::digits)) return std::nullopt;
        std::string literal = tokens_[at_++].text;
        const bool fraction = is(at_, Kind::mark) && is(at_ + 1, Kind::digits) &&
                              !tokens_[at_].space_before && !tokens_[at_ + 1].space_before &&
                              (tokens_[at_].text == "." || tokens_[at_].text == ",");
        if (fraction) {
            // Three digits may be thousands as well.
            if (tokens_[at_ + 1].text.size() == 3) return std::nullopt;
            literal += "." + tokens_[at_ + 1].text;
            at_ += 2;
        }
        return Decimal::parse(literal);
    }

    // The number once more in words, in brackets: false where it is another one.
    bool take_spelled_out(const Decimal& number) {
        if (!take_mark('(')) return true;
        if (!is(at_, Kind::word)) return false;
        const auto spelled = number_word(tokens_[at_++].text);
        return spelled && Decimal::from_integer(*spelled) == number && take_mark(')');
    }

    bool take_mark(char mark) {
        if (!is(at_, Kind::mark) || tokens_[at_].text[0] != mark) return false;
        ++at_;
        return true;
    }

    bool take_word(std::string_view word) {
        if (!is(at_, Kind::word) || tokens_[at_].text != word) return false;
        ++at_;
        return true;
    }

    std::span<const DateToken> tokens_;
    std::size_t at_ = 0;
    Duration duration_;
    std::array<bool, 7> written_{};  // index = TimeUnit
};

}  // namespace

std::optional<Duration> read_duration(std::string_view text) {
    if (text.size() > k_longest) return std::nullopt;
    const std::string_view plain = trim(text);
    if (auto iso = read_iso(plain)) return iso;
    const std::vector<DateToken> tokens = date_tokens(plain);
    return WordReader(tokens).read();
}

std::vector<Duration> find_durations(std::string_view text) {
    const std::vector<DateToken> tokens = date_tokens(text);
    std::vector<Duration> durations;
    for (std::size_t at = 0; at < tokens.size(); ++at) {
        WordReader reader(std::span<const DateToken>(tokens).subspan(at));
        if (const auto duration = reader.read_front()) durations.push_back(*duration);
    }
    return durations;
}

std::string canonical(const Duration& written, bool unify) {
    Duration duration = written;
    if (unify) {
        const auto times = [](const Decimal& value, int factor) {
            return value * Decimal::from_integer(factor);
        };
        const auto move = [&](TimeUnit from, TimeUnit to, int factor) {
            duration.of(to) = duration.of(to) + times(duration.of(from), factor);
            duration.of(from) = Decimal();
        };
        move(TimeUnit::year, TimeUnit::month, 12);
        move(TimeUnit::week, TimeUnit::day, 7);
        move(TimeUnit::hour, TimeUnit::second, 3600);
        move(TimeUnit::minute, TimeUnit::second, 60);
    }
    constexpr std::string_view k_designators = "YMWDHMS";
    std::string out = "P";
    bool time = false;
    for (std::size_t unit = 0; unit < duration.parts.size(); ++unit) {
        if (duration.parts[unit].is_zero()) continue;
        if (unit >= 4 && !time) out += 'T';
        time |= unit >= 4;
        out += duration.parts[unit].canonical() + k_designators[unit];
    }
    return out == "P" ? "P0D" : out;
}

}  // namespace kilter
