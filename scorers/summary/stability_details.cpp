// The half of the detail builder that looks at outputs: rarefaction, unstable items, the first
// request, the prefix cache.
#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <set>

#include "scorers/summary/detail_builder.hpp"
#include "scorers/summary/median.hpp"

namespace kilter {
namespace {

constexpr double k_hint_alpha = 0.05;

const Clusters& at(const ItemAnalysis& item, Level level) {
    return item.by_level[static_cast<std::size_t>(level)];
}

// By k, of the valid runs.
std::map<int, Usage> usage_of(const std::vector<RunView>& runs,
                              const std::vector<SpeedFacts>& speeds) {
    std::map<int, Usage> out;
    for (std::size_t i = 0; i < std::min(runs.size(), speeds.size()); ++i) {
        if (runs[i].valid()) out[runs[i].k] = speeds[i].usage;
    }
    return out;
}

std::optional<long long> prompt_tokens_of(const std::map<int, Usage>& usage) {
    for (const auto& [k, one] : usage)
        if (one.prompt_tokens) return one.prompt_tokens;
    return std::nullopt;
}

std::string letters(const Clusters& clusters) {
    std::string out;
    for (const int cluster : clusters.of_run) {
        if (!out.empty()) out += ' ';
        out += variant_letter(cluster);
    }
    return out;
}

bool is_cold_first(const std::map<int, Usage>& usage) {
    if (usage.size() < 2 || usage.begin()->first != 0) return false;
    const long long first = usage.begin()->second.cached_tokens.value_or(0);
    return std::all_of(std::next(usage.begin()), usage.end(), [first](const auto& other) {
        return other.second.cached_tokens.value_or(0) > first;
    });
}

// P(X >= hits), X ~ Binomial(n, p).
double upper_tail(long long hits, long long n, double p) {
    if (hits <= 0) return 1;
    const boost::math::binomial_distribution<double> chance(static_cast<double>(n), p);
    return boost::math::cdf(boost::math::complement(chance, static_cast<double>(hits - 1)));
}

long long pairs(long long n) {
    return n * (n - 1) / 2;
}

}  // namespace

DetailBuilder::DetailBuilder(int runs, bool in_order)
    : planned_(std::max(runs, 1)), in_order_(in_order) {
    const auto size = static_cast<std::size_t>(planned_);
    stable_with_.assign(size + 1, 0);
    measurable_with_.assign(size + 1, 0);
    for (int k = 2; k <= planned_; ++k) stability_.unstable_at.push_back({k, 0, 0, 0});
    pass_at_.assign(size, 0);
    pass_hat_.assign(size, 0);
}

void DetailBuilder::add(const ItemAnalysis& item, const std::vector<RunView>& runs,
                        const std::vector<SpeedFacts>& speeds) {
    add_votes(item);
    add_success(item);
    if (!item.measurable()) return;
    const auto usage = usage_of(runs, speeds);
    const auto tokens = prompt_tokens_of(usage);
    const bool unstable = at(item, Level::full).unstable();
    ++stability_.patterns[static_cast<std::size_t>(item.pattern)];
    if (item.other_finish) stability_.other_finish.push_back(item.item);
    if (item.equal_censored) stability_.equal_censored.push_back(item.item);
    if (tokens) (unstable ? tokens_unstable_ : tokens_stable_).push_back(*tokens);
    add_rarefied(item);
    add_fields(item);
    add_cache(item, usage);
    if (unstable) {
        add_unstable(item, tokens);
        add_first_run(item, usage);
    }
    if (item.valid != item.planned) return;
    ++stability_.tar_raw.of;
    if (!at(item, Level::content).unstable()) ++stability_.tar_raw.count;
    if (item.unscored > 0) return;
    ++stability_.tar_answer.of;
    if (!at(item, Level::value).unstable()) ++stability_.tar_answer.count;
}

void DetailBuilder::add_rarefied(const ItemAnalysis& item) {
    const Clusters& full = at(item, Level::full);
    const auto most = static_cast<std::size_t>(std::min(item.valid, planned_));
    ++measurable_with_[most];
    if (!full.unstable()) {
        ++stable_with_[most];
        return;
    }
    const Rarefaction of = rarefy(full.sizes);
    for (std::size_t k = 2; k <= most; ++k) {
        stability_.unstable_at[k - 2].items += of.unstable[k - 1];
        stability_.unstable_at[k - 2].distinct += of.distinct[k - 1];
    }
}

void DetailBuilder::add_unstable(const ItemAnalysis& item, std::optional<long long> tokens) {
    UnstableItem one;
    one.item = item.item;
    one.sizes = at(item, Level::full).sizes;
    one.variants = letters(at(item, Level::full));
    one.disagreement = item.disagreement;
    if (item.measures) one.measures = *item.measures;
    one.pattern = item.pattern;
    one.divergence = item.divergence;
    one.relative = item.partings.relative;
    one.value_flip = item.value_flip;
    for (const FieldVote& field : item.field_votes.fields)
        if (field.unstable()) one.fields.push_back(field.field);
    one.prompt_tokens = tokens;
    stability_.unstable_items.push_back(std::move(one));
}

void DetailBuilder::add_first_run(const ItemAnalysis& item, const std::map<int, Usage>& usage) {
    if (!in_order_ || planned_ < 3 || item.valid != item.planned) return;
    FirstRunEvidence& first = stability_.first_run;
    ++first.of;
    if (item.pattern != RunPattern::first_differs) return;
    ++first.items;
    if (is_cold_first(usage)) ++first.cold;
}

void DetailBuilder::add_cache(const ItemAnalysis& item, const std::map<int, Usage>& usage) {
    const Clusters& full = at(item, Level::full);
    CacheTable& table = stability_.cache;
    const bool tied = full.modal_tie();
    ++(tied ? table.tied_items : table.items);
    std::map<long long, long long> of_cached;                // runs
    std::map<std::pair<long long, int>, long long> of_both;  // cached tokens, cluster
    bool told = false;
    for (std::size_t i = 0; i < item.valid_runs.size(); ++i) {
        const auto known = usage.find(item.valid_runs[i]);
        const auto cached = known == usage.end() ? std::nullopt : known->second.cached_tokens;
        told = told || cached.has_value();
        ++of_cached[cached.value_or(0)];
        ++of_both[{cached.value_or(0), full.of_run[i]}];
        if (tied) continue;
        CacheTable::Row& row = !cached ? table.not_told : *cached == 0 ? table.none : table.some;
        ++row.runs;
        if (full.of_run[i] != 0) ++row.deviating;
    }
    if (!told) return;
    long long same = 0;
    long long same_agreeing = 0;
    long long agreeing = 0;
    for (const auto& [cached, runs] : of_cached) same += pairs(runs);
    for (const auto& [both, runs] : of_both) same_agreeing += pairs(runs);
    for (const int size : full.sizes) agreeing += pairs(size);
    const long long all = pairs(item.valid);
    table.same_cached_pairs.of += same;
    table.same_cached_pairs.count += same - same_agreeing;
    table.other_cached_pairs.of += all - same;
    table.other_cached_pairs.count += (all - agreeing) - (same - same_agreeing);
}

StabilityDetail DetailBuilder::finish_stability() {
    long long stable = 0;
    long long measurable = 0;
    for (std::size_t k = static_cast<std::size_t>(planned_); k >= 2; --k) {
        stable += stable_with_[k];
        measurable += measurable_with_[k];
        UnstableAt& row = stability_.unstable_at[k - 2];
        row.of = measurable;
        if (measurable == 0) continue;
        row.distinct =
            (row.distinct + static_cast<double>(stable)) / static_cast<double>(measurable);
    }
    FirstRunEvidence& first = stability_.first_run;
    if (first.of > 0) {
        first.p_value = upper_tail(first.items, first.of, 1.0 / planned_);
        const bool many = first.items * planned_ > first.of;
        first.hint = many && (*first.p_value < k_hint_alpha || first.cold == first.items);
    }
    stability_.prompt_tokens_stable = {median(tokens_stable_),
                                       static_cast<long long>(tokens_stable_.size())};
    stability_.prompt_tokens_unstable = {median(tokens_unstable_),
                                         static_cast<long long>(tokens_unstable_.size())};
    for (auto& [path, field] : fields_) stability_.by_field.push_back(std::move(field));
    std::stable_sort(stability_.by_field.begin(), stability_.by_field.end(),
                     [](const FieldStability& a, const FieldStability& b) {
                         return a.unstable.count > b.unstable.count;
                     });
    return std::move(stability_);
}

}  // namespace kilter
