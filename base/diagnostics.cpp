#include "base/diagnostics.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "base/text/terminal.hpp"

namespace kilter {
namespace {

std::string_view word(Diagnostic::Severity severity) {
    switch (severity) {
        case Diagnostic::Severity::error:
            return "error";
        case Diagnostic::Severity::warning:
            return "warning";
        case Diagnostic::Severity::note:
            return "note";
    }
    return "error";
}

constexpr int k_shown_of_a_kind = 20;

// The message without what it quotes and counts: the same for each line of a file that has the same
// mistake everywhere.
std::string kind_of(const Diagnostic& diagnostic) {
    std::string kind(word(diagnostic.severity));
    bool quoted = false;
    for (const char c : diagnostic.message) {
        if (c == '\'') {
            quoted = !quoted;
        } else if (!quoted && (c < '0' || c > '9')) {
            kind += c;
        }
    }
    return kind;
}

// 2980 -> "2,980"
std::string grouped(int count) {
    std::string digits = std::to_string(count);
    for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
    return digits;
}

}  // namespace

void Diagnostics::error(std::string_view file, SourcePosition at, std::string message) {
    all_.push_back({Diagnostic::Severity::error, std::string(file), at, std::move(message)});
    ++errors_;
}

void Diagnostics::warning(std::string_view file, SourcePosition at, std::string message) {
    all_.push_back({Diagnostic::Severity::warning, std::string(file), at, std::move(message)});
}

std::string to_line(const Diagnostic& diagnostic) {
    std::string line;
    if (!diagnostic.file.empty()) {
        line += visible(diagnostic.file) + ":";
        if (diagnostic.at.line > 0) {
            line += std::to_string(diagnostic.at.line) + ":";
            if (diagnostic.at.column > 0) line += std::to_string(diagnostic.at.column) + ":";
        }
        line += " ";
    }
    line += word(diagnostic.severity);
    line += ": ";
    // Messages quote keys and values of files that may come from strangers.
    line += visible(diagnostic.message);
    return line;
}

std::string to_text(const Diagnostics& diagnostics) {
    std::vector<const Diagnostic*> order;
    order.reserve(diagnostics.all().size());
    for (const Diagnostic& diagnostic : diagnostics.all()) order.push_back(&diagnostic);
    const auto place = [](const Diagnostic* d) {
        return std::tie(d->file, d->at.line, d->at.column);
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](const Diagnostic* a, const Diagnostic* b) { return place(a) < place(b); });
    std::map<std::string, int> kinds;
    for (const Diagnostic* diagnostic : order) ++kinds[kind_of(*diagnostic)];
    std::map<std::string, int> shown;
    std::string text;
    for (const Diagnostic* diagnostic : order) {
        const std::string kind = kind_of(*diagnostic);
        const int number = ++shown[kind];
        if (number > k_shown_of_a_kind) continue;
        text += to_line(*diagnostic) + "\n";
        const int more = kinds[kind] - k_shown_of_a_kind;
        if (number == k_shown_of_a_kind && more > 0)
            text += "and " + grouped(more) + " more like it\n";
    }
    return text;
}

}  // namespace kilter
