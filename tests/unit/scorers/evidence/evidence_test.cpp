#include "scorers/evidence/evidence.hpp"

#include <catch2/catch_all.hpp>

using namespace kilter;
using Catch::Approx;

namespace {

constexpr auto k_none = std::nullopt;

TrialFacts run(int k, Outcome outcome = Outcome::answered) {
    TrialFacts facts;
    facts.k = k;
    facts.outcome = outcome;
    facts.finish_reason = "stop";
    return facts;
}

TrialFacts cached(int k, std::optional<long long> tokens, long long prompt = 900) {
    TrialFacts facts = run(k);
    facts.usage.prompt_tokens = prompt;
    facts.usage.cached_tokens = tokens;
    return facts;
}

TrialFacts with_id(int k, const std::string& id) {
    TrialFacts facts = run(k);
    facts.response_id = id;
    return facts;
}

ItemFacts item(const std::string& name, std::vector<TrialFacts> trials, std::size_t bytes = 0) {
    return {name, bytes, std::move(trials)};
}

EvidenceSummary sum_up(const std::vector<ItemFacts>& items, bool cold = false) {
    EvidenceBuilder builder(cold);
    for (const ItemFacts& one : items) builder.add(one);
    return builder.finish();
}

EvidenceSummary prompts(const std::vector<std::pair<std::size_t, long long>>& bytes_and_tokens) {
    std::vector<ItemFacts> items;
    for (const auto& [bytes, tokens] : bytes_and_tokens)
        items.push_back(
            item("i" + std::to_string(items.size()), {cached(0, k_none, tokens)}, bytes));
    return sum_up(items);
}

}  // namespace

TEST_CASE("nothing stored is no evidence of anything") {
    const EvidenceSummary sum = sum_up({}, true);
    CHECK_FALSE(sum.cache.unknown());
    CHECK_FALSE(sum.cache.repeat_share);
    CHECK(sum.shared_ids.runs.of == 0);
    CHECK_FALSE(sum.speed.prefill_tok_per_s);
    CHECK(sum.cut.items.empty());
}

TEST_CASE("B27: repeats that were served from a prefix cache are counted over those that tell") {
    // Repeats that tell: k = 1 and 2 of a, k = 1 of b. Served: two of them, 800 + 450 of 900 + 900.
    const auto sum = sum_up({item("a", {cached(0, 0), cached(1, 800), cached(2, 450)}),
                             item("b", {cached(0, 16), cached(1, 0), cached(2, k_none)}),
                             item("c", {cached(0, 0), run(1, Outcome::timeout)})});
    CHECK(sum.cache.runs == 7);
    CHECK(sum.cache.served.count == 3);
    CHECK(sum.cache.served.of == 6);
    CHECK(sum.cache.repeats.count == 2);
    CHECK(sum.cache.repeats.of == 3);
    CHECK(sum.cache.repeat_share.value() == Approx(1250.0 / 1800));
    CHECK_FALSE(sum.cache.unknown());
}

TEST_CASE("B28: a cold cache that was asked for and not given, and one that nobody tells of") {
    const auto served = sum_up({item("a", {cached(0, 0), cached(1, 800)})}, true);
    CHECK(served.cache.cold_asked);
    CHECK(served.cache.served.count == 1);
    CHECK_FALSE(served.cache.unknown());
    CHECK(sum_up({item("a", {cached(0, k_none), cached(1, k_none)})}, true).cache.unknown());
    CHECK_FALSE(sum_up({item("a", {cached(0, k_none)})}, false).cache.unknown());
    CHECK_FALSE(sum_up({item("a", {cached(0, 0), cached(1, 0)})}, true).cache.unknown());
    CHECK_FALSE(sum_up({item("a", {run(0, Outcome::timeout)})}, true).cache.unknown());
}

TEST_CASE("B01: runs of an item that share one response id") {
    const auto sum = sum_up({item("a", {with_id(0, "x"), with_id(1, "x"), with_id(2, "x")}),
                             item("b", {with_id(0, "p"), with_id(1, "q"), with_id(2, "p")}),
                             item("c", {with_id(0, "r"), with_id(1, "s"), with_id(2, "t")}),
                             item("d", {with_id(0, ""), with_id(1, ""), with_id(2, "u")})});
    CHECK(sum.shared_ids.runs.count == 2);
    CHECK(sum.shared_ids.runs.of == 3);
    CHECK(sum.shared_ids.items == std::vector<std::string>{"a", "b"});
}

TEST_CASE("B01: an engine that gives every answer one id tells nothing by it") {
    const auto sum = sum_up({item("a", {with_id(0, "req_0"), with_id(1, "req_0")}),
                             item("b", {with_id(0, "req_0"), with_id(1, "req_0")})});
    CHECK(sum.shared_ids.runs.count == 0);
    CHECK(sum.shared_ids.runs.of == 2);
}

