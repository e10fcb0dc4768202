#include "scorers/probe/probe_verdict.hpp"

#include <catch2/catch_all.hpp>

#include "tests/unit/scorers/probe/listed.hpp"

namespace kilter {
namespace {

// The list of one token; another number, another list.
ListedPosition list(const std::string& literal, const std::string& token = "a") {
    return listed_position({{token, literal}, {"z", "-9"}});
}

struct Probed {
    std::vector<ProbedLength> lengths;
    std::vector<std::vector<ProbedAnswer>> answers;
    void add(const std::string& prompt, int tokens,
             const std::vector<std::vector<ListedPosition>>& lists) {
        answers.push_back(listed_answers(lists));
        lengths.push_back(compare_length(prompt, tokens, answers.back()));
    }
    ProbeVerdict verdict() const { return probe_verdict(lengths, answers); }
};

std::string number(int i) {
    return "-0." + std::to_string(10 + i);
}

TEST_CASE("vector J, GENBIS3: token 1 identical, token 2 three ways") {
    Probed probed;
    probed.add(
        "P1", 4,
        {{list("-0.5"), list("-1.1")}, {list("-0.5"), list("-1.2")}, {list("-0.5"), list("-1.3")}});
    const ProbedLength& length = probed.lengths.front();
    CHECK(length.distinct == 3);
    CHECK(length.positions[0].kind == ProbeClass::identical);
    CHECK(length.positions[1].distinct == 3);
    CHECK(length.variants == std::vector<std::string>{"A", "B", "C"});
    const ProbeVerdict verdict = probed.verdict();
    CHECK(verdict.prefill.kind == ProbeClass::identical);
    CHECK(verdict.decode.kind == ProbeClass::values_changed);
    CHECK(verdict.decode.first_position == 2);
    CHECK(verdict.decode.changed == std::vector<std::string>{"P1"});
}

TEST_CASE("vector 5F: ten distinct of ten, by 0.25 to 3 nats, and how many states that tells") {
    std::vector<std::vector<ListedPosition>> racing, calm;
    for (int i = 0; i < 10; ++i) {
        // -0.25 and on in steps of 0.25: the largest apart by 2.25.
        racing.push_back({list("-" + std::to_string(0.25 * (i + 1)))});
        calm.push_back({list("-0.5")});
    }
    Probed probed;
    probed.add("P1", 1, racing);
    probed.add("P2", 1, calm);
    CHECK(probed.lengths[0].distinct == 10);
    CHECK(*probed.lengths[0].max_delta_nats == 2.25);
    CHECK(probed.lengths[0].first_differs == false);
    CHECK(probed.lengths[1].distinct == 1);
    const ProbeVerdict verdict = probed.verdict();
    CHECK(verdict.prefill.kind == ProbeClass::values_changed);
    CHECK(verdict.prefill.changed == std::vector<std::string>{"P1"});
    CHECK(verdict.prefill.prompts == 2);
    CHECK(*verdict.prefill.max_delta_nats == 2.25);
}

TEST_CASE("vectors 4.7 and 5F, JSC log 97: distinct of n is a floor on the states") {
    CHECK(fewest_states(1) == 1);
    CHECK(fewest_states(2) == 2);  // of two equally likely states two draws differ half of the time
    CHECK(fewest_states(10) == 19);
    CHECK(fewest_states(16) == 46);
    CHECK(fewest_states(40) == 274);
}

TEST_CASE("the prefill is compared over both lengths of a prompt") {
    Probed probed;
    const std::vector<ListedPosition> at_one = {list("-0.5")};
    const std::vector<ListedPosition> at_four = {list("-0.75"), list("-1")};
    probed.add("P1", 1, {at_one, at_one, at_one});
    probed.add("P1", 4, {at_four, at_four, at_four});
    CHECK(probed.lengths[0].kind == ProbeClass::identical);
    CHECK(probed.lengths[1].kind == ProbeClass::identical);
    const ProbeVerdict verdict = probed.verdict();
    CHECK(verdict.prefill.kind == ProbeClass::values_changed);
    CHECK(verdict.prefills.front().first.n == 6);
    CHECK(verdict.prefills.front().first.distinct == 2);
    CHECK(verdict.decode.kind == ProbeClass::identical);
}

TEST_CASE("cold and warm: the first of all requests stands alone") {
    Probed probed;
    probed.add("P1", 1, {{list("-0.5")}, {list("-0.6")}, {list("-0.6")}});
    probed.add("P1", 4, {{list("-0.6"), list("-1")}, {list("-0.6"), list("-1")}});
    CHECK(probed.lengths[0].first_differs == true);
    CHECK(probed.verdict().prefills.front().first.first_differs == true);
}

TEST_CASE("decode cannot be told where all parted at the first token") {
    Probed probed;
    std::vector<std::vector<ListedPosition>> answers;
    for (int i = 0; i < 3; ++i)
        answers.push_back(
            {list(number(i), std::string(1, static_cast<char>('a' + i))), list("-1")});
    probed.add("P1", 4, answers);
    const ProbeVerdict verdict = probed.verdict();
    CHECK(verdict.prefill.kind == ProbeClass::set_changed);
    CHECK(verdict.decode.kind == ProbeClass::unsupported);
    CHECK(verdict.decode.reason == "fewer than two answers have the same tokens before it");
}

TEST_CASE("edges: nothing asked, no lists, one token only") {
    CHECK(Probed{}.verdict().prefill.reason == "nothing was asked");
    Probed probed;
    probed.add("P1", 1, {{}, {}});
    CHECK(probed.lengths[0].kind == ProbeClass::unsupported);
    CHECK(probed.lengths[0].reason == "no answer lists log probabilities");
    CHECK(probed.lengths[0].n == 0);
    CHECK(probed.lengths[0].distinct == 0);
    CHECK(probed.lengths[0].variants == std::vector<std::string>{"-", "-"});
    CHECK(probed.verdict().prefill.kind == ProbeClass::unsupported);
    Probed single;
    single.add("P1", 1, {{list("-1")}, {list("-1")}});
    CHECK(single.verdict().decode.reason == "no answer has a second token");
}

TEST_CASE("texts that differ with equal bits are one list") {
    Probed probed;
    probed.add("P1", 1, {{list("-0.5")}, {list("-0.50")}});
    CHECK(probed.lengths[0].distinct == 1);
    CHECK(probed.lengths[0].distinct_texts == 2);
    CHECK(probed.lengths[0].kind == ProbeClass::identical);
}

}  // namespace
}  // namespace kilter
