// Gathers StabilityDetail and VoteDetail item by item, for SummaryBuilder. Memory grows with the
// unstable items, not with the runs. Pure, one thread per builder.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "scorers/stability/item_analysis.hpp"
#include "scorers/summary/stability_detail.hpp"

namespace kilter {

class DetailBuilder {
  public:
    DetailBuilder(int runs, bool in_order);
    void add(const ItemAnalysis& item, const std::vector<RunView>& runs,
             const std::vector<SpeedFacts>& speeds);
    StabilityDetail finish_stability();
    VoteDetail finish_votes();

  private:
    void add_rarefied(const ItemAnalysis& item);
    void add_unstable(const ItemAnalysis& item, std::optional<long long> prompt_tokens);
    void add_first_run(const ItemAnalysis& item, const std::map<int, Usage>& usage);
    void add_cache(const ItemAnalysis& item, const std::map<int, Usage>& usage);
    void add_fields(const ItemAnalysis& item);
    void add_votes(const ItemAnalysis& item);
    void add_success(const ItemAnalysis& item);

    int planned_ = 1;  // K
    bool in_order_ = true;
    StabilityDetail stability_;
    VoteDetail votes_;
    std::vector<long long> tokens_stable_, tokens_unstable_;
    std::map<std::string, FieldStability> fields_;  // by path
    // Index n: stable items with n valid runs, and all measurable ones (n above K counts as K).
    std::vector<long long> stable_with_, measurable_with_;
    std::vector<double> pass_at_, pass_hat_;  // sums, index k - 1
    std::array<double, 3> g_pass_{};
};

}  // namespace kilter
