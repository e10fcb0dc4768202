#include "base/diagnostics.hpp"

#include <algorithm>
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
    std::string text;
    for (const Diagnostic* diagnostic : order) text += to_line(*diagnostic) + "\n";
    return text;
}

}  // namespace kilter
