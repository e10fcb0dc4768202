// The issue text. Every sentence says what was seen or what was not tried; none says why.
#include <fmt/format.h>

#include <algorithm>

#include "base/json/write.hpp"
#include "base/text/terminal.hpp"
#include "base/text/utf8.hpp"
#include "reports/probe_words.hpp"
#include "reports/repro_report.hpp"
#include "reports/repro_sections.hpp"
#include "reports/sentences.hpp"
#include "reports/show_parts.hpp"
#include "reports/table.hpp"
#include "scorers/statistics/detection.hpp"

namespace kilter {

namespace {

std::string code(std::string_view text) {
    const std::string safe = visible(text);
    return safe.find('`') == std::string::npos ? "`" + safe + "`" : markdown_escape(text);
}

std::string bullet(const std::string& text) {
    return "- " + text + "\n";
}

// The length by the engine's own count, where it tells one; the runs may differ in it.
std::string prompt_line(const ReproModel& repro) {
    std::string out;
    for (const ReproRun& run : repro.runs) {
        if (!run.shown.prompt_tokens) continue;
        const std::string one = std::to_string(*run.shown.prompt_tokens);
        if (out.empty()) out = one;
        if (out != one) return bullet("the engine counts the prompt differently from run to run");
    }
    return out.empty() ? out : bullet("the engine counts " + out + " prompt tokens");
}

std::string loop_sentence(const ReproModel& repro) {
    const int looped = repro.shown.analysis.looped_runs;
    if (looped == 0) return {};
    return fmt::format(" {} of {} runs end in a loop: the same text again and again.", looped,
                       repro.valid());
}

std::string engine_section(const ReproModel& repro) {
    std::string out = "## What was asked\n\n";
    out += bullet("engine " + code(repro.engine) +
                  (repro.model.empty() ? "" : ", model " + code(repro.model)) +
                  (repro.dialect.empty() ? "" : ", API of " + code(repro.dialect)));
    if (repro.url.empty()) {
        out += bullet("the answers were made elsewhere and imported; no request is kept");
    } else {
        out += bullet("address " + code(repro.url));
        out += bullet(fmt::format("request: the {} bytes of `request.json`, SHA-256 `{}`",
                                  repro.request_bytes, repro.request_sha256));
        if (repro.salted) {
            out += bullet(
                "each run went out with a cache salt of its own in place of the zeros of "
                "`request.json` (`wire_sha256` in `repro.json`); nothing else differed");
        }
        if (!repro.other_requests.empty()) {
            out += bullet(fmt::format(
                "**not all runs sent these bytes**: {} of other bytes are named in `repro.json`",
                plural(static_cast<long long>(repro.other_requests.size()), "request",
                       "requests")));
        }
        out += bullet("sampling " + code(json::write(repro.sampling)));
        out += prompt_line(repro);
        out += bullet(
            fmt::format("{} at a time, order {}, prefix cache {}",
                        plural(repro.concurrency, "request", "requests"), repro.order,
                        repro.cache == "cold" ? "asked not to be used" : "as the engine has it"));
    }
    for (const json::Member& note : repro.notes.members) {
        out += bullet("declared by who ran it, not checked: " + markdown_escape(note.key) + " " +
                      code(note.value.is_string() ? note.value.text : json::write(note.value)));
    }
    out += bullet(fmt::format("measured {} with {}, experiment `{}`, item {} of suite {}",
                              repro.created_at, repro.kilter_version, repro.experiment,
                              code(repro.item), code(repro.suite)));
    return out + "\n";
}

std::string hash_cell(const std::string& hash) {
    return hash.empty() ? "none" : hash.substr(0, 12);
}

std::string variants_section(const ReproModel& repro) {
    Table table;
    table.columns = {
        {"variant"}, {"runs", Align::right},  {"which"}, {"reasoning"}, {"content"}, {"ended"},
        {"finish"},  {"tokens", Align::right}};
    for (const VariantGroup& group : variant_groups(repro.shown)) {
        const ShownRun& run = *group.runs.front();
        table.rows.push_back(
            {group.letter.empty() ? "(failed)" : group.letter, std::to_string(group.runs.size()),
             run_words(group.runs), hash_cell(run.reasoning_sha256), hash_cell(run.content_sha256),
             std::string{to_word(run.outcome)},
             run.finish_reason.empty() ? "none" : run.finish_reason,
             run.completion_tokens ? std::to_string(*run.completion_tokens) : "not told"});
    }
    return "## What came back\n\n" + markdown_table(table) +
           "\nHashes are the first 12 digits of the SHA-256 of the texts, which lie in "
           "`runs/`.\n\n";
}

std::string sum(const ReproModel& repro) {
    std::string out = "# " + code(repro.engine) + ": " + repro_headline(repro) + "\n\n";
    if (repro.unstable()) {
        out += repro.url.empty()
                   ? fmt::format("There are {} answers to one request.", repro.runs.size())
                   : fmt::format("The same request was sent {} times.", repro.runs.size());
        if (repro.fewest) {
            out += fmt::format(" The first {} valid runs, in stored order, already differ.",
                               *repro.fewest);
        }
        return out + loop_sentence(repro) + "\n\n";
    }
    if (repro.valid() < 2) {
        return out + "Fewer than two runs gave a valid answer, so nothing can be compared.\n\n";
    }
    out += "**This bundle shows no difference between runs.** ";
    out += fmt::format("All {} valid runs gave one and the same output.", repro.valid());
    if (is_stable_failed(repro.shown)) {
        out += " It earned no points in any of them: it fails, and it does so reliably.";
    }
    return out + loop_sentence(repro) + "\n\n";
}

std::string files_section(const ReproModel& repro) {
    std::string out = "## What lies in this folder\n\n";
    if (!repro.request_sha256.empty()) {
        out += bullet("`request.json`: the request, byte for byte, without any key");
    }
    if (!repro_script(repro).empty()) {
        out += bullet("`curl.sh`, `compare.py`: ask again, and group the replies by their texts");
    }
    out += bullet("`runs/`: the raw bodies as they were kept, and the texts read from them");
    out += bullet(repro.url.empty()
                      ? "`repro.json`, `fingerprints.json`: all the facts above"
                      : "`settings.json`, `fingerprints.json`, `repro.json`: all the facts above");
    if (repro.probe) out += bullet("`probe.json`: the probe of this engine");
    return out + bullet("`SHA256SUMS`: of every other file") + "\n";
}

std::string repeat_section(const ReproModel& repro) {
    std::string out = "## How to repeat it\n\n";
    out +=
        "Check that the folder is whole, on any machine:\n\n```sh\nsha256sum -c "
        "SHA256SUMS\n```\n\n";
    if (repro_script(repro).empty()) {
        return out + "There is no request to send again: the answers were made elsewhere.\n\n";
    }
    out += "Ask again";
    if (!repro.api_key_env.empty()) {
        out += " (the key is read from the variable " + code(repro.api_key_env) + ")";
    }
    out += fmt::format(":\n\n```sh\nsh curl.sh {}\n```\n\n",
                       std::max<std::size_t>(repro.runs.size(), 10));
    out +=
        "It sends `request.json` that many times, one after the other, keeps the replies in "
        "`again/` and says how many different ones came. `KILTER_URL` asks another address.\n";
    if (repro.salted) {
        out +=
            "It sends the zeros of the salt as they stand, so the engine may use its prefix "
            "cache, which the runs above did not.\n";
    }
    return out + "\n";
}

}  // namespace

std::string repro_headline(const ReproModel& repro) {
    if (repro.valid() < 2) {
        return fmt::format("{} of {}, nothing to compare",
                           plural(repro.valid(), "valid run", "valid runs"), repro.runs.size());
    }
    if (repro.unstable()) {
        return fmt::format("{} different outputs in {} runs of one request", repro.distinct(),
                           repro.valid());
    }
    return fmt::format("the same output in {} of {} runs of one request", repro.valid(),
                       repro.valid());
}

std::string repro_issue(const ReproModel& repro) {
    std::string out = sum(repro) + engine_section(repro) + variants_section(repro);
    out += repro_parting_section(repro) + repro_fields_section(repro) + repro_bounds_section(repro);
    out += repro_others_section(repro) + repro_untested_section(repro);
    return out + repeat_section(repro) + files_section(repro);
}

}  // namespace kilter
