#include "harness/sim/logprobs.hpp"

#include <algorithm>
#include <array>

#include "base/json/write.hpp"

namespace kilter {
namespace {

// What might have come instead. Some of it is there to be shown with care.
constexpr std::array<std::string_view, 48> k_words{
    " the",  " a",    "The",   " We",   " need", "A",      " felh",   "{",   "\n",    "\n\n",
    " I",    " is",   " it",   " in",   " az",   " egy",   " és",     "```", " {",    "\"",
    ":",     ",",     ".",     " 1",    " 2",    "0",      " \"",     "}",   " null", " total",
    " date", " name", " és,",  " hogy", " nem",  " ő",     " sum",    " of", " to",   " and",
    " line", "user",  " user", "Let",   " Let",  "Answer", "<think>", "\t"};

struct Candidate {
    std::string_view token;
    long long micro = 0;  // minus the logprob, in millionths of a nat
};

// SplitMix64: every input bit reaches every output bit. Steele, Lea, Flood 2014.
std::uint64_t mixed(std::uint64_t value) {
    value += 0x9e3779b97f4a7c15ULL;
    value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    value = (value ^ (value >> 27U)) * 0x94d049bb133111ebULL;
    return value ^ (value >> 31U);
}

std::uint64_t key_of(const LogprobRules& rules, std::string_view token, std::size_t position) {
    std::uint64_t key = mixed(rules.seed);
    for (const char byte : token) key = mixed(key ^ static_cast<unsigned char>(byte));
    return mixed(key ^ position);
}

// From `low` to `high`, both included.
long long between(std::uint64_t key, long long low, long long high) {
    const auto span = static_cast<std::uint64_t>(high - low + 1);
    return low + static_cast<long long>(mixed(key) % span);
}

std::string number_text(long long micro) {
    std::string fraction = std::to_string(micro % 1'000'000);
    fraction.insert(0, 6 - fraction.size(), '0');
    return "-" + std::to_string(micro / 1'000'000) + "." + fraction;
}

// The `rank`-th (from 1) other token.
std::string_view other_token(std::string_view token, std::uint64_t key, std::size_t rank) {
    std::size_t at = static_cast<std::size_t>(mixed(key ^ 0x746f6bU) % k_words.size());
    for (std::size_t left = rank;; at = (at + 1) % k_words.size()) {
        if (k_words[at] != token && --left == 0) return k_words[at];
    }
}

std::vector<Candidate> candidates_of(std::string_view token, std::uint64_t key, std::size_t count) {
    std::vector<Candidate> all{{token, between(key, 1'000, 80'000)}};
    long long micro = between(key ^ 1U, 2'500'000, 4'000'000);
    for (std::size_t rank = 1; rank < count; ++rank) {
        all.push_back({other_token(token, key, rank), micro});
        micro += between(key ^ (rank << 8U), 90'000, 700'000);
    }
    return all;
}

void move_values(std::vector<Candidate>& all, std::uint64_t key, long long variant,
                 long long most) {
    const std::uint64_t moved = mixed(key ^ static_cast<std::uint64_t>(variant));
    all.front().micro += between(moved, 1, 900);
    for (std::size_t rank = 1; rank < all.size(); ++rank) {
        all[rank].micro += between(moved ^ (rank << 8U), 250'000, most * 1000);
    }
    std::stable_sort(all.begin() + 1, all.end(), [](const Candidate& one, const Candidate& other) {
        return one.micro < other.micro;
    });
}

void move(std::vector<Candidate>& all, const LogprobRules& rules, std::uint64_t key,
          long long variant) {
    if (rules.moves == LogprobMove::order && all.size() > 3) {
        all[3].micro = all[2].micro;
        if (variant % 2 == 1) std::swap(all[2], all[3]);
    }
    if (variant == 0) return;
    if (rules.moves == LogprobMove::values) move_values(all, key, variant, rules.most);
    if (rules.moves == LogprobMove::set && all.size() > 1 && variant % 2 == 1) {
        all.back().token = other_token(all.front().token, key, all.size());
    }
}

const PutLogprob* put_at(const LogprobRules& rules, std::size_t position, std::size_t rank,
                         long long variant) {
    for (const PutLogprob& one : rules.put) {
        if (one.token == position && one.rank == rank && one.variant.value_or(variant) == variant) {
            return &one;
        }
    }
    return nullptr;
}

std::string token_json(std::string_view token, const std::string& number) {
    std::string bytes;
    for (const char byte : token) {
        if (!bytes.empty()) bytes += ',';
        bytes += std::to_string(static_cast<unsigned char>(byte));
    }
    return "{\"token\":" + json::quote(token) + ",\"logprob\":" + number + ",\"bytes\":[" + bytes +
           "]";
}

}  // namespace

std::string logprob_entry(const LogprobRules& rules, std::string_view token, std::size_t position,
                          long long variant, std::size_t top) {
    const long long reduced = rules.variants > 0 ? variant % rules.variants : variant;
    const std::uint64_t key = key_of(rules, token, position);
    auto all = candidates_of(token, key, std::clamp<std::size_t>(top, 1, k_words.size() - 8));
    const bool moves = position >= rules.from && position <= rules.to.value_or(position);
    if (moves) move(all, rules, key, reduced);
    std::string list, own;
    for (std::size_t rank = 0; rank < all.size(); ++rank) {
        const PutLogprob* put = put_at(rules, position, rank, reduced);
        const bool literal = put != nullptr && !put->left_out;
        const std::string number = literal ? put->text : number_text(all[rank].micro);
        if (rank == 0) own = number;
        if (rank >= top || (put != nullptr && put->left_out)) continue;
        list += (list.empty() ? "" : ",") + token_json(all[rank].token, number) + "}";
    }
    return token_json(token, own) + ",\"top_logprobs\":[" + list + "]}";
}

}  // namespace kilter
