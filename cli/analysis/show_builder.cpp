#include "cli/analysis/show_builder.hpp"

#include <algorithm>

#include "base/text/utf8.hpp"
#include "cli/analysis/item_hints.hpp"
#include "cli/analysis/item_rows_builder.hpp"
#include "cli/analysis/item_walk.hpp"
#include "cli/analysis/item_words.hpp"
#include "cli/analysis/judged.hpp"
#include "cli/analysis/token_parting.hpp"
#include "suites/load.hpp"

namespace kilter {

namespace {

constexpr std::size_t k_before = 60;   // code points shown before the point of parting
constexpr std::size_t k_window = 400;  // code points of a window

// `count` code points of the text from `start`.
std::string slice(const std::string& text, std::size_t start, std::size_t count) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < start && at < text.size(); ++i) at += utf8::step(text, at).length;
    const std::size_t begin = at;
    for (std::size_t i = 0; i < count && at < text.size(); ++i) at += utf8::step(text, at).length;
    return text.substr(begin, at - begin);
}

Result<ShownRun> shown_run(StoreReader& reader, const TrialSummary& trial, const RunView& view,
                           const ShownEngine& engine, const OnShownTexts& each) {
    ShownRun run;
    run.k = trial.key.k;
    run.outcome = trial.outcome;
    run.error = trial.error;
    run.finish_reason = trial.finish_reason;
    run.content_sha256 = trial.content_sha256;
    run.reasoning_sha256 = trial.reasoning_sha256;
    run.variant_full = letter_of(engine.analysis, Level::full, run.k);
    run.variant_content = letter_of(engine.analysis, Level::content, run.k);
    run.variant_value = letter_of(engine.analysis, Level::value, run.k);
    run.loops = view.loops;
    run.prompt_tokens = trial.usage.prompt_tokens;
    run.completion_tokens = trial.usage.completion_tokens;
    run.cached_tokens = trial.usage.cached_tokens;
    run.flags = trial.flags;
    for (const RunParting& parting : engine.analysis.partings.runs)
        if (parting.k == run.k) run.parting = parting;
    if (trial.verdict) {
        run.parse_status = trial.verdict->parse_status;
        run.points = trial.verdict->points;
        run.fields = fields_from_json(trial.verdict->fields_json);
    }
    const auto completion = reader.completion(trial.key);
    if (!completion) return completion.error();
    if (each) each(trial, *completion);
    const Divergence& at = engine.analysis.divergence;
    const bool parts = at.kind != DivergenceKind::equal;
    run.reasoning =
        slice(completion->reasoning.text,
              parts && at.channel == Channel::reasoning ? engine.window_start : 0, k_window);
    run.content =
        slice(completion->content.text,
              parts && at.channel == Channel::content ? engine.window_start : 0, k_window);
    run.tool_calls =
        slice(tool_calls_text(*completion),
              parts && at.channel == Channel::tool_calls ? engine.window_start : 0, k_window);
    run.calls = completion->tool_calls;
    return run;
}

}  // namespace

Result<ShownEngine> build_shown_engine(StoreReader& reader, const ExperimentRow& experiment,
                                       const std::string& name, const WalkedItem& walked,
                                       const OnShownTexts& each) {
    ShownEngine engine;
    engine.engine = name;
    engine.experiment = experiment.id;
    engine.planned = experiment.runs;
    engine.analysis = walked.analysis;
    const std::size_t point = walked.analysis.divergence.code_point;
    engine.window_start = point > k_before ? point - k_before : 0;
    if (walked.analysis.vote.decided)
        engine.decision = variant_letter(walked.analysis.vote.cluster);
    auto hints = item_hints(reader, walked);
    if (!hints) return hints.error();
    engine.hints = std::move(*hints);
    const auto token = find_token_parting(reader, walked);
    if (!token) return token.error();
    if (*token) {
        engine.token_index = (*token)->index;
        engine.token_source = (*token)->source;
    }
    for (std::size_t i = 0; i < walked.trials->size(); ++i) {
        auto run = shown_run(reader, (*walked.trials)[i], (*walked.runs)[i], engine, each);
        if (!run) return run.error();
        if (i > 0) engine.variants += ' ';
        engine.variants += run->variant_full.empty() ? "-" : run->variant_full;
        engine.runs.push_back(std::move(*run));
    }
    return engine;
}

Result<std::vector<ShownItem>> build_show(StoreReader& reader, const std::string& id,
                                          const std::vector<std::string>& words,
                                          const std::string& engine) {
    const auto experiment = reader.experiment(id);
    if (!experiment) return experiment.error();
    std::vector<ShownItem> shown;
    for (const std::string& word : words) {
        const auto name = find_item(experiment->suites, word);
        if (!name) return name.error();
        const auto selection =
            std::find_if(experiment->suites.begin(), experiment->suites.end(),
                         [&](const SuiteSelection& one) { return one.suite == name->suite; });
        const auto suite = suite_from_json(selection->suite_json);
        if (!suite) return suite.error();
        const Item* item = suite->find(name->item);
        if (item == nullptr)
            return fail("the store's suite " + name->suite + " has no item " + name->item);
        const auto judged = reader.judged_fields(id, name->suite);
        if (!judged) return judged.error();
        const double attainable = attainable_points(*item, judged_of(*judged, name->item));
        ShownItem one{name->item, name->suite, item->points, attainable, {}};
        for (const EngineRow& row : experiment->engines) {
            if (!engine.empty() && row.engine != engine) continue;
            const auto add = [&](const WalkedItem& walked) -> Result<void> {
                auto built = build_shown_engine(reader, *experiment, row.engine, walked);
                if (!built) return built.error();
                one.engines.push_back(std::move(*built));
                return {};
            };
            if (const auto walked =
                    walk_items(reader, *experiment, row.engine, *suite, {name->item}, add);
                !walked)
                return walked.error();
        }
        if (one.engines.empty())
            return fail("experiment " + id + " has no engine '" + engine + "'");
        shown.push_back(std::move(one));
    }
    return shown;
}

}  // namespace kilter
