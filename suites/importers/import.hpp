// Foreign data sets become suites: reads SOURCE, and leaves writing to write_suite.hpp. All
// mistakes are diagnostics with file, line and column; one error means that nothing is imported.
// What it is not: a check of gold against text (that is lint's). One thread.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "suites/importers/imported.hpp"

namespace kilter {

enum class ImportKind { nav, ubl, cii, sroie, cord, kleister, jsonl };

std::optional<ImportKind> import_kind_from(std::string_view word);
std::string_view to_word(ImportKind kind);
// All of them, for help texts.
std::vector<std::string> import_kind_words();

struct ImportRequest {
    ImportKind kind = ImportKind::jsonl;
    std::filesystem::path source;  // a file or a folder
    std::filesystem::path print;   // nav: the printed pages; empty: none
    std::string lang;              // of questions and rendered pages; empty: the kind's own
};

// Without name, source and license. nullopt: at least one error in `diagnostics`.
std::optional<ImportedSuite> import_suite(const ImportRequest& request, Diagnostics& diagnostics);

// One importer each; `lang` is hu or en. They share the failure rule above.
std::optional<ImportedSuite> import_invoices(const ImportRequest& request, const std::string& lang,
                                             Diagnostics& diagnostics);
std::optional<ImportedSuite> import_sroie(const ImportRequest& request, const std::string& lang,
                                          Diagnostics& diagnostics);
std::optional<ImportedSuite> import_cord(const ImportRequest& request, const std::string& lang,
                                         Diagnostics& diagnostics);
std::optional<ImportedSuite> import_kleister(const ImportRequest& request, const std::string& lang,
                                             Diagnostics& diagnostics);
std::optional<ImportedSuite> import_plain_lines(const ImportRequest& request,
                                                const std::string& lang, Diagnostics& diagnostics);

}  // namespace kilter
