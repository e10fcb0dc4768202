#include "cli/sweeping/sweep_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>

#include "cli/sweeping/padding.hpp"
#include "cli/sweeping/stored_sweep.hpp"
#include "scorers/sweep/length_model.hpp"
#include "suites/load.hpp"

namespace kilter {

namespace {

constexpr std::size_t k_longest_name = 64;  // of an engine

std::vector<PlannedSuite> planned(Suite suite) {
    PlannedSuite one{std::make_shared<const Suite>(std::move(suite)), {}};
    for (const Item& item : one.suite->items) one.items.push_back(&item);
    std::vector<PlannedSuite> out;
    out.push_back(std::move(one));
    return out;
}

class SweepSession {
  public:
    SweepSession(const SweepRequest& request, const AskSweep& ask) : request_(request), ask_(ask) {}

    Result<SweepDone> run() {
        auto calibration = calibrate();
        if (!calibration) return calibration.error();
        if (ended()) return std::move(done_);
        auto prompts = prompts_for(request_.lengths, shared_model());
        if (!prompts) return prompts.error();
        ExperimentRequest base = experiment_request();
        base.parent = *calibration;
        const bool by_length = request_.concurrency.empty();
        if (!by_length) {
            auto arms = concurrency_arms();
            if (!arms) return arms.error();
            base.config.engines = std::move(*arms);
        }
        const auto name = std::string{by_length ? k_sweep_length : k_sweep_concurrency};
        base.suites = planned(padded_suite(name, *prompts, request_.document));
        auto asked = send(base);
        if (!asked) return asked.error();
        done_.experiment = *asked;
        if (request_.width && by_length && !ended())
            if (const auto bisected = bisect(); !bisected) return bisected.error();
        return std::move(done_);
    }

  private:
    ExperimentRequest experiment_request() const {
        ExperimentRequest out;
        out.config = request_.config;
        out.kind = "sweep";
        out.score = false;
        out.always_new = request_.always_new;
        out.retry_errors = request_.retry_errors;
        return out;
    }

    bool ended() const { return done_.report.interrupted || !done_.report.store_error.empty(); }

    // The id; what happened is added to the report of the whole.
    Result<std::string> send(const ExperimentRequest& request) {
        auto asked = ask_(request);
        if (!asked) return asked.error();
        for (EngineReport& one : asked->report.engines)
            done_.report.engines.push_back(std::move(one));
        done_.report.interrupted = done_.report.interrupted || asked->report.interrupted;
        if (done_.report.store_error.empty()) done_.report.store_error = asked->report.store_error;
        return std::move(asked->experiment);
    }

    Result<std::unique_ptr<StoreReader>> reader() const {
        return StoreReader::open(request_.config.store);
    }

    Result<std::string> calibrate() {
        ExperimentRequest calibration = experiment_request();
        calibration.config.runs = 1;
        calibration.config.request.max_tokens = 1;
        for (EngineConfig& engine : calibration.config.engines) engine.concurrency = 1;
        const auto prompts = calibration_prompts(request_.lengths.back());
        calibration.suites =
            planned(padded_suite(std::string{k_sweep_calibration}, prompts, request_.document));
        auto id = send(calibration);
        if (!id || ended()) return id;
        if (const auto counted = count(*id, calibration.suites.front()); !counted)
            return counted.error();
        for (const EngineConfig& engine : request_.config.engines)
            if (models_[engine.name].usable()) return id;
        return fail(
            "no engine told how many tokens two short prompts have (usage.prompt_tokens of "
            "experiment " +
            *id + "): prompts of a given length cannot be made for it");
    }

    // What the engines counted of the prompts of an experiment.
    Result<void> count(const std::string& experiment, const PlannedSuite& suite) {
        auto store = reader();
        if (!store) return store.error();
        for (const EngineConfig& engine : request_.config.engines) {
            for (const Item* item : suite.items) {
                const auto trials =
                    (*store)->item_trials(experiment, engine.name, suite.suite->name, item->id);
                if (!trials) return trials.error();
                for (const TrialSummary& trial : *trials)
                    if (!is_failed(trial.outcome) && trial.usage.prompt_tokens)
                        models_[engine.name].add(padding_of(*item).code_points,
                                                 *trial.usage.prompt_tokens);
            }
        }
        return {};
    }

    // All engines get the same prompts: their lengths are those of the first that counts.
    const LengthModel& shared_model() {
        for (const EngineConfig& engine : request_.config.engines)
            if (models_[engine.name].usable()) return models_[engine.name];
        return models_[request_.config.engines.front().name];
    }

