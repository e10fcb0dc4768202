#include "suites/generator/expression.hpp"

#include <charconv>
#include <utility>

#include "suites/generator/functions.hpp"

namespace kilter::gen {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || is_digit(c);
}

class Reader {
  public:
    Reader(std::string_view text, MakingContext& context) : text_(text), context_(context) {}

    Result<Datum> whole() {
        auto value = piped();
        if (!value) return fail(value.error().message + " in '" + std::string{text_} + "'");
        skip();
        if (at_ < text_.size()) return fail("unexpected end of '" + std::string{text_} + "'");
        return value;
    }

  private:
    void skip() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
    }

    bool accept(char c) {
        skip();
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }

    std::string word() {
        skip();
        const std::size_t from = at_;
        while (at_ < text_.size() && is_word(text_[at_])) ++at_;
        return std::string{text_.substr(from, at_ - from)};
    }

    Result<Datum> piped() {
        auto value = compared();
        while (value && accept('|')) {
            const std::string name = word();
            std::vector<Datum> arguments{std::move(*value)};
            value = call_function(name, std::move(arguments), context_);
        }
        return value;
    }

    Result<Datum> compared() {
        auto left = sum();
        for (const char sign : {'<', '>', '='}) {
            if (!left || !accept(sign)) continue;
            auto right = sum();
            if (!right) return right;
            const bool same = plain_text(*left) == plain_text(*right);
            const bool holds = sign == '='   ? same
                               : sign == '<' ? left->integer < right->integer
                                             : left->integer > right->integer;
            return make_int(holds ? 1 : 0);
        }
        return left;
    }

    Result<Datum> sum() {
        auto left = product();
        while (left) {
            const bool plus = accept('+');
            if (!plus && !accept('-')) break;
            auto right = product();
            if (!right) return right;
            left = combined(*left, *right, plus);
        }
        return left;
    }

    static Result<Datum> combined(const Datum& left, const Datum& right, bool plus) {
        const long long value = plus ? left.integer + right.integer : left.integer - right.integer;
        const bool days = left.kind == DatumKind::day;
        return days && right.kind != DatumKind::day ? make_day(value) : make_int(value);
    }

    Result<Datum> product() {
        auto left = member();
        while (left) {
            const bool times = accept('*');
            if (!times && !accept('/')) break;
            auto right = member();
            if (!right) return right;
            if (!times && right->integer == 0) return fail("division by zero");
            left =
                make_int(times ? left->integer * right->integer : left->integer / right->integer);
        }
        return left;
    }

    bool at_member() const {
        return at_ + 1 < text_.size() && text_[at_] == '.' && is_word(text_[at_ + 1]);
    }

    Result<Datum> member() {
        auto value = primary();
        while (value && at_member()) {
            ++at_;
            const std::string name = word();
            const Datum* found = value->find(name);
            if (found == nullptr) return fail("there is no member '" + name + "'");
            Datum copy = *found;
            value = std::move(copy);
        }
        return value;
    }

    Result<Datum> primary() {
        skip();
        if (at_ >= text_.size()) return fail("something is missing at the end");
        if (accept('(')) {
            auto value = piped();
            if (value && !accept(')')) return fail("a ) is missing");
            return value;
        }
        if (text_[at_] == '\'') return quoted();
        if (is_digit(text_[at_])) return number();
        if (accept('-')) {
            auto value = member();
            if (value) value = make_int(-value->integer);
            return value;
        }
        return named();
    }

    Result<Datum> quoted() {
        const std::size_t end = text_.find('\'', at_ + 1);
        if (end == std::string_view::npos) return fail("a ' is missing");
        const std::string text{text_.substr(at_ + 1, end - at_ - 1)};
        at_ = end + 1;
        return make_text(text);
    }

    Result<Datum> number() {
        long long value = 0;
        const char* end = text_.data() + text_.size();
        const auto read = std::from_chars(text_.data() + at_, end, value);
        at_ = static_cast<std::size_t>(read.ptr - text_.data());
        return make_int(value);
    }

    Result<Datum> named() {
        const std::string name = word();
        if (name.empty()) return fail("unexpected '" + std::string{text_.substr(at_, 1)} + "'");
        if (at_ < text_.size() && text_[at_] == '(') return called(name);
        const Datum* found = context_.find(name);
        if (found == nullptr) return fail("nothing is called '" + name + "'");
        // Walked in place: a record may hold a hundred rows, and only its member is wanted.
        while (at_member()) {
            ++at_;
            const std::string member = word();
            found = found->find(member);
            if (found == nullptr) return fail("there is no member '" + member + "'");
        }
        return *found;
    }

    Result<Datum> called(const std::string& name) {
        ++at_;
        std::vector<Datum> arguments;
        if (!accept(')')) {
            do {
                auto value = piped();
                if (!value) return value;
                arguments.push_back(std::move(*value));
            } while (accept(','));
            if (!accept(')')) return fail("a ) is missing");
        }
        return call_function(name, std::move(arguments), context_);
    }

    std::string_view text_;
    MakingContext& context_;
    std::size_t at_ = 0;
};

}  // namespace

Result<Datum> evaluate(std::string_view text, MakingContext& context) {
    return Reader{text, context}.whole();
}

}  // namespace kilter::gen
