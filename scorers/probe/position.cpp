#include "scorers/probe/position.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "scorers/stability/clusters.hpp"
#include "scorers/summary/median.hpp"

namespace kilter {
namespace {

using Positions = std::vector<const ListedPosition*>;

std::string tokens_before(const LogprobLists& lists, std::size_t index) {
    std::string out;
    for (std::size_t i = 0; i < index; ++i) {
        const std::string& key = lists.positions[i].chosen.key;
        out += fmt::format("{}:{}", key.size(), key);
    }
    return out;
}

void append(std::string& out, const ListedToken& token, bool texts) {
    const std::string number = texts                     ? token.number.text
                               : token.number.is_floor() ? std::string("floor")
                                                         : fmt::format("{:x}", token.number.bits);
    out += fmt::format("{}:{}={};", token.key.size(), token.key, number);
}

// A list without alternatives consists of the token that was put out.
std::vector<const ListedToken*> listed(const ListedPosition& position) {
    std::vector<const ListedToken*> out;
    for (const ListedToken& one : position.top) out.push_back(&one);
    if (out.empty()) out.push_back(&position.chosen);
    return out;
}

// Answers that do not share the value of the most.
int flips(const std::vector<std::string>& values) {
    const Clusters clusters = cluster(values);
    return clusters.sizes.empty() ? 0 : static_cast<int>(values.size()) - clusters.sizes.front();
}

struct Seen {
    const ListedNumber* first = nullptr;
    std::size_t times = 0;
    std::optional<double> low, high;
    bool has_floor = false;
};

void note(Seen& seen, const ListedNumber& number, PositionComparison& out) {
    if (seen.first == nullptr) seen.first = &number;
    if (!seen.first->same_value(number)) out.values_changed = true;
    ++seen.times;
    if (number.is_floor()) {
        seen.has_floor = true;
        return;
    }
    seen.low = std::min(seen.low.value_or(*number.nats), *number.nats);
    seen.high = std::max(seen.high.value_or(*number.nats), *number.nats);
}

void widen(const Seen& seen, PositionComparison& out) {
    if (seen.has_floor && seen.low) out.floor_changed = true;
    if (seen.times < 2 || !seen.low) return;
    out.max_delta_nats = std::max(out.max_delta_nats.value_or(0), *seen.high - *seen.low);
}

void compare_values(const Positions& positions, PositionComparison& out) {
    std::map<std::string, Seen> listed_tokens, chosen_tokens;
    for (const ListedPosition* one : positions) {
        for (const ListedToken& token : one->top) note(listed_tokens[token.key], token.number, out);
        note(chosen_tokens[one->chosen.key], one->chosen.number, out);
    }
    for (const auto& [key, seen] : listed_tokens) widen(seen, out);
    for (const auto& [key, seen] : chosen_tokens) widen(seen, out);
}

void compare_sets(const Positions& positions, PositionComparison& out) {
    std::map<std::string, std::size_t> times;
    for (const ListedPosition* one : positions)
        for (const ListedToken* token : listed(*one)) ++times[token->key];
    std::set<std::string> orders;
    for (const ListedPosition* one : positions) {
        std::string order;
        for (const ListedToken* token : listed(*one)) {
            if (times[token->key] == positions.size())
                order += fmt::format("{}:{}", token->key.size(), token->key);
            else
                out.set_changed = true;
        }
        orders.insert(std::move(order));
    }
    out.order_changed = orders.size() > 1;
}

void measure_lists(const Positions& positions, PositionComparison& out) {
    std::vector<double> gaps;
    out.listed_min = positions.front()->top.size();
    for (const ListedPosition* one : positions) {
        out.listed_min = std::min(out.listed_min, one->top.size());
        out.listed_max = std::max(out.listed_max, one->top.size());
        std::vector<double> numbers;
        for (const ListedToken* token : listed(*one)) {
            if (token->number.is_floor())
                ++out.floors;
            else
                numbers.push_back(*token->number.nats);
        }
        if (numbers.size() < 2) continue;
        std::partial_sort(numbers.begin(), numbers.begin() + 2, numbers.end(), std::greater<>());
        gaps.push_back(numbers[0] - numbers[1]);
    }
    if (gaps.empty()) return;
    out.gap_min = *std::min_element(gaps.begin(), gaps.end());
    out.gap_median = median(gaps);
}

ProbeClass class_of(const PositionComparison& seen) {
    if (seen.values_changed) return ProbeClass::values_changed;
    if (seen.set_changed || seen.ended > 0) return ProbeClass::set_changed;
    if (seen.order_changed || seen.token_flips > 0) return ProbeClass::order_only;
    return ProbeClass::identical;
}

// The answers that list this token after the most frequent tokens before it; the others are counted
// and get their marks.
std::vector<std::size_t> comparable(const std::vector<ProbedAnswer>& answers, std::size_t index,
                                    PositionComparison& out) {
    std::vector<std::size_t> reached;
    std::vector<std::string> before;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const LogprobLists& lists = answers[i].lists;
        if (lists.positions.empty()) {
            ++out.unlisted;
            out.variants[i] = '-';
        } else if (lists.positions.size() >= index) {
            reached.push_back(i);
            before.push_back(tokens_before(lists, index));
        }
    }
    const Clusters paths = cluster(before);
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < reached.size(); ++i) {
        if (paths.of_run[i] != 0)
            ++out.parted;
        else if (answers[reached[i]].lists.positions.size() == index)
            ++out.ended;
        else
            chosen.push_back(reached[i]);
    }
    // Those that ended earlier still have left the tokens that go on.
    out.parted += static_cast<int>(answers.size() - reached.size()) - out.unlisted;
    return chosen;
}

