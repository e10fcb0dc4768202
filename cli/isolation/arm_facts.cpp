#include "cli/isolation/arm_facts.hpp"

#include <algorithm>

#include "base/json/write.hpp"
#include "cli/analysis/item_walk.hpp"
#include "cli/analysis/sent_times.hpp"
#include "harness/wire/body_kind.hpp"
#include "harness/wire/output_tokens.hpp"
#include "scorers/evidence/answer_shape.hpp"

namespace kilter {
namespace {

constexpr long long k_most_bodies = 60;  // read of an arm: more of them tell nothing new

class ArmReader {
  public:
    ArmReader(StoreReader& reader, const ArmReading& reading, OutputNumbers& numbers)
        : reader_(reader), reading_(reading), numbers_(numbers) {
        out_.runs.arm = reading.engine.engine;
        out_.launches = launches_from_json(reading.engine.settings_json);
        out_.seen.load_samples = reading.engine.load.samples;
        out_.seen.running_max = reading.engine.load.running_max;
        out_.seen.load_turns = reading.turns;
        out_.seen.identity = reading.engine.fingerprint_start;
    }

    Result<void> add(const std::string& suite, const WalkedItem& walked) {
        const std::string name = suite + "/" + walked.item->id;
        ArmItem item;
        item.item = name;
        const ItemAnalysis& analysis = walked.analysis;
        const Clusters& full = analysis.by_level[static_cast<std::size_t>(Level::full)];
        item.valid = analysis.valid;
        item.unstable = full.unstable();
        item.value_flip = analysis.value_flip;
        item.off_mode = full.sizes.empty() ? 0 : analysis.valid - full.sizes.front();
        out_.runs.items.push_back(item);
        if (analysis.is_short()) ++out_.short_items;
        for (std::size_t i = 0; i < walked.trials->size(); ++i) {
            const auto added =
                add_trial(name, *walked.item, (*walked.trials)[i], (*walked.runs)[i]);
            if (!added) return added.error();
        }
        return {};
    }

    ArmFacts finish() {
        const std::vector<int> company = company_of(sent_);
        for (std::size_t i = 0; i < sent_.size(); ++i) {
            if (!of_sent_[i]) continue;
            for (HintRun& run : out_.items[sent_[i].item].runs)
                if (run.k == sent_[i].k) run.company = company[i];
        }
        out_.seen.most_open = most_open(sent_);
        out_.seen.order = sending_order(sent_);
        sort_by_sending();
        return std::move(out_);
    }

  private:
    Result<void> add_trial(const std::string& name, const Item& item, const TrialSummary& trial,
                           const RunView& view) {
        ++out_.stored;
        const auto attempts = reader_.attempts(trial.key, false);
        if (!attempts) return attempts.error();
        std::optional<long long> begin;
        if (!attempts->empty()) begin = ms_of_iso8601(attempts->back().started_at);
        if (begin) {
            const auto spent = static_cast<long long>(attempts->back().total_ms);
            sent_.push_back({name, trial.key.k, *begin, *begin + spent});
            of_sent_.push_back(view.valid());
        }
        if (!view.valid()) {
            ++out_.failed;
            if (trial.outcome == Outcome::http_error) ++out_.http_errors;
            if (out_.first_error.empty()) out_.first_error = trial.error;
            return {};
        }
        count_told(trial);
        ArmItemFacts& facts = out_.items[name];
        HintRun run;
        run.k = trial.key.k;
        run.output = numbers_.of(name, signature(view, Level::full));
        if (!attempts->empty()) run.launch = launch_at(attempts->back().started_at);
        facts.runs.push_back(std::move(run));
        facts.contents.push_back(signature(view, Level::content));
        if (trial.usage.prompt_tokens)
            facts.prompt_tokens =
                std::max(facts.prompt_tokens.value_or(0), *trial.usage.prompt_tokens);
        if (const auto looked = look_into_body(trial); !looked) return looked.error();
        return look_at_shape(item, trial);
    }

    void count_told(const TrialSummary& trial) {
        ArmSeen& seen = out_.seen;
        ++seen.runs;
        if (trial.usage.cached_tokens) {
            ++seen.cached_told;
            if (*trial.usage.cached_tokens > 0) ++seen.cached_served;
        }
        if (trial.usage.draft_tokens) {
            ++seen.draft_told;
            if (*trial.usage.draft_tokens > 0) ++seen.draft_used;
        }
        if (!trial.system_fingerprint.empty()) seen.fingerprints.insert(trial.system_fingerprint);
    }

