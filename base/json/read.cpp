#include "base/json/read.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <utility>

#include "base/json/string_reader.hpp"

namespace kilter::json {
namespace {

// Objects up to this size are searched pair by pair; larger ones are sorted, so that a hostile
// object with very many members stays n log n.
constexpr std::size_t k_small_object = 8;
constexpr std::size_t k_usual_members = 4;  // room from the first one on

bool has_duplicates(const std::vector<Member>& members) {
    if (members.size() <= k_small_object) {
        for (std::size_t i = 0; i < members.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                if (members[i].key == members[j].key) return true;
            }
        }
        return false;
    }
    std::vector<std::string_view> keys;
    keys.reserve(members.size());
    for (const Member& member : members) keys.emplace_back(member.key);
    std::sort(keys.begin(), keys.end());
    return std::adjacent_find(keys.begin(), keys.end()) != keys.end();
}

class Reader {
  public:
    Reader(std::string_view text, const ReadOptions& options) : text_(text), options_(options) {}

    ReadOutcome run() {
        if (text_.substr(0, 3) == "\xEF\xBB\xBF") at_ = 3;
        skip_space();
        Value value;
        if (read_value(value, 0)) {
            outcome_.end = at_;
            skip_space();
            if (options_.allow_trailing || at_ == text_.size()) {
                outcome_.ok = true;
                outcome_.value = std::move(value);
            } else {
                fail_unexpected(" after the value");
            }
        }
        return std::move(outcome_);
    }

  private:
    bool at_end() const { return at_ >= text_.size(); }

    void skip_space() {
        while (!at_end()) {
            const char c = text_[at_];
            if (c != ' ' && c != '\t' && c != '\n' && c != '\r') return;
            ++at_;
        }
    }

    bool fail_at(std::size_t offset, std::string why) {
        outcome_.error_offset = offset;
        outcome_.error = std::move(why);
        return false;
    }

    // `context` is appended, as in " after the value".
    bool fail_unexpected(std::string_view context = {}) {
        if (at_end()) return fail_at(text_.size(), fmt::format("unexpected end{}", context));
        const auto byte = static_cast<unsigned char>(text_[at_]);
        if (byte > 0x20U && byte < 0x7FU) {
            return fail_at(at_, fmt::format("unexpected '{}'{}", text_[at_], context));
        }
        return fail_at(at_, fmt::format("unexpected byte 0x{:02X}{}", byte, context));
    }

    bool read_value(Value& value, int depth) {
        if (at_end()) return fail_unexpected();
        value.offset = at_;
        switch (text_[at_]) {
            case '{':
                return enter(depth) && read_object(value, depth + 1);
            case '[':
                return enter(depth) && read_array(value, depth + 1);
            case '"':
                value.kind = Kind::string;
                return read_text(value.text);
            case 't':
                value.kind = Kind::boolean;
                value.boolean = true;
                return read_word("true");
            case 'f':
                value.kind = Kind::boolean;
                return read_word("false");
            case 'n':
                return read_word("null");
            default:
                return read_number(value);
        }
    }

    bool enter(int depth) {
        if (depth < options_.max_depth) return true;
        outcome_.too_deep = true;
        return fail_at(at_, fmt::format("nesting deeper than {}", options_.max_depth));
    }

    bool read_word(std::string_view word) {
        if (text_.substr(at_, word.size()) != word) return fail_unexpected();
        at_ += word.size();
        return true;
    }

    bool read_number(Value& value) {
        const char first = text_[at_];
        if (first != '-' && (first < '0' || first > '9')) return fail_unexpected();
        const std::size_t length = number_length(text_.substr(at_));
        if (length == 0) return fail_at(at_, "malformed number");
        value.kind = Kind::number;
        value.text.assign(text_, at_, length);
        at_ += length;
        const bool more_digits = !at_end() && text_[at_] >= '0' && text_[at_] <= '9';
        return more_digits ? fail_at(at_ - length, "number with a leading zero") : true;
    }

    bool read_text(std::string& out) {
        StringOutcome read = read_string(text_, at_, out, options_.keep_surrogates);
        if (!read.error.empty()) return fail_at(read.at, std::move(read.error));
        outcome_.repaired_surrogate |= read.repaired_surrogate;
        outcome_.repaired_utf8 |= read.repaired_utf8;
        at_ = read.at;
        return true;
    }

    bool read_array(Value& value, int depth) {
        value.kind = Kind::array;
        ++at_;
        skip_space();
        if (!at_end() && text_[at_] == ']') return closed();
        while (true) {
            skip_space();
            if (!read_value(value.items.emplace_back(), depth)) return false;
            skip_space();
            if (at_end()) return fail_unexpected(" in an array");
            if (text_[at_] == ']') return closed();
            if (text_[at_] != ',') return fail_unexpected(", expected ',' or ']'");
            ++at_;
        }
    }

    bool read_object(Value& value, int depth) {
        value.kind = Kind::object;
        ++at_;
        skip_space();
        if (!at_end() && text_[at_] == '}') return closed();
        value.members.reserve(k_usual_members);
        while (true) {
            skip_space();
            if (!read_member(value.members.emplace_back(), depth)) return false;
            skip_space();
            if (at_end()) return fail_unexpected(" in an object");
            if (text_[at_] == '}') {
                outcome_.duplicate_keys |= has_duplicates(value.members);
                return closed();
            }
            if (text_[at_] != ',') return fail_unexpected(", expected ',' or '}'");
            ++at_;
        }
    }

    bool read_member(Member& member, int depth) {
        if (at_end() || text_[at_] != '"') return fail_unexpected(", expected a key in quotes");
        member.key_offset = at_;
        if (!read_text(member.key)) return false;
        skip_space();
        if (at_end() || text_[at_] != ':') return fail_unexpected(", expected ':'");
        ++at_;
        skip_space();
        return read_value(member.value, depth);
    }

    bool closed() {
        ++at_;
        return true;
    }

    std::string_view text_;
    ReadOptions options_;
    std::size_t at_ = 0;
    ReadOutcome outcome_;
};

}  // namespace

ReadOutcome read(std::string_view text, const ReadOptions& options) {
    return Reader(text, options).run();
}

}  // namespace kilter::json
