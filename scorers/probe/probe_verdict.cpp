#include "scorers/probe/probe_verdict.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scorers/stability/clusters.hpp"

namespace kilter {
namespace {

std::string whole_signature(const LogprobLists& lists, bool texts) {
    std::string out;
    for (const ListedPosition& position : lists.positions)
        out += signature_of(position, texts) + '\n';
    return out;
}

void compare_whole(const std::vector<ProbedAnswer>& answers, ProbedLength& out) {
    std::vector<std::string> bits, texts;
    std::vector<std::size_t> at;
    out.variants.assign(answers.size(), "-");
    for (std::size_t i = 0; i < answers.size(); ++i) {
        if (answers[i].lists.positions.empty()) continue;
        at.push_back(i);
        bits.push_back(whole_signature(answers[i].lists, false));
        texts.push_back(whole_signature(answers[i].lists, true));
    }
    const Clusters clusters = cluster(bits);
    out.n = static_cast<int>(at.size());
    out.distinct = clusters.distinct();
    out.distinct_texts = cluster(texts).distinct();
    for (std::size_t i = 0; i < at.size(); ++i)
        out.variants[at[i]] = variant_letter(clusters.of_run[i]);
    if (at.size() < 3 || at.front() != 0 || answers.front().k != 0) return;
    out.first_differs =
        clusters.distinct() == 2 && std::count(bits.begin(), bits.end(), bits.front()) == 1;
}

void widen(std::optional<double>& most, const std::optional<double>& delta) {
    if (delta) most = std::max(most.value_or(0), *delta);
}

void count_in(StageVerdict& stage, const std::string& prompt, const PositionComparison& seen,
              bool& measured, bool& changed) {
    if (seen.kind == ProbeClass::unsupported) {
        if (stage.reason.empty()) stage.reason = seen.reason;
        return;
    }
    measured = true;
    stage.kind = graver(stage.kind, seen.kind);
    widen(stage.max_delta_nats, seen.max_delta_nats);
    if (seen.kind == ProbeClass::identical) return;
    if (!changed) stage.changed.push_back(prompt);
    changed = true;
    stage.first_position = std::min(stage.first_position.value_or(seen.position), seen.position);
}

void close(StageVerdict& stage, std::string_view otherwise) {
    if (stage.kind != ProbeClass::unsupported)
        stage.reason.clear();
    else if (stage.reason.empty())
        stage.reason = otherwise;
}

}  // namespace

ProbedLength compare_length(std::string prompt, int tokens,
                            const std::vector<ProbedAnswer>& answers) {
    ProbedLength out;
    out.prompt = std::move(prompt);
    out.tokens = tokens;
    compare_whole(answers, out);
    std::size_t longest = 1;  // a length without lists still says why
    for (const ProbedAnswer& one : answers) longest = std::max(longest, one.lists.positions.size());
    for (int position = 1; position <= static_cast<int>(longest); ++position) {
        PositionComparison seen = compare_position(answers, position);
        out.kind = graver(out.kind, seen.kind);
        if (out.reason.empty()) out.reason = seen.reason;
        widen(out.max_delta_nats, seen.max_delta_nats);
        out.top1_flips += seen.top1_flips;
        out.positions.push_back(std::move(seen));
    }
    if (out.kind != ProbeClass::unsupported) out.reason.clear();
    return out;
}

ProbeVerdict probe_verdict(const std::vector<ProbedLength>& lengths,
                           const std::vector<std::vector<ProbedAnswer>>& answers) {
    ProbeVerdict out;
    for (std::size_t i = 0; i < lengths.size();) {
        const std::string& prompt = lengths[i].prompt;
        std::vector<ProbedAnswer> all;
        bool decode_measured = false, decode_changed = false;
        for (; i < lengths.size() && lengths[i].prompt == prompt; ++i) {
            all.insert(all.end(), answers[i].begin(), answers[i].end());
            for (const PositionComparison& seen : lengths[i].positions)
                if (seen.position > 1)
                    count_in(out.decode, prompt, seen, decode_measured, decode_changed);
        }
        ProbedPrefill prefill{prompt, compare_position(all, 1)};
        bool measured = false, changed = false;
        count_in(out.prefill, prompt, prefill.first, measured, changed);
        out.prefill.prompts += measured ? 1 : 0;
        out.decode.prompts += decode_measured ? 1 : 0;
        out.prefills.push_back(std::move(prefill));
    }
    close(out.prefill, "nothing was asked");
    close(out.decode, "no answer has a second token");
    out.prefill.first_position.reset();
    return out;
}

// By the birthday problem: the probability that n draws of m states all differ is the product of
// 1 - i / m for i = 1 .. n - 1.
long long fewest_states(int n) {
    const auto all_differ = [n](long long states) {
        double p = 1;
        for (int i = 1; i < n; ++i) p *= 1 - static_cast<double>(i) / static_cast<double>(states);
        return p;
    };
    long long states = std::max(n, 1);
    while (all_differ(states) < 0.05) ++states;
    return states;
}

}  // namespace kilter
