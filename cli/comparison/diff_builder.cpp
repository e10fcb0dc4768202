#include "cli/comparison/diff_builder.hpp"

#include <algorithm>
#include <set>

#include "cli/analysis/item_walk.hpp"
#include "cli/analysis/item_words.hpp"
#include "cli/comparison/conditions.hpp"
#include "cli/comparison/modal_parting.hpp"
#include "suites/load.hpp"

namespace kilter {

namespace {

constexpr std::size_t k_windows = 3;  // items of which text is shown

// One suite on both sides.
struct SuitePair {
    Suite suite_a, suite_b;  // gold may have been edited since; the prompts are the same
    JudgedFields judged_a, judged_b;
    std::vector<std::string> common, only_a, only_b;
};

bool has(const std::vector<std::string>& list, const std::string& word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

Result<SuitePair> pair_suites(StoreReader& reader, const ExperimentRow& a, const ExperimentRow& b,
                              const SuiteSelection& of_a, const SuiteSelection& of_b) {
    SuitePair pair;
    auto suite_a = suite_from_json(of_a.suite_json);
    if (!suite_a) return suite_a.error();
    auto suite_b = suite_from_json(of_b.suite_json);
    if (!suite_b) return suite_b.error();
    if (const std::string why = unlike_suites(of_a, of_b, suite_a->version, suite_b->version);
        !why.empty())
        return fail("the two do not compare: " + why);
    pair.suite_a = std::move(*suite_a);
    pair.suite_b = std::move(*suite_b);
    auto judged_a = reader.judged_fields(a.id, of_a.suite);
    if (!judged_a) return judged_a.error();
    auto judged_b = reader.judged_fields(b.id, of_b.suite);
    if (!judged_b) return judged_b.error();
    pair.judged_a = std::move(*judged_a);
    pair.judged_b = std::move(*judged_b);
    for (const std::string& item : of_a.items)
        (has(of_b.items, item) ? pair.common : pair.only_a).push_back(item);
    for (const std::string& item : of_b.items)
        if (!has(of_a.items, item)) pair.only_b.push_back(item);
    return pair;
}

// The rules by which a run was scored; "" where it has no verdict.
std::string scoring_of(const std::vector<TrialSummary>& trials) {
    for (const TrialSummary& trial : trials)
        if (trial.verdict)
            return trial.verdict->scoring_digest + " " + trial.verdict->scorer_version;
    return "";
}

std::string request_of(const std::vector<TrialSummary>& trials) {
    return trials.empty() ? std::string{} : trials.front().request_sha256;
}

class DiffBuilder {
  public:
    DiffBuilder(StoreReader& reader, const DiffRequest& request, ExperimentRow a, ExperimentRow b)
        : reader_(reader), request_(request), a_(std::move(a)), b_(std::move(b)) {
        report_.a = {request.a.engine, request.a.experiment};
        report_.b = {request.b.engine, request.b.experiment};
        report_.level = request.level;
        report_.runs = a_.runs;
    }

    Result<void> check_conditions() {
        const auto a = condition_of(a_, request_.a.engine);
        if (!a) return a.error();
        const auto b = condition_of(b_, request_.b.engine);
        if (!b) return b.error();
        if (const std::string why = unlike(*a, *b); !why.empty())
            return fail("the two do not compare: " + why);
        if (a->known && b->known)
            report_.settings = differing_settings(a->free, b->free);
        else
            report_.warnings.emplace_back(
                "settings: imported answers do not tell how they were sampled; that it was alike "
                "is taken on trust");
        return {};
    }

    Result<DiffReport> build() {
        if (const auto checked = check_conditions(); !checked) return checked.error();
        std::vector<SuitePair> pairs;
        for (const SuiteSelection& of_a : a_.suites) {
            const auto of_b =
                std::find_if(b_.suites.begin(), b_.suites.end(),
                             [&](const SuiteSelection& one) { return one.suite == of_a.suite; });
            if (of_b == b_.suites.end()) continue;
            auto pair = pair_suites(reader_, a_, b_, of_a, *of_b);
            if (!pair) return pair.error();
            report_.suites.push_back(of_a.suite);
            pairs.push_back(std::move(*pair));
        }
        if (pairs.empty()) return fail(no_common_suite());
        std::set<std::pair<std::string, std::string>> wanted;
        for (const std::string& word : request_.items) {
            const auto name = find_item(a_.suites, word);
            if (!name) return name.error();
            wanted.emplace(name->suite, name->item);
        }
        for (const SuitePair& pair : pairs)
            if (const auto added = add_suite(pair, wanted); !added) return added.error();
        if (report_.items.empty())
            return fail("the two have no item in common: there is nothing to compare");
        report_.all = builder_.finish();
        add_warnings();
        return std::move(report_);
    }

  private:
    std::string no_common_suite() const {
        const auto names = [](const ExperimentRow& row) {
            std::string out;
            for (const SuiteSelection& one : row.suites) out += " " + one.suite;
            return out;
        };
        return "the two have no suite in common: a has" + names(a_) + ", b has" + names(b_);
    }

    Result<void> add_suite(const SuitePair& pair,
                           const std::set<std::pair<std::string, std::string>>& wanted) {
        const std::string& suite = pair.suite_a.name;
        for (const std::string& item : pair.common) {
            if (!wanted.empty() && wanted.count({suite, item}) == 0) continue;
            if (const auto added = add_item(pair, item); !added) return added;
        }
        if (!wanted.empty()) return {};
        const std::string prefix = report_.several_suites() ? suite + "/" : "";
        for (const std::string& item : pair.only_a) report_.only_a.push_back(prefix + item);
        for (const std::string& item : pair.only_b) report_.only_b.push_back(prefix + item);
        return {};
    }

    Result<void> add_item(const SuitePair& pair, const std::string& item) {
        const auto on_a = [&](const WalkedItem& a) -> Result<void> {
            const auto on_b = [&](const WalkedItem& b) -> Result<void> { return add(a, b); };
            return walk_item(reader_, b_, request_.b.engine, pair.suite_b, pair.judged_b, item,
                             on_b);
        };
        return walk_item(reader_, a_, request_.a.engine, pair.suite_a, pair.judged_a, item, on_a);
    }

    Result<void> add(const WalkedItem& a, const WalkedItem& b) {
        ItemComparison one =
            compare_item({&a.analysis, a.runs}, {&b.analysis, b.runs}, request_.level);
        one.suite = a.trials->empty() ? "" : a.trials->front().key.suite;
        if (one.suite.empty() && !b.trials->empty()) one.suite = b.trials->front().key.suite;
        if (one.suite.empty()) one.suite = report_.suites.front();
        const std::string scored_a = scoring_of(*a.trials), scored_b = scoring_of(*b.trials);
        if (!scored_a.empty() && !scored_b.empty() && scored_a != scored_b) {
            if (request_.level >= Level::norm)
                return fail("the two were scored by other rules, so that level " +
                            std::string{to_word(request_.level)} +
                            " does not compare; kilter score brings both to the same");
            scored_apart_ = true;
            one.a.points = one.b.points = std::nullopt;
        }
        const std::string bytes_a = request_of(*a.trials), bytes_b = request_of(*b.trials);
        if (!bytes_a.empty() && !bytes_b.empty()) {
            ++report_.bytes_known;
            report_.same_bytes += bytes_a == bytes_b ? 1 : 0;
        }
        if (one.differs()) {
            const std::string name = item_name(report_, one);
            const bool show = report_.windows.size() < k_windows;
            auto parting = part_modal_runs(reader_, a, b, one, request_.level, show);
            if (!parting) return parting.error();
            one.parting = std::move(parting->parting);
            if (parting->window) {
                parting->window->item = name;
                report_.windows.push_back(std::move(*parting->window));
            }
        }
        builder_.add(one, item_name(report_, one));
        report_.items.push_back(std::move(one));
        return {};
    }

    void add_warnings() {
        if (scored_apart_)
            report_.warnings.emplace_back(
                "points, changes: the two were scored by other rules; kilter score brings both to "
                "the same");
        if (report_.runs < 2)
            report_.warnings.emplace_back(
                "excess_disagreement: one run a side cannot tell noise from a difference");
        constexpr int k_few_items = 20;
        if (report_.all.points.items > 0 && report_.all.points.items < k_few_items)
            report_.warnings.emplace_back(
                "points.difference_ci95: of fewer than 20 items it is too narrow");
    }

    StoreReader& reader_;
    const DiffRequest& request_;
    ExperimentRow a_, b_;
    DiffReport report_;
    ComparisonBuilder builder_;
    bool scored_apart_ = false;
};

}  // namespace

Result<DiffReport> build_diff(StoreReader& reader, const DiffRequest& request) {
    if (request.a == request.b)
        return fail("both sides are " + request.a.experiment + ":" + request.a.engine +
                    "; name two");
    auto a = reader.experiment(request.a.experiment);
    if (!a) return a.error();
    auto b = reader.experiment(request.b.experiment);
    if (!b) return b.error();
    return DiffBuilder(reader, request, std::move(*a), std::move(*b)).build();
}

}  // namespace kilter
