#include "reports/identity_json.hpp"

#include "scorers/stability/clusters.hpp"

namespace kilter {

namespace {

ReportJson text_or_null(const std::string& text) {
    return text.empty() ? ReportJson(nullptr) : ReportJson(text);
}

}  // namespace

ReportJson fingerprints_json(const FingerprintSummary& fingerprints) {
    ReportJson parts = ReportJson::array();
    for (const FingerprintPart& part : fingerprints.parts)
        parts.push_back({{"part", variant_letter(static_cast<int>(parts.size()))},
                         {"model", text_or_null(part.identity.model)},
                         {"system_fingerprint", text_or_null(part.identity.system_fingerprint)},
                         {"server", text_or_null(part.identity.server)},
                         {"runs", part.runs},
                         {"measurable", part.measurable},
                         {"unstable", part.unstable}});
    ReportJson changes = ReportJson::array();
    for (const FingerprintChange& change : fingerprints.changes)
        changes.push_back({{"member", change.member},
                           {"start", text_or_null(change.start)},
                           {"end", text_or_null(change.end)}});
    return {{"parts", parts},
            {"unstable_within", fingerprints.within},
            {"unstable_across", fingerprints.across},
            {"changes", changes}};
}

ReportJson load_json(const SeenLoad& load) {
    ReportJson waiting = nullptr;
    if (load.waiting_max) waiting = *load.waiting_max;
    return {{"samples", load.samples},
            {"running_min", load.running_min},
            {"running_max", load.running_max},
            {"waiting_max", waiting}};
}

}  // namespace kilter
