#include "cli/probing/probe_builder.hpp"

#include <charconv>

#include "cli/analysis/verdicts.hpp"
#include "cli/probing/probe_prompts.hpp"
#include "config/load.hpp"
#include "config/words.hpp"
#include "suites/load.hpp"

namespace kilter {
namespace {

constexpr std::string_view k_limit_note = "probe_limit";

std::optional<int> asked_alternatives(const RequestParams& params, const EngineConfig& engine) {
    const json::Value* own = engine.extra_body.find("top_logprobs");
    if (own == nullptr || !own->is_number()) return params.logprobs;
    int value = 0;
    std::from_chars(own->text.data(), own->text.data() + own->text.size(), value);
    return value;
}

class ProbeBuilder {
  public:
    ProbeBuilder(StoreReader& reader, const ExperimentRow& experiment, const Suite& suite,
                 ExperimentConfig plan)
        : reader_(reader), experiment_(experiment), suite_(suite), plan_(std::move(plan)) {}

    Result<ProbedEngine> engine(const EngineRow& row) {
        ProbedEngine out;
        out.engine = row.engine;
        out.dialect = row.dialect;
        for (const EngineConfig& config : plan_.engines) {
            if (config.name != row.engine) continue;
            out.model = config.model;
            out.cache = to_word(config.cache);
            out.top_logprobs = asked_alternatives(plan_.request, config);
            if (const json::Value* note = config.notes.find(k_limit_note))
                out.limit_reason = note->text;
        }
        std::vector<ProbedLength> lengths;
        std::vector<std::vector<ProbedAnswer>> answers;
        for (const Item& item : suite_.items) {
            auto read = length(row.engine, item, out);
            if (!read) return read.error();
            lengths.push_back(out.rows.back().length);
            answers.push_back(std::move(*read));
        }
        out.verdict = probe_verdict(lengths, answers);
        return out;
    }

  private:
    Result<std::vector<ProbedAnswer>> length(const std::string& engine, const Item& item,
                                             ProbedEngine& out) {
        const ProbeItemName name = probe_item_name(item);
        const auto trials = reader_.item_trials(experiment_.id, engine, suite_.name, item.id);
        if (!trials) return trials.error();
        ProbeRow row;
        row.planned = experiment_.runs;
        std::vector<ProbedAnswer> answers;
        for (const TrialSummary& trial : *trials) {
            row.requests.push_back(request_of(trial));
            if (is_failed(trial.outcome)) {
                ++row.failed;
                continue;
            }
            const auto body = reader_.blob(trial.body_sha256);
            if (!body) return body.error();
            answers.push_back(
                {trial.key.k, read_logprob_lists(*body, static_cast<std::size_t>(name.tokens))});
        }
        row.length = compare_length(name.prompt, name.tokens, answers);
        set_variants(row);
        if (const auto set = set_suite_result(engine, name, row); !set) return set.error();
        out.planned += row.planned;
        out.stored += static_cast<long long>(row.requests.size());
        out.failed += row.failed;
        out.rows.push_back(std::move(row));
        return answers;
    }

    static ProbeRequest request_of(const TrialSummary& trial) {
        ProbeRequest out;
        out.k = trial.key.k;
        out.outcome = trial.outcome;
        out.variant = "!";
        out.error = trial.error;
        out.attempts = trial.attempts;
        out.prompt_tokens = trial.usage.prompt_tokens;
        out.cached_tokens = trial.usage.cached_tokens;
        return out;
    }

    static void set_variants(ProbeRow& row) {
        std::size_t at = 0;  // among the valid ones
        for (ProbeRequest& request : row.requests)
            if (!is_failed(request.outcome)) request.variant = row.length.variants[at++];
    }

    Result<void> set_suite_result(const std::string& engine, const ProbeItemName& name,
                                  ProbeRow& row) {
        if (name.item.empty() || experiment_.parent.empty()) return {};
        ProbeSuiteResult result{experiment_.parent, name.suite, name.item};
        const auto trials = reader_.item_trials(experiment_.parent, engine, name.suite, name.item);
        if (!trials) return trials.error();
        std::vector<std::string> signatures;
        for (const TrialSummary& trial : *trials)
            if (!is_failed(trial.outcome))
                signatures.push_back(signature(to_run_view(trial), Level::full));
        result.runs = static_cast<int>(signatures.size());
        result.distinct = cluster(signatures).distinct();
        row.suite = std::move(result);
        return {};
    }

    StoreReader& reader_;
    const ExperimentRow& experiment_;
    const Suite& suite_;
    ExperimentConfig plan_;
};

}  // namespace

Result<ProbeReport> build_probe(StoreReader& reader, const std::string& experiment) {
    const auto row = reader.experiment(experiment);
    if (!row) return row.error();
    if (row->kind != "probe" || row->suites.empty())
        return fail("experiment " + experiment +
                    " is no probe; kilter list shows what each one is");
    const auto suite = suite_from_json(row->suites.front().suite_json);
    if (!suite) return suite.error();
    auto plan = plan_from_json(row->plan_json);
    if (!plan) return plan.error();
    ProbeReport out;
    out.experiment = row->id;
    out.runs = row->runs;
    ProbeBuilder builder(reader, *row, *suite, std::move(*plan));
    for (const EngineRow& engine : row->engines) {
        auto probed = builder.engine(engine);
        if (!probed) return probed.error();
        out.engines.push_back(std::move(*probed));
    }
    return out;
}

ProbedEngine unprobed_engine(const EngineConfig& engine, const Suite& suite, std::string reason,
                             std::string problem) {
    ProbedEngine out;
    out.engine = engine.name;
    out.model = engine.model;
    out.dialect = to_word(engine.dialect);
    out.cache = to_word(engine.cache);
    out.limit_reason = std::move(reason);
    out.problem = std::move(problem);
    for (const Item& item : suite.items) {
        const ProbeItemName name = probe_item_name(item);
        ProbeRow row;
        row.length.prompt = name.prompt;
        row.length.tokens = name.tokens;
        row.length.reason = out.problem.empty() ? "the engine lists no log probabilities"
                                                : "the engine could not be asked";
        out.rows.push_back(std::move(row));
    }
    if (!out.rows.empty())
        out.verdict.prefill.reason = out.verdict.decode.reason = out.rows.front().length.reason;
    return out;
}

void note_limit(EngineConfig& engine, const std::string& reason) {
    if (reason.empty()) return;
    engine.notes.set(std::string(k_limit_note), json::make_string(reason));
}

}  // namespace kilter