TEST_CASE("B13: runs that spent their budget before any answer") {
    TrialFacts blank = run(2, Outcome::empty);
    blank.finish_reason = "length";
    const auto sum =
        sum_up({item("a", {run(0, Outcome::truncated_in_reasoning),
                           run(1, Outcome::truncated_in_answer), blank}),
                item("b", {run(0, Outcome::empty), run(1, Outcome::transport_error), run(2)})});
    CHECK(sum.never_answered.count == 2);
    CHECK(sum.never_answered.of == 5);
    CHECK(sum.blank_at_limit == 1);
}

TEST_CASE("B24: answers that do not keep to the demanded form are counted, and where") {
    TrialFacts fits = run(0);
    fits.fits_schema = true;
    TrialFacts prose = run(1);
    prose.fits_schema = false;
    const auto sum = sum_up({item("a", {fits, prose, prose}), item("b", {fits, run(1)})});
    CHECK(sum.not_enforced.runs.count == 2);
    CHECK(sum.not_enforced.runs.of == 4);
    CHECK(sum.not_enforced.items == std::vector<std::string>{"a"});
}

TEST_CASE("B25: answers found in the reasoning, of the runs that stopped there") {
    TrialFacts lost = run(0, Outcome::stopped_in_reasoning);
    lost.answer_in_reasoning = true;
    const auto sum = sum_up({item("a", {lost, run(1, Outcome::stopped_in_reasoning), run(2)})});
    CHECK(sum.in_reasoning.runs.count == 1);
    CHECK(sum.in_reasoning.runs.of == 2);
    CHECK(sum.in_reasoning.items == std::vector<std::string>{"a"});
}

TEST_CASE("B29: prompt tokens far below what the text makes") {
    // 20,480 bytes / 8 = 2560 > 2050; 16,400 / 8 = 2050 is still possible.
    CHECK(prompts({{20480, 2050}}).cut.items == std::vector<std::string>{"i0"});
    CHECK(prompts({{16400, 2050}}).cut.items.empty());
    CHECK(prompts({{1023, 10}}).cut.items.empty());  // a short one says nothing
    CHECK_FALSE(prompts({{20480, 2050}}).cut.constant_tokens);
    CHECK(prompts({{20480, 2050}}).cut.of == 1);
    // Some engines count only what was not cached: the largest count of an item's runs is meant.
    const auto warm = sum_up({item("a", {cached(0, 0, 5000), cached(1, 4990, 10)}, 20480)});
    CHECK(warm.cut.items.empty());
}

TEST_CASE("B29: prompts of very different size that all count the same") {
    const auto cut =
        prompts({{4000, 1000}, {9000, 2050}, {12000, 2050}, {16000, 2050}, {16400, 2050}});
    CHECK(cut.cut.items.empty());  // 16,400 is not twice 9,000
    const auto wide = prompts({{4000, 1000}, {8000, 2050}, {12000, 2050}, {16400, 2050}});
    CHECK(wide.cut.constant_tokens == 2050);
    CHECK(wide.cut.items == std::vector<std::string>{"i1", "i2", "i3"});
    CHECK(wide.cut.of == 4);
    // Two alike may be chance; equal counts below the largest one are no window.
    CHECK(prompts({{8000, 2050}, {16400, 2050}}).cut.items.empty());
    CHECK(prompts({{4000, 1000}, {5000, 1000}, {8000, 1000}, {16000, 4000}}).cut.items.empty());
}

TEST_CASE("B29: runs of blanks count as little as a tokenizer takes them for") {
    Item one;
    one.messages = {{"system", "ab"}, {"user", "a          b----------"}};
    // ab | a, two blanks, b, two dashes
    CHECK(prompt_bytes(one) == 2 + 6);
    CHECK(prompt_bytes(Item{}) == 0);
}

TEST_CASE("B46: prefill speed counts what was not cached, and says which runs were") {
    const auto timed = [](TrialFacts facts, double first_ms) {
        facts.timings.first_token_ms = first_ms;
        facts.timings.total_ms = first_ms + 100;
        facts.usage.completion_tokens = 10;
        return facts;
    };
    // (900 + 10 + 10) tokens in (0.9 + 0.01 + 0.01) s: 1000 tokens a second, not 2700 / 0.92.
    const auto sum = sum_up({item(
        "a", {timed(cached(0, 0), 900), timed(cached(1, 890), 10), timed(cached(2, 890), 10)})});
    CHECK(sum.speed.prefill_tok_per_s.value() == Approx(1000));
    CHECK(sum.speed.prefill_runs == 3);
    CHECK(sum.speed.prefill_cached_runs == 2);
    CHECK(sum.speed.prefill_unknown_runs == 0);
    CHECK(sum.speed.output_runs == 3);
    // Not told: taken as uncached, and said so. Without a first token there is nothing to time.
    const auto untold = sum_up({item("a", {timed(cached(0, k_none), 450), cached(1, 0)})});
    CHECK(untold.speed.prefill_tok_per_s.value() == Approx(2000));
    CHECK(untold.speed.prefill_runs == 1);
    CHECK(untold.speed.prefill_unknown_runs == 1);
    CHECK(untold.speed.output_runs == 1);
    CHECK_FALSE(sum_up({item("a", {cached(0, 0)})}).speed.prefill_tok_per_s);
}
