#include <fmt/format.h>

#include "base/text/terminal.hpp"
#include "reports/repro_report.hpp"
#include "reports/sentences.hpp"

namespace kilter {

std::string repro_text(const ReproModel& repro, const std::string& folder, const TextStyle& style) {
    std::string out =
        paint(wrap(fmt::format("{}/{} on {}: {}", visible(repro.suite), visible(repro.item),
                               visible(repro.engine), repro_headline(repro)),
                   2, style),
              Paint::strong, style);
    const auto say = [&](const std::string& line) { out += "  " + wrap(line, 4, style); };
    if (!repro.unstable() && repro.valid() >= 2) {
        say("No difference was seen, so this bundle shows none; it is written all the same.");
        if (is_stable_failed(repro.shown)) {
            say("Every run gave this output and no points: it fails, and reliably so.");
        }
    }
    if (repro.fewest) {
        say(fmt::format("the first {} valid runs, in stored order, already differ", *repro.fewest));
    }
    if (repro.probe_experiment.empty()) {
        say("no probe of this engine is stored; `kilter probe` adds one to the bundle");
    }
    if (repro.url.empty()) {
        say("the answers were imported: there is no request to send again");
    } else if (!repro.other_requests.empty()) {
        say("not all runs sent the same bytes; repro.json names the requests");
    }
    say(
        fmt::format("written to {}: read ISSUE.md; check it with (cd {} && sha256sum -c "
                    "SHA256SUMS)",
                    visible(folder), visible(shell_quote(folder))));
    return out;
}

}  // namespace kilter
