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
            out += "\\\"";
            return;
        case '\\':
            out += "\\\\";
            return;
        case '\b':
            out += "\\b";
            return;
        case '\f':
            out += "\\f";
            return;
        case '\n':
            out += "\\n";
            return;
        case '\r':
            out += "\\r";
            return;
        case '\t':
            out += "\\t";
            return;
        default:
            fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(byte));
    }
}

bool needs_escape(char32_t code_point) {
    return code_point < 0x20 || code_point == U'"' || code_point == U'\\';
}

void append_quoted(std::string& out, std::string_view text) {
    out.push_back('"');
    for (std::size_t at = 0;;) {
        const std::size_t plain = plain_json_run(text, at);
        out.append(text, at, plain);
        at += plain;
        if (at >= text.size()) break;
        const utf8::Step unit = utf8::step(text, at);
        if (!unit.valid) {
            utf8::append(out, utf8::k_replacement);
        } else if (needs_escape(unit.code_point)) {
            append_escaped(out, static_cast<unsigned char>(text[at]));
        } else {
            out.append(text, at, unit.length);
        }
        at += unit.length;
    }
    out.push_back('"');
}

enum class Style { compact, pretty, canonical };

class Writer {
  public:
    explicit Writer(Style style) : style_(style) {}

    void value(const Value& value) {
        switch (value.kind) {
            case Kind::null:
                out_ += "null";
                return;
            case Kind::boolean:
                out_ += value.boolean ? "true" : "false";
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

    std::string take() { return std::move(out_); }

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
        for (const Member* member : in_order(value)) {
            next(first);
            append_quoted(out_, member->key);
            out_ += style_ == Style::pretty ? ": " : ":";
            this->value(member->value);
        }
        close('}', first);
    }

    std::vector<const Member*> in_order(const Value& value) const {
        std::vector<const Member*> order;
        order.reserve(value.members.size());
        for (const Member& member : value.members) order.push_back(&member);
        if (style_ == Style::canonical) {
            std::stable_sort(order.begin(), order.end(),
                             [](const Member* a, const Member* b) { return a->key < b->key; });
        }
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

    Style style_;
    std::size_t level_ = 0;
    std::string out_;
};

std::string write_in(Style style, const Value& value) {
    Writer writer(style);
    writer.value(value);
    return writer.take();
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

std::string quote(std::string_view text) {
    std::string out;
    out.reserve(text.size() + 2);
    append_quoted(out, text);
    return out;
}

}  // namespace kilter::json
