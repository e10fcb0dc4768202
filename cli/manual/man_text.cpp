#include "cli/manual/man_text.hpp"

#include <array>

namespace kilter {
namespace {

constexpr std::array<std::string_view, 3> k_description{
    "kilter sends a suite of documents and questions K times to each of several LLM engines that "
    "speak the OpenAI "
    "protocol, keeps every answer with its hashes in one SQLite file, and prints accuracy and "
    "stability in one table: "
    "how often an engine disagrees with itself, where its answers part, which values flip, when "
    "the majority vote is "
    "wrong, and when it ran in circles. Every zero comes with its bound.",
    "A config (YAML) names the engines and the suites; without one named, kilter.yaml in the "
    "current folder is read. Run "
    "again, a command resumes what it had begun. Data goes to standard output, progress and "
    "problems go to standard "
    "error. Every command that reads takes --json.",
    "Where a command takes an EXPERIMENT, that is an id, a unique prefix of one, or latest. An "
    "ITEM is an id or "
    "suite/id."};

constexpr std::array<ManTerm, 7> k_exit_codes{{
    {"0", "Done, and the gates hold. Of diff: the same."},
    {"1", "A gate failed. Of diff: something differs."},
    {"2", "A mistake in the command line, the config or a suite, or the store is in use."},
    {"3", "Inconclusive: trials are missing or failed, or K is below what a gate asks for."},
    {"4", "No engine answered."},
    {"70", "A bug in kilter; please report it."},
    {"130", "Interrupted; the same command resumes."},
}};

constexpr std::array<ManTerm, 5> k_files{{
    {"kilter.yaml", "The config that is read where none is named."},
    {"kilter.db",
     "The store, where neither the config nor --store names another. Plain SQL works on it; one "
     "row per run is "
     "in the view run_result."},
    {"PREFIX/share/kilter/suites",
     "The suites that come with kilter. PREFIX is the folder above the program's own: /usr "
     "for a package."},
    {"PREFIX/share/kilter/config", "Configs to start from; example.yaml explains every key."},
    {"PREFIX/share/doc/kilter",
     "Every number with its formula (docs/metrics.md), every file format (docs/formats.md) and "
     "more."},
}};

constexpr std::array<ManTerm, 7> k_variables{{
    {"KILTER_DATA", "The folder that holds suites and scenarios, in place of the installed one."},
    {"NO_COLOR", "Set and not empty: no colour unless --color asks for it."},
    {"COLUMNS", "The width of the terminal, where it cannot be asked."},
    {"http_proxy, https_proxy, all_proxy, no_proxy",
     "The way to engines that are not on this machine; in capitals too, "
     "but for http_proxy."},
    {"CURL_CA_BUNDLE, SSL_CERT_FILE, SSL_CERT_DIR",
     "The certificates that engines over https are checked with."},
    {"GITHUB_STEP_SUMMARY", "Where report --github writes its summary."},
    {"others",
     "A config may read ${VARIABLE}, and api_key_env names the variable that holds an engine's "
     "key. Keys are "
     "never stored."},
}};

constexpr std::array<ManTerm, 6> k_examples{{
    {"kilter sim --scenario racing",
     "Serve a simulated engine whose answers waver; its address is the first line."},
    {"kilter check my.yaml && kilter run my.yaml",
     "See that config, suites and engines are in order, then measure."},
    {"kilter run my.yaml --runs 10 --item T3-05", "Ten runs of one item."},
    {"kilter show T3-05", "Its runs side by side, from where they part."},
    {"kilter report -o report.html -o runs.csv",
     "One page for the browser, and a line for every run."},
    {"kilter diff before:stock after:stock",
     "Compare two experiments output by output; before and after are their ids."},
}};

}  // namespace

std::span<const std::string_view> man_description() {
    return k_description;
}
std::span<const ManTerm> man_exit_codes() {
    return k_exit_codes;
}
std::span<const ManTerm> man_files() {
    return k_files;
}
std::span<const ManTerm> man_variables() {
    return k_variables;
}
std::span<const ManTerm> man_examples() {
    return k_examples;
}
std::string_view man_see_also() {
    return "curl(1), sqlite3(1)";
}
std::string_view man_date() {
    return "2026-11-29";
}

}  // namespace kilter
