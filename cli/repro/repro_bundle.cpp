#include "cli/repro/repro_bundle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/json/read.hpp"
#include "base/json/write.hpp"
#include "base/sha256.hpp"
#include "cli/analysis/item_walk.hpp"
#include "cli/analysis/item_words.hpp"
#include "cli/analysis/show_builder.hpp"
#include "cli/probing/probe_builder.hpp"
#include "cli/repro/repro_runs.hpp"
#include "config/as_json.hpp"
#include "config/load.hpp"
#include "config/words.hpp"
#include "harness/wire/request.hpp"
#include "reports/probe_report.hpp"
#include "reports/repro_report.hpp"
#include "suites/load.hpp"

namespace kilter {

namespace {

// One engine's runs of the item, with the summaries they come from.
struct Candidate {
    const EngineRow* row = nullptr;
    ShownEngine shown;
    std::vector<TrialSummary> trials;

    int distinct() const {
        return shown.analysis.by_level[static_cast<std::size_t>(Level::full)].distinct();
    }
};

struct Located {
    ItemName name;
    Suite suite;
};

Result<Located> locate(const ExperimentRow& experiment, const std::string& word) {
    Located found;
    const auto name = find_item(experiment.suites, word);
    if (!name) return name.error();
    found.name = *name;
    const auto selection =
        std::find_if(experiment.suites.begin(), experiment.suites.end(),
                     [&](const SuiteSelection& one) { return one.suite == name->suite; });
    auto suite = suite_from_json(selection->suite_json);
    if (!suite) return suite.error();
    found.suite = std::move(*suite);
    return found;
}

Result<std::vector<Candidate>> candidates_of(StoreReader& reader, const ExperimentRow& experiment,
                                             const Located& at) {
    const auto judged = reader.judged_fields(experiment.id, at.name.suite);
    if (!judged) return judged.error();
    std::vector<Candidate> found;
    for (const EngineRow& row : experiment.engines) {
        const auto add = [&](const WalkedItem& walked) -> Result<void> {
            if (walked.trials->empty()) return {};
            auto shown = build_shown_engine(reader, experiment, row.engine, walked);
            if (!shown) return shown.error();
            found.push_back({&row, std::move(*shown), *walked.trials});
            return {};
        };
        const auto walked =
            walk_item(reader, experiment, row.engine, at.suite, *judged, at.name.item, add);
        if (!walked) return walked.error();
    }
    return found;
}

std::string names_of(const std::vector<Candidate>& candidates) {
    std::string out;
    for (const Candidate& one : candidates) {
        out += fmt::format("{}{} ({} different of {})", out.empty() ? "" : ", ", one.row->engine,
                           one.distinct(), one.shown.analysis.valid);
    }
    return out;
}

Result<std::size_t> choose(const std::vector<Candidate>& candidates, const std::string& engine,
                           const std::string& item) {
    if (candidates.empty()) return fail("no run of item " + item + " is stored");
    std::vector<std::size_t> fitting;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const bool fits =
            engine.empty() ? candidates[i].distinct() > 1 : candidates[i].row->engine == engine;
        if (fits) fitting.push_back(i);
    }
    if (fitting.size() == 1) return fitting.front();
    if (engine.empty() && candidates.size() == 1) return std::size_t{0};
    if (!engine.empty())
        return fail("no run of item " + item + " on an engine '" + engine +
                    "' is stored; there are " + names_of(candidates));
    return fail("name one engine with --engine: " + names_of(candidates));
}

std::optional<int> fewest_requests(const ShownEngine& shown) {
    int seen = 0;
    std::string first;
    for (const ShownRun& run : shown.runs) {
        if (run.variant_full.empty()) continue;
        ++seen;
        if (first.empty()) first = run.variant_full;
        if (run.variant_full != first) return seen;
    }
    return std::nullopt;
}

// What the engine was told, from the stored plan. Imports have none.
Result<void> add_settings(const ExperimentRow& experiment, const EngineRow& row,
                          ReproBundle& bundle) {
    ReproModel& facts = bundle.facts;
    facts.dialect = row.dialect;
    facts.fingerprint_start = row.fingerprint_start;
    facts.fingerprint_end = row.fingerprint_end;
    facts.notes = json::make_object();
    facts.sampling = json::make_object();
    if (experiment.plan_json.empty()) return {};
    const auto plan = plan_from_json(experiment.plan_json);
    if (!plan) return plan.error();
    const auto engine =
        std::find_if(plan->engines.begin(), plan->engines.end(),
                     [&](const EngineConfig& one) { return one.name == row.engine; });
    if (engine == plan->engines.end()) return fail("the stored plan has no engine " + row.engine);
    facts.model = engine->model;
    facts.api_key_env = engine->api_key_env.value_or("");
    facts.cache = to_word(engine->cache);
    facts.order = to_word(order_for(*plan, *engine));
    facts.concurrency = engine->concurrency;
    facts.notes = engine->notes;
    const RequestParams& request = params_for(*plan, *engine);
    facts.stream = request.stream;
    facts.sampling = request_to_json(request);
    const auto pages = endpoints_of(engine->base_url);
    if (!pages) return pages.error();
    facts.url = pages->chat_completions;
    bundle.files["settings.json"] = json::write_pretty(engine_to_json(*engine));
    return {};
}

void add_fingerprints(ReproBundle& bundle) {
    const auto parsed = [](const std::string& text) {
        const json::ReadOutcome read = json::read(text);
        return read.ok ? read.value : json::Value{};
    };
    json::Value runs = json::make_array();
    for (const ReproRun& run : bundle.facts.runs) {
        json::Value one = json::make_object();
        one.set("k", json::make_integer(run.shown.k));
        one.set("model", json::make_string(run.model));
        one.set("system_fingerprint", json::make_string(run.system_fingerprint));
        one.set("server", json::make_string(run.server));
        runs.items.push_back(std::move(one));
    }
    json::Value out = json::make_object();
    out.set("start", parsed(bundle.facts.fingerprint_start));
    out.set("end", parsed(bundle.facts.fingerprint_end));
    out.set("runs", std::move(runs));
    bundle.files["fingerprints.json"] = json::write_pretty(out);
}

// The newest probe of an engine of this name that the store holds.
Result<void> add_probe(StoreReader& reader, const std::string& engine, ReproBundle& bundle) {
    const auto experiments = reader.experiments();
    if (!experiments) return experiments.error();
    for (auto one = experiments->rbegin(); one != experiments->rend(); ++one) {
        const bool asked = std::any_of(one->engines.begin(), one->engines.end(),
                                       [&](const EngineRow& row) { return row.engine == engine; });
        if (one->kind != "probe" || !asked) continue;
        auto report = build_probe(reader, one->id);
        if (!report) return report.error();
        auto& engines = report->engines;
        engines.erase(
            std::remove_if(engines.begin(), engines.end(),
                           [&](const ProbedEngine& probed) { return probed.engine != engine; }),
            engines.end());
        if (engines.empty()) continue;
        bundle.files["probe.json"] = probe_json(*report);
        bundle.facts.probe = std::move(engines.front());
        bundle.facts.probe_experiment = one->id;
        return {};
    }
    return {};
}

void add_texts(ReproBundle& bundle) {
    bundle.files["ISSUE.md"] = repro_issue(bundle.facts);
    bundle.files["repro.json"] = repro_json(bundle.facts, "");
    const std::string script = repro_script(bundle.facts);
    if (script.empty()) return;
    bundle.files["curl.sh"] = script;
    bundle.files["compare.py"] = std::string{repro_compare_program()};
}

}  // namespace

