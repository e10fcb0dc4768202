#include "suites/importers/import.hpp"

#include <algorithm>
#include <array>

namespace kilter {
namespace {

struct Kind {
    ImportKind kind;
    std::string_view word;
    std::string_view lang;  // where the user names none
    decltype(&import_sroie) run;
};

constexpr std::array<Kind, 7> k_kinds{{
    {ImportKind::nav, "nav", "hu", &import_invoices},
    {ImportKind::ubl, "ubl", "en", &import_invoices},
    {ImportKind::cii, "cii", "en", &import_invoices},
    {ImportKind::sroie, "sroie", "en", &import_sroie},
    {ImportKind::cord, "cord", "en", &import_cord},
    {ImportKind::kleister, "kleister", "en", &import_kleister},
    {ImportKind::jsonl, "jsonl", "en", &import_plain_lines},
}};

const Kind& entry_of(ImportKind kind) {
    return *std::find_if(k_kinds.begin(), k_kinds.end(),
                         [&](const Kind& one) { return one.kind == kind; });
}

bool has_errors_since(const Diagnostics& diagnostics, std::size_t first) {
    const auto& all = diagnostics.all();
    return std::any_of(all.begin() + static_cast<std::ptrdiff_t>(first), all.end(),
                       [](auto& one) { return one.severity == Diagnostic::Severity::error; });
}

}  // namespace

std::optional<ImportKind> import_kind_from(std::string_view word) {
    const auto found = std::find_if(k_kinds.begin(), k_kinds.end(),
                                    [&](const Kind& one) { return one.word == word; });
    if (found == k_kinds.end()) return std::nullopt;
    return found->kind;
}

std::string_view to_word(ImportKind kind) {
    return entry_of(kind).word;
}

std::vector<std::string> import_kind_words() {
    std::vector<std::string> words;
    for (const Kind& one : k_kinds) words.emplace_back(one.word);
    return words;
}

std::optional<ImportedSuite> import_suite(const ImportRequest& request, Diagnostics& diagnostics) {
    const std::size_t before = diagnostics.all().size();
    const std::string file = request.source.string();
    if (!request.print.empty() && request.kind != ImportKind::nav) {
        diagnostics.error(file, {}, "printed pages can be given for kind nav only");
        return std::nullopt;
    }
    const Kind& kind = entry_of(request.kind);
    auto suite = kind.run(request, request.lang.empty() ? std::string{kind.lang} : request.lang,
                          diagnostics);
    if (suite && suite->items.empty() && !has_errors_since(diagnostics, before)) {
        diagnostics.error(file, {}, "nothing to import was found");
    }
    if (suite && suite->items.size() > k_most_imported_items) {
        diagnostics.error(file, {},
                          "more than " + std::to_string(k_most_imported_items) +
                              " items; import the data in parts");
    }
    if (!suite || has_errors_since(diagnostics, before)) return std::nullopt;
    return suite;
}

}  // namespace kilter
