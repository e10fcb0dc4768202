#include "cli/repro/repro_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace kilter {

namespace {

// The attempt that the trial's result comes from: the last one with its body, else the last one.
const AttemptRow* scored_attempt(const std::vector<AttemptRow>& attempts) {
    return attempts.empty() ? nullptr : &attempts.back();
}

const ShownRun* shown_of(const ReproModel& repro, int k) {
    const auto& runs = repro.shown.runs;
    const auto found =
        std::find_if(runs.begin(), runs.end(), [&](const ShownRun& one) { return one.k == k; });
    return found == runs.end() ? nullptr : &*found;
}

std::string keep_text(const ChannelText& text, const std::string& path,
                      std::map<std::string, std::string>& files) {
    if (!text.has_text()) return {};
    files[path] = text.text;
    return path;
}

Result<ReproRun> build_run(StoreReader& reader, const TrialSummary& trial, const ReproModel& repro,
                           std::map<std::string, std::string>& files) {
    ReproRun run;
    if (const ShownRun* shown = shown_of(repro, trial.key.k)) run.shown = *shown;
    run.model = trial.model;
    run.system_fingerprint = trial.system_fingerprint;
    run.server = trial.server_header;
    run.started_at = trial.started_at;
    run.request_sha256 = trial.request_sha256;
    run.body_sha256 = trial.body_sha256;
    run.attempts = trial.attempts;
    const auto attempts = reader.attempts(trial.key, false);
    if (!attempts) return attempts.error();
    if (const AttemptRow* attempt = scored_attempt(*attempts)) {
        run.http_status = attempt->http_status;
        run.wire_sha256 = attempt->wire_sha256;
    }
    const std::string stem = fmt::format("runs/run-{:03}", trial.key.k);
    if (!trial.body_sha256.empty()) {
        auto body = reader.blob(trial.body_sha256);
        if (!body) return body.error();
        run.body_file = stem + ".body";
        files[run.body_file] = std::move(*body);
    }
    const auto completion = reader.completion(trial.key);
    if (!completion) return completion.error();
    run.reasoning_file = keep_text(completion->reasoning, stem + ".reasoning.txt", files);
    run.content_file = keep_text(completion->content, stem + ".content.txt", files);
    return run;
}

}  // namespace

Result<void> add_runs(StoreReader& reader, const std::vector<TrialSummary>& trials,
                      ReproModel& repro, std::map<std::string, std::string>& files) {
    for (const TrialSummary& trial : trials) {
        auto run = build_run(reader, trial, repro, files);
        if (!run) return run.error();
        if (repro.model.empty()) repro.model = run->model;
        if (!run->wire_sha256.empty() && run->wire_sha256 != run->request_sha256) {
            repro.salted = true;
        }
        const std::string& sha = run->request_sha256;
        auto& others = repro.other_requests;
        if (repro.request_sha256.empty() && !sha.empty()) {
            auto bytes = reader.blob(sha);
            if (!bytes) return bytes.error();
            repro.request_sha256 = sha;
            repro.request_bytes = bytes->size();
            files["request.json"] = std::move(*bytes);
        } else if (!sha.empty() && sha != repro.request_sha256 &&
                   std::find(others.begin(), others.end(), sha) == others.end()) {
            others.push_back(sha);
        }
        repro.runs.push_back(std::move(*run));
    }
    return {};
}

}  // namespace kilter