std::string why_not(const PositionComparison& seen, std::size_t answers) {
    if (answers < 2) return "fewer than two answers";
    if (seen.unlisted == static_cast<int>(answers)) return "no answer lists log probabilities";
    if (seen.n + seen.ended + seen.parted < 2)
        return "fewer than two answers list log probabilities";
    if (seen.n == 0) return "no answer has a token here";
    return "fewer than two answers have the same tokens before it";
}

void set_variants(const std::vector<ProbedAnswer>& answers, const std::vector<std::size_t>& chosen,
                  const std::vector<std::string>& signatures, int first_k,
                  PositionComparison& out) {
    const Clusters clusters = cluster(signatures);
    out.distinct = clusters.distinct();
    for (std::size_t i = 0; i < chosen.size(); ++i)
        out.variants[chosen[i]] = variant_letter(clusters.of_run[i]);
    if (chosen.size() < 3 || chosen.front() != 0 || answers.front().k != first_k) return;
    const bool alone = std::count(signatures.begin(), signatures.end(), signatures.front()) == 1;
    out.first_differs = clusters.distinct() == 2 && alone;
}

}  // namespace

std::string signature_of(const ListedPosition& position, bool texts) {
    std::string out;
    append(out, position.chosen, texts);
    out += '|';
    for (const ListedToken& one : position.top) append(out, one, texts);
    return out;
}

std::string_view to_word(ProbeClass kind) {
    switch (kind) {
        case ProbeClass::identical:
            return "identical";
        case ProbeClass::order_only:
            return "order_only";
        case ProbeClass::set_changed:
            return "set_changed";
        case ProbeClass::values_changed:
            return "values_changed";
        case ProbeClass::unsupported:
            break;
    }
    return "unsupported";
}

ProbeClass graver(ProbeClass a, ProbeClass b) {
    if (a == ProbeClass::unsupported) return b;
    if (b == ProbeClass::unsupported) return a;
    return std::max(a, b);
}

PositionComparison compare_position(const std::vector<ProbedAnswer>& answers, int position,
                                    int first_k) {
    PositionComparison out;
    out.position = position;
    out.variants.assign(answers.size(), ".");
    const auto index = static_cast<std::size_t>(position - 1);
    const std::vector<std::size_t> chosen = comparable(answers, index, out);
    out.n = static_cast<int>(chosen.size());
    Positions positions;
    std::vector<std::string> signatures, texts, firsts, tokens;
    for (const std::size_t i : chosen) {
        const ListedPosition& one = answers[i].lists.positions[index];
        positions.push_back(&one);
        signatures.push_back(signature_of(one, false));
        texts.push_back(signature_of(one, true));
        firsts.push_back(listed(one).front()->key);
        tokens.push_back(one.chosen.key);
    }
    set_variants(answers, chosen, signatures, first_k, out);
    if (chosen.empty() || (chosen.size() < 2 && out.ended == 0)) {
        out.reason = why_not(out, answers.size());
        return out;
    }
    out.distinct_texts = cluster(texts).distinct();
    out.top1_flips = flips(firsts);
    out.token_flips = flips(tokens);
    compare_values(positions, out);
    compare_sets(positions, out);
    measure_lists(positions, out);
    out.kind = class_of(out);
    return out;
}

}  // namespace kilter
