#include "suites/generator/template_text.hpp"

#include <utility>
#include <vector>

#include "suites/generator/expression.hpp"

namespace kilter::gen {
namespace {

using Lines = std::vector<std::string_view>;

Lines lines_of(std::string_view text) {
    Lines lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        lines.push_back(text.substr(0, end == std::string_view::npos ? end : end + 1));
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
    }
    return lines;
}

std::string_view without_end(std::string_view line) {
    if (line.ends_with('\n')) line.remove_suffix(1);
    return line;
}

Result<std::string> fill_line(std::string_view line, MakingContext& context) {
    std::string out;
    for (;;) {
        const std::size_t open = line.find('{');
        out += line.substr(0, open);
        if (open == std::string_view::npos) return out;
        const std::size_t close = line.find('}', open);
        if (close == std::string_view::npos) return fail("a } is missing in: " + std::string{line});
        const auto value = evaluate(line.substr(open + 1, close - open - 1), context);
        if (!value) return value.error();
        out += plain_text(*value);
        line.remove_prefix(close + 1);
    }
}

// The line of the @end that belongs to the directive at `from`; the number of lines: none.
std::size_t end_of(const Lines& lines, std::size_t from, std::size_t to) {
    int open = 0;
    for (std::size_t i = from; i < to; ++i) {
        if (lines[i].starts_with("@each ") || lines[i].starts_with("@if ")) ++open;
        if (without_end(lines[i]) == "@end" && --open == 0) return i;
    }
    return to;
}

Result<std::string> fill_lines(const Lines& lines, std::size_t from, std::size_t to,
                               MakingContext& context);

Result<std::string> fill_each(const Lines& lines, std::size_t from, std::size_t to,
                              MakingContext& context) {
    const std::string_view words = without_end(lines[from]).substr(6);
    const std::size_t in = words.find(" in ");
    if (in == std::string_view::npos) return fail("@each takes a name, in, and a list");
    const auto rows = evaluate(words.substr(in + 4), context);
    if (!rows) return rows.error();
    const std::string name{words.substr(0, in)};
    std::string out;
    for (const Datum& row : rows->items) {
        context.scopes.emplace_back();
        context.define(name, row);
        auto part = fill_lines(lines, from + 1, to, context);
        context.scopes.pop_back();
        if (!part) return part;
        out += *part;
    }
    return out;
}

Result<std::string> fill_if(const Lines& lines, std::size_t from, std::size_t to,
                            MakingContext& context) {
    const auto value = evaluate(without_end(lines[from]).substr(4), context);
    if (!value) return value.error();
    const std::string shown = plain_text(*value);
    if (shown.empty() || shown == "0") return std::string{};
    return fill_lines(lines, from + 1, to, context);
}

Result<std::string> fill_lines(const Lines& lines, std::size_t from, std::size_t to,
                               MakingContext& context) {
    std::string out;
    for (std::size_t i = from; i < to; ++i) {
        const bool each = lines[i].starts_with("@each ");
        if (!each && !lines[i].starts_with("@if ")) {
            const auto line = fill_line(lines[i], context);
            if (!line) return line.error();
            out += *line;
            continue;
        }
        const std::size_t end = end_of(lines, i, to);
        if (end == to) return fail("@end is missing after: " + std::string{without_end(lines[i])});
        const auto part =
            each ? fill_each(lines, i, end, context) : fill_if(lines, i, end, context);
        if (!part) return part.error();
        out += *part;
        i = end;
    }
    return out;
}

}  // namespace

Result<std::string> fill_template(std::string_view text, MakingContext& context) {
    const Lines lines = lines_of(text);
    return fill_lines(lines, 0, lines.size(), context);
}

}  // namespace kilter::gen