    Result<void> look_into_body(const TrialSummary& trial) {
        ArmSeen& seen = out_.seen;
        if (trial.body_sha256.empty() || seen.bodies >= k_most_bodies) return {};
        const auto body = reader_.blob(trial.body_sha256);
        if (!body) return body.error();
        ++seen.bodies;
        if (body_kind(*body) == BodyKind::stream) ++seen.streamed;
        if (output_tokens(*body).source == "logprobs") ++seen.with_logprobs;
        return {};
    }

    Result<void> look_at_shape(const Item& item, const TrialSummary& trial) {
        if (!reading_.with_shapes || item.schema.is_null() || !item.tools.empty() ||
            trial.outcome != Outcome::answered)
            return {};
        const std::string key = trial.key.suite + "/" + item.id + "/" + trial.content_sha256;
        auto known = fits_.find(key);
        if (known == fits_.end()) {
            const auto completion = reader_.completion(trial.key);
            if (!completion) return completion.error();
            known = fits_.emplace(key, AnswerShape(item).is_content_exact(*completion)).first;
        }
        ++out_.seen.answers;
        if (known->second) ++out_.seen.fits;
        return {};
    }

    // ISO times of one form: their order is that of their texts.
    std::string launch_at(const std::string& time) const {
        std::string id;
        for (const Launch& launch : out_.launches)
            if (launch.started_at <= time) id = launch.id;
        return id;
    }

    void sort_by_sending() {
        std::map<std::string, std::size_t> place;
        for (std::size_t i = 0; i < out_.seen.order.size(); ++i) place[out_.seen.order[i]] = i;
        for (auto& [name, facts] : out_.items) {
            const auto at = [&, item = name](const HintRun& run) {
                const auto found = place.find(item + "#" + std::to_string(run.k));
                return found == place.end() ? place.size() : found->second;
            };
            std::stable_sort(facts.runs.begin(), facts.runs.end(),
                             [&](const HintRun& a, const HintRun& b) { return at(a) < at(b); });
        }
    }

    StoreReader& reader_;
    const ArmReading& reading_;
    OutputNumbers& numbers_;
    ArmFacts out_;
    std::vector<SentTrial> sent_;
    std::vector<bool> of_sent_;  // valid
    std::map<std::string, bool> fits_;
};

bool all_structured(const std::vector<Suite>& suites) {
    bool any = false;
    for (const Suite& suite : suites) {
        for (const Item& item : suite.items) {
            if (item.schema.is_null()) continue;
            if (!item.structured) return false;
            any = true;
        }
    }
    return any;
}

}  // namespace

int OutputNumbers::of(const std::string& item, const std::string& signature) {
    std::map<std::string, int>& known = known_[item];
    return known.emplace(signature, static_cast<int>(known.size())).first->second;
}

Result<ArmFacts> read_arm_facts(StoreReader& reader, const ArmReading& reading,
                                const std::vector<Suite>& suites, OutputNumbers& numbers) {
    ArmReader arm(reader, reading, numbers);
    for (const Suite& suite : suites) {
        const auto add = [&](const WalkedItem& walked) { return arm.add(suite.name, walked); };
        const auto walked =
            walk_items(reader, reading.experiment, reading.engine.engine, suite, add);
        if (!walked) return walked.error();
    }
    return arm.finish();
}

ArmAsked asked_of(const ExperimentConfig& plan, const EngineConfig& arm, bool hook,
                  const std::vector<Suite>& suites) {
    const RequestParams& params = params_for(plan, arm);
    ArmAsked asked;
    asked.cold = arm.cache == CacheMode::cold;
    asked.concurrency = arm.concurrency;
    asked.stream = params.stream;
    asked.logprobs = params.logprobs.has_value();
    asked.structured = arm.structured.value_or(all_structured(suites));
    asked.order = to_word(order_for(plan, arm));
    if (params.seed) asked.seed = std::to_string(*params.seed);
    asked.address = arm.base_url + " " + arm.model;
    asked.hook = hook;
    asked.other = "temperature " + params.temperature + " top_p " + params.top_p;
    for (const auto* literal : {&params.top_k, &params.min_p, &params.presence_penalty,
                                &params.frequency_penalty, &params.repetition_penalty})
        asked.other += " " + literal->value_or("-");
    if (params.token_ids) asked.other += " token_ids";
    asked.other += " " + json::write(arm.extra_body);
    return asked;
}

}  // namespace kilter
