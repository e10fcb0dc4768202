#include "base/json/write.hpp"

#include <fmt/format.h>
#include <algorithm>

#include "base/text/byte_runs.hpp"
#include "base/text/utf8.hpp"

namespace kilter::json {
namespace {

void append_escaped(std::string& out, unsigned char byte) {
    switch (byte) {
        case '"':
            out.append("\\\"", 2);
            return;
        case '\\':
            out.append("\\\\", 2);
            return;
        case '\b':
            out.append("\\b", 2);
            return;
        case '\f':
            out.append("\\f", 2);
            return;
        case '\n':
            out.append("\\n", 2);
            return;
        case '\r':
            out.append("\\r", 2);
            return;
        case '\t':
            out.append("\\t", 2);
            return;
        default:
            fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(byte));
    }
}

// What plain_json_run() stopped at; its bytes.
std::size_t append_special(std::string& out, std::string_view text, std::size_t at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x80U) {
        append_escaped(out, byte);
        return 1;
    }
    const utf8::Step unit = utf8::step(text, at);
    if (unit.valid)
        out.append(text, at, unit.length);
    else
        utf8::append(out, utf8::k_replacement);
    return unit.length;
}

enum class Style { compact, pretty, canonical };

class Writer {
  public:
    Writer(std::string& out, Style style) : out_(out), style_(style) {}

    void value(const Value& value) {
        switch (value.kind) {
            case Kind::null:
                out_.append("null", 4);
                return;
            case Kind::boolean:
                out_ += value.boolean ? std::string_view("true") : std::string_view("false");
                return;
            case Kind::number:
                // Text that is no number would break the document.
                out_ += is_number_literal(value.text) ? std::string_view(value.text) : "null";
                return;
            case Kind::string:
                append_quoted(out_, value.text);
                return;
            case Kind::array:
                array(value);
                return;
            case Kind::object:
                object(value);
                return;
        }
    }

  private:
    void array(const Value& value) {
        open('[');
        bool first = true;
        for (const Value& item : value.items) {
            next(first);
            this->value(item);
        }
        close(']', first);
    }

    void object(const Value& value) {
        open('{');
        bool first = true;
        if (style_ != Style::canonical || is_sorted(value.members)) {
            for (const Member& one : value.members) member(one, first);
        } else {
            for (const Member* one : sorted(value.members)) member(*one, first);
        }
        close('}', first);
    }

    void member(const Member& member, bool& first) {
        next(first);
        append_quoted(out_, member.key);
        out_.push_back(':');
        if (style_ == Style::pretty) out_.push_back(' ');
        value(member.value);
    }

    static bool is_sorted(const std::vector<Member>& members) {
        return std::is_sorted(members.begin(), members.end(),
                              [](const Member& a, const Member& b) { return a.key < b.key; });
    }

    static std::vector<const Member*> sorted(const std::vector<Member>& members) {
        std::vector<const Member*> order;
        order.reserve(members.size());
        for (const Member& member : members) order.push_back(&member);
        std::stable_sort(order.begin(), order.end(),
                         [](const Member* a, const Member* b) { return a->key < b->key; });
        return order;
    }

    void open(char bracket) {
        out_.push_back(bracket);
        ++level_;
    }

    void next(bool& first) {
        if (!first) out_.push_back(',');
        first = false;
        line_break();
    }

    void close(char bracket, bool empty) {
        --level_;
        if (!empty) line_break();
        out_.push_back(bracket);
    }

    void line_break() {
        if (style_ != Style::pretty) return;
        out_.push_back('\n');
        out_.append(level_ * 2, ' ');
    }

    std::string& out_;
    Style style_;
    std::size_t level_ = 0;
};

std::string write_in(Style style, const Value& value) {
    std::string out;
    Writer(out, style).value(value);
    return out;
}

}  // namespace

std::string write(const Value& value) {
    return write_in(Style::compact, value);
}

std::string write_pretty(const Value& value) {
    return write_in(Style::pretty, value);
}

std::string write_canonical(const Value& value) {
    return write_in(Style::canonical, value);
}

void append(std::string& out, const Value& value) {
    Writer(out, Style::compact).value(value);
}

void append_canonical(std::string& out, const Value& value) {
    Writer(out, Style::canonical).value(value);
}

void append_quoted(std::string& out, std::string_view text) {
    out.push_back('"');
    for (std::size_t at = 0;;) {
        const std::size_t plain = plain_json_run(text, at);
        out.append(text, at, plain);
        at += plain;
        if (at >= text.size()) break;
        at += append_special(out, text, at);
    }
    out.push_back('"');
}

std::string quote(std::string_view text) {
    std::string out;
    out.reserve(text.size() + 2);
    append_quoted(out, text);
    return out;
}

}  // namespace kilter::json
