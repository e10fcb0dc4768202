#include "reports/identity_json.hpp"
#include "reports/repro_report.hpp"
#include "reports/show_json.hpp"
#include "scorers/statistics/detection.hpp"

namespace kilter {

namespace {

ReportJson text_or_null(const std::string& text) {
    return text.empty() ? ReportJson(nullptr) : ReportJson(text);
}

ReportJson run_json(const ReproRun& run) {
    ReportJson out;
    out["k"] = run.shown.k;
    out["outcome"] = to_word(run.shown.outcome);
    out["variant"] = text_or_null(run.shown.variant_full);
    out["finish_reason"] = text_or_null(run.shown.finish_reason);
    out["http_status"] = run.http_status == 0 ? ReportJson(nullptr) : ReportJson(run.http_status);
    out["attempts"] = run.attempts;
    out["started_at"] = text_or_null(run.started_at);
    out["request_sha256"] = text_or_null(run.request_sha256);
    out["wire_sha256"] = text_or_null(run.wire_sha256);
    out["body_sha256"] = text_or_null(run.body_sha256);
    out["reasoning_sha256"] = text_or_null(run.shown.reasoning_sha256);
    out["content_sha256"] = text_or_null(run.shown.content_sha256);
    out["body_file"] = text_or_null(run.body_file);
    out["reasoning_file"] = text_or_null(run.reasoning_file);
    out["content_file"] = text_or_null(run.content_file);
    out["system_fingerprint"] = text_or_null(run.system_fingerprint);
    return out;
}

ReportJson controls_json(const ReproModel& repro) {
    ReportJson out = ReportJson::array();
    for (const ReproControl& one : repro.controls) {
        out.push_back({{"engine", one.engine}, {"runs", one.valid}, {"distinct", one.distinct}});
    }
    return out;
}

}  // namespace

std::string repro_json(const ReproModel& repro, const std::string& folder) {
    ReportJson out;
    out["schema"] = "kilter.repro/1";
    out["folder"] = text_or_null(folder);
    out["kilter"] = repro.kilter_version;
    out["experiment"] = repro.experiment;
    out["suite"] = repro.suite;
    out["item"] = repro.item;
    out["engine"] = repro.engine;
    out["unstable"] = repro.valid() < 2 ? ReportJson(nullptr) : ReportJson(repro.unstable());
    out["runs"] = repro.runs.size();
    out["valid"] = repro.valid();
    out["distinct"] = repro.valid() == 0 ? ReportJson(nullptr) : ReportJson(repro.distinct());
    out["fewest_requests"] = repro.fewest ? ReportJson(*repro.fewest) : ReportJson(nullptr);
    out["request_sha256"] = text_or_null(repro.request_sha256);
    out["request_is_sent_as_stored"] = !repro.salted;
    out["smallest_share_shown"] = number_or_null(smallest_share_shown(repro.valid(), 0.95));
    out["controls"] = controls_json(repro);
    out["probe"] = text_or_null(repro.probe_experiment);
    out["files"] = ReportJson::array();
    for (const ReproRun& run : repro.runs) out["files"].push_back(run_json(run));
    out["shown"] = shown_engine_json(repro.shown);
    return dump_report(out) + "\n";
}

}  // namespace kilter
