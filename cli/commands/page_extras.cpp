#include "cli/commands/page_extras.hpp"

#include <algorithm>
#include <string_view>

#include "cli/isolation/isolate_builder.hpp"
#include "cli/probing/probe_builder.hpp"
#include "cli/sweeping/stored_sweep.hpp"
#include "reports/isolate_report.hpp"
#include "reports/probe_report.hpp"
#include "reports/sweep_report.hpp"

namespace kilter {

namespace {

Result<void> add_probe(StoreReader& reader, const std::string& id, PageExtras& extras) {
    const auto report = build_probe(reader, id);
    if (!report) return report.error();
    extras.probes.push_back(probe_json(*report));
    return {};
}

Result<void> add_isolation(StoreReader& reader, const std::string& id, PageExtras& extras) {
    const auto report = build_isolate(reader, id);
    if (!report) return report.error();
    extras.isolate = isolate_json(*report);
    return {};
}

Result<void> add_sweep(StoreReader& reader, const std::string& id, PageExtras& extras) {
    const auto report = build_sweep(reader, id, Level::full);
    if (!report) return report.error();
    extras.sweeps.push_back(sweep_json(*report));
    return {};
}

struct Kind {
    std::string_view kind;
    Result<void> (*add)(StoreReader&, const std::string&, PageExtras&);
};
constexpr Kind k_kinds[] = {{"probe", add_probe}, {"sweep", add_sweep}, {"isolate", add_isolation}};

const Kind* kind_of(const ExperimentRow& experiment) {
    const auto* found = std::find_if(std::begin(k_kinds), std::end(k_kinds),
                                     [&](const Kind& one) { return one.kind == experiment.kind; });
    return found == std::end(k_kinds) ? nullptr : found;
}

}  // namespace

bool has_page_extra(const ExperimentRow& experiment) {
    return kind_of(experiment) != nullptr;
}

Result<void> add_page_extra(StoreReader& reader, const std::string& id, PageExtras& extras) {
    const auto experiment = reader.experiment(id);
    if (!experiment) return experiment.error();
    const Kind* kind = kind_of(*experiment);
    if (kind == nullptr)
        return fail("experiment " + id + " is a " + experiment->kind +
                    "; --with takes a probe, a sweep or an isolation");
    return kind->add(reader, id, extras);
}

}  // namespace kilter
