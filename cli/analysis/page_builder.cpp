#include "cli/analysis/page_builder.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "cli/analysis/item_walk.hpp"
#include "cli/analysis/show_builder.hpp"
#include "suites/load.hpp"

namespace kilter {

namespace {

PageExperiment page_experiment(const ExperimentRow& experiment, const std::string& version) {
    PageExperiment out;
    out.id = experiment.id;
    out.created_at = experiment.created_at;
    out.kind = experiment.kind;
    out.runs = experiment.runs;
    out.version = version;
    for (const EngineRow& engine : experiment.engines)
        out.engines.push_back({engine.engine, engine.dialect, engine.settings_json,
                               engine.fingerprint_start, engine.fingerprint_end});
    return out;
}

// Equal texts once.
void add_text(PageChannel& channel, int planned, int k, const std::string& text) {
    channel.of_run.resize(static_cast<std::size_t>(planned));
    if (text.empty() || k < 0 || k >= planned) return;
    const auto same = std::find(channel.texts.begin(), channel.texts.end(), text);
    channel.of_run[static_cast<std::size_t>(k)] =
        static_cast<std::size_t>(same - channel.texts.begin());
    if (same == channel.texts.end()) channel.texts.push_back(text);
}

PageChannel& channel_of(PageItem& item, Channel channel) {
    return item.channels[static_cast<std::size_t>(channel)];
}

// Where the runs part, and where loops begin.
void add_marks(PageItem& item) {
    std::array<std::set<std::size_t>, 3> marks;
    const auto mark = [&](Channel channel, std::size_t at) {
        marks[static_cast<std::size_t>(channel)].insert(at);
    };
    const Divergence& at = item.shown.analysis.divergence;
    if (at.kind != DivergenceKind::equal) mark(at.channel, at.code_point);
    for (const ShownRun& run : item.shown.runs) {
        if (run.parting) mark(run.parting->at.channel, run.parting->at.code_point);
        for (const LoopFinding& loop : run.loops)
            mark(loop.channel == to_word(Channel::content) ? Channel::content : Channel::reasoning,
                 loop.start);
    }
    for (std::size_t i = 0; i < marks.size(); ++i)
        item.channels[i].marks.assign(marks[i].begin(), marks[i].end());
}

Result<PageItem> page_item(StoreReader& reader, const ExperimentRow& experiment,
                           const EngineRow& engine, const WalkedItem& walked) {
    PageItem item;
    const auto keep = [&](const TrialSummary& trial, const Completion& completion) {
        const int k = trial.key.k, planned = experiment.runs;
        add_text(channel_of(item, Channel::reasoning), planned, k, completion.reasoning.text);
        add_text(channel_of(item, Channel::content), planned, k, completion.content.text);
        add_text(channel_of(item, Channel::tool_calls), planned, k, tool_calls_text(completion));
        if (item.model.empty()) item.model = trial.model;
        if (item.system_fingerprint.empty()) item.system_fingerprint = trial.system_fingerprint;
        if (item.server.empty()) item.server = trial.server_header;
    };
    auto shown = build_shown_engine(reader, experiment, engine.engine, walked, keep);
    if (!shown) return shown.error();
    item.shown = std::move(*shown);
    add_marks(item);
    if (!walked.trials->empty() && !walked.trials->front().request_sha256.empty()) {
        auto request = reader.blob(walked.trials->front().request_sha256);
        if (!request) return request.error();
        item.request = std::move(*request);
    }
    return item;
}

bool is_steady(const ItemRow& row) {
    return !row.unstable && row.failed() == 0 &&
           std::none_of(row.runs.begin(), row.runs.end(),
                        [](const RunRow& run) { return run.loop == "loop"; });
}

// The texts of single items, out of the store when they are asked for.
class PageItems {
  public:
    PageItems(StoreReader& reader, std::string id) : reader_(reader), id_(std::move(id)) {}

    Result<PageItem> read(const ItemRow& row) {
        if (experiment_.id.empty()) {
            auto experiment = reader_.experiment(id_);
            if (!experiment) return experiment.error();
            experiment_ = std::move(*experiment);
        }
        const auto parts = parts_of(row.suite);
        if (!parts) return parts.error();
        const auto engine =
            std::find_if(experiment_.engines.begin(), experiment_.engines.end(),
                         [&](const EngineRow& one) { return one.engine == row.engine; });
        if (engine == experiment_.engines.end())
            return fail("the experiment has no engine " + row.engine);
        Result<PageItem> item = fail("nothing is stored of " + row.item);
        const auto keep = [&](const WalkedItem& walked) -> Result<void> {
            item = page_item(reader_, experiment_, *engine, walked);
            return {};
        };
        const auto walked = walk_item(reader_, experiment_, row.engine, (*parts)->suite,
                                      (*parts)->judged, row.item, keep);
        return walked ? std::move(item) : Result<PageItem>{walked.error()};
    }

  private:
    struct Parts {
        Suite suite;
        JudgedFields judged;
    };

    Result<const Parts*> parts_of(const std::string& name) {
        if (const auto known = suites_.find(name); known != suites_.end()) return &known->second;
        for (const SuiteSelection& selection : experiment_.suites) {
            if (selection.suite != name) continue;
            auto suite = suite_from_json(selection.suite_json);
            if (!suite) return suite.error();
            auto judged = reader_.judged_fields(experiment_.id, name);
            if (!judged) return judged.error();
            return &suites_.emplace(name, Parts{std::move(*suite), std::move(*judged)})
                        .first->second;
        }
        return fail("the experiment has no suite " + name);
    }

    StoreReader& reader_;
    std::string id_;
    ExperimentRow experiment_;  // once it is needed
    std::map<std::string, Parts> suites_;
};

}  // namespace

Result<ExperimentRow> experiment_alone(StoreReader& reader, const std::string& id) {
    auto all = reader.experiments();
    if (!all) return all.error();
    for (ExperimentRow& one : *all)
        if (one.id == id) return std::move(one);
    return fail("there is no experiment " + id);
}

Result<void> build_page(StoreReader& reader, const std::string& id, const Board& board,
                        std::vector<ItemRow> rows, const PageOptions& options,
                        const PageWriter::Sink& sink) {
    const auto experiment = experiment_alone(reader, id);
    if (!experiment) return experiment.error();
    const PageExperiment about = page_experiment(*experiment, options.version);
    PageWriter writer(sink, options.page, options.limit);
    if (const auto begun = writer.begin(about, board); !begun) return begun.error();
    PageItems items(reader, id);
    for (const bool steady : {false, true}) {
        for (ItemRow& row : rows) {
            if (is_steady(row) != steady) continue;
            if (writer.full()) {
                writer.leave_out(steady);
                continue;
            }
            const auto item = items.read(row);
            if (!item) return item.error();
            const auto block = writer.add(*item, steady);
            if (!block) return block.error();
            row.block = *block;
        }
    }
    return writer.finish(about, board, rows, options.extras);
}

}  // namespace kilter