    static Result<std::vector<PaddedPrompt>> prompts_for(const std::vector<long long>& lengths,
                                                         const LengthModel& model) {
        std::vector<PaddedPrompt> prompts;
        for (const long long length : lengths) {
            const auto code_points = model.code_points_for(length);
            if (!code_points)
                return fail(fmt::format(
                    "a prompt of {} tokens cannot be made: the question alone is longer", length));
            prompts.push_back({length, *code_points});
        }
        return prompts;
    }

    Result<std::vector<EngineConfig>> concurrency_arms() const {
        std::vector<EngineConfig> arms;
        for (const EngineConfig& engine : request_.config.engines) {
            for (const int concurrency : request_.concurrency) {
                EngineConfig arm = engine;
                arm.concurrency = concurrency;
                arm.name += "-c" + std::to_string(concurrency);
                if (arm.name.size() > k_longest_name)
                    return fail("the name of engine " + engine.name +
                                " is too long for a sweep over concurrency; shorten it");
                arms.push_back(std::move(arm));
            }
        }
        return arms;
    }

    Result<void> bisect() {
        auto store = reader();
        if (!store) return store.error();
        const auto report = build_sweep(**store, done_.experiment, Level::full);
        if (!report) return report.error();
        for (const EngineConfig& engine : request_.config.engines) {
            if (const auto done = bisect_engine(**store, engine, *report); !done) return done;
            if (ended()) break;
        }
        return {};
    }

    Result<void> bisect_engine(StoreReader& store, const EngineConfig& engine,
                               const SweepReport& report) {
        std::vector<SweepCell> cells;
        LengthModel model = models_[engine.name];
        const auto base = store.experiment(report.experiment);
        if (!base) return base.error();
        const auto suite = suite_from_json(base->suites.front().suite_json);
        if (!suite) return suite.error();
        for (const SweepCell& cell : report.cells) {
            // Steps of an earlier session are met again on the way.
            if (cell.engine != engine.name || cell.experiment != report.experiment) continue;
            cells.push_back(cell);
            for (const Item& item : suite->items)
                if (padding_of(item).target == cell.target && cell.prompt_tokens)
                    model.add(padding_of(item).code_points, *cell.prompt_tokens);
        }
        Bisection bisection(std::move(cells), *request_.width);
        while (const auto length = bisection.next()) {
            const auto prompts = prompts_for({*length}, model);
            if (!prompts) return prompts.error();
            auto cell = ask_step(store, engine, prompts->front());
            if (!cell) return cell.error();
            if (ended()) break;
            if (cell->prompt_tokens) model.add(prompts->front().code_points, *cell->prompt_tokens);
            bisection.add(*cell);
        }
        done_.bisections[engine.name] = bisection.end();
        return {};
    }

    Result<SweepCell> ask_step(StoreReader& store, const EngineConfig& engine,
                               const PaddedPrompt& prompt) {
        ExperimentRequest step = experiment_request();
        step.parent = done_.experiment;
        step.config.engines = {engine};
        const std::string suite =
            std::string{k_sweep_step} + done_.experiment.substr(done_.experiment.rfind('-') + 1);
        step.suites = planned(padded_suite(suite, {prompt}, request_.document));
        const auto id = send(step);
        if (!id) return id.error();
        auto report = build_sweep(store, done_.experiment, Level::full);
        if (!report) return report.error();
        for (SweepCell& cell : report->cells)
            if (cell.experiment == *id) return std::move(cell);
        return fail("experiment " + *id + " is no step of sweep " + done_.experiment);
    }

    const SweepRequest& request_;
    const AskSweep& ask_;
    std::map<std::string, LengthModel> models_;  // by engine
    SweepDone done_;
};

Result<long long> length_from(std::string_view word) {
    constexpr long long k_thousand = 1024, k_most = 10'000'000;
    std::string_view digits = word;
    const bool thousands = !digits.empty() && (digits.back() == 'k' || digits.back() == 'K');
    if (thousands) digits.remove_suffix(1);
    long long value = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool whole = read.ec == std::errc{} && read.ptr == digits.data() + digits.size();
    if (whole && value >= 1 && value <= k_most) {
        value *= thousands ? k_thousand : 1;
        if (value <= k_most) return value;
    }
    return fail("'" + std::string{word} +
                "' is no length: write tokens, as 6000 or 8k (8,192), up to 10,000,000");
}

}  // namespace

Result<SweepDone> run_sweep(const SweepRequest& request, const AskSweep& ask) {
    return SweepSession(request, ask).run();
}

Result<std::vector<long long>> lengths_from(const std::vector<std::string>& words) {
    std::vector<long long> lengths;
    for (const std::string& word : words) {
        const auto length = length_from(word);
        if (!length) return length.error();
        lengths.push_back(*length);
    }
    std::sort(lengths.begin(), lengths.end());
    lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
    return lengths;
}

}  // namespace kilter