Result<ReproBundle> build_repro(StoreReader& reader, const std::string& id, const std::string& word,
                                const std::string& engine, std::string_view version) {
    const auto experiment = reader.experiment(id);
    if (!experiment) return experiment.error();
    const auto at = locate(*experiment, word);
    if (!at) return at.error();
    auto candidates = candidates_of(reader, *experiment, *at);
    if (!candidates) return candidates.error();
    const auto chosen = choose(*candidates, engine, at->name.item);
    if (!chosen) return chosen.error();
    Candidate& candidate = (*candidates)[*chosen];
    ReproBundle bundle;
    ReproModel& facts = bundle.facts;
    facts.kilter_version = version;
    facts.experiment = experiment->id;
    facts.created_at = experiment->created_at;
    facts.suite = at->name.suite;
    facts.item = at->name.item;
    facts.engine = candidate.row->engine;
    for (const Candidate& other : *candidates) {
        if (&other == &candidate) continue;
        facts.controls.push_back({other.row->engine, other.shown.analysis.valid, other.distinct()});
    }
    facts.shown = std::move(candidate.shown);
    facts.fewest = fewest_requests(facts.shown);
    if (auto done = add_settings(*experiment, *candidate.row, bundle); !done) return done.error();
    if (auto done = add_runs(reader, candidate.trials, facts, bundle.files); !done)
        return done.error();
    if (auto done = add_probe(reader, facts.engine, bundle); !done) return done.error();
    add_fingerprints(bundle);
    add_texts(bundle);
    return bundle;
}

std::string checksums(const std::map<std::string, std::string>& files) {
    std::string out;
    for (const auto& [path, bytes] : files) out += sha256_hex(bytes) + "  " + path + "\n";
    return out;
}

}  // namespace kilter
