#include "cli/analysis/token_parting.hpp"

#include <algorithm>
#include <set>

#include "harness/wire/output_tokens.hpp"

namespace kilter {

namespace {

// The hashes of one raw body for each output at level full; empty: some run has none (an import).
std::vector<std::string> bodies_of(const WalkedItem& walked) {
    const ItemAnalysis& item = walked.analysis;
    const Clusters& full = item.by_level[static_cast<std::size_t>(Level::full)];
    std::set<int> seen;
    std::vector<std::string> hashes;
    for (std::size_t i = 0; i < item.valid_runs.size(); ++i) {
        if (!seen.insert(full.of_run[i]).second) continue;
        const int k = item.valid_runs[i];
        const auto trial = std::find_if(walked.trials->begin(), walked.trials->end(),
                                        [k](const TrialSummary& one) { return one.key.k == k; });
        if (trial == walked.trials->end() || trial->body_sha256.empty()) return {};
        hashes.push_back(trial->body_sha256);
    }
    return hashes;
}

}  // namespace

Result<std::optional<TokenParting>> find_token_parting(StoreReader& reader,
                                                       const WalkedItem& walked) {
    std::optional<TokenParting> least;
    if (walked.analysis.divergence.kind == DivergenceKind::equal) return least;
    std::optional<OutputTokens> reference;
    for (const std::string& hash : bodies_of(walked)) {
        const auto body = reader.blob(hash);
        if (!body) return body.error();
        OutputTokens tokens = output_tokens(*body);
        if (tokens.source.empty()) return std::optional<TokenParting>{};
        if (!reference) {
            reference = std::move(tokens);
            continue;
        }
        if (tokens.source != reference->source) return std::optional<TokenParting>{};
        const auto at = first_token_apart(*reference, tokens);
        if (at && (!least || *at < least->index)) least = TokenParting{*at, reference->source};
    }
    return least;
}

}  // namespace kilter
