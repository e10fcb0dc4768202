// What the tests of the founding case share: the scripted answers compared with the suites' gold,
// with no network and no scorer. It knows no comparator: a list is right where it is gold's, or
// wrong as a whole. One thread.
#pragma once

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <map>
#include <set>

#include "base/json/read.hpp"
#include "base/json/write.hpp"
#include "tests/unit/harness/sim/raw_client.hpp"

namespace kilter::test::founding_case {

inline const std::string k_main = "founding-main";
inline const std::string k_hard = "founding-hard";
inline const std::string k_language = "founding-language";

// The three answers that are written differently and mean the same.
inline const std::map<std::string, std::string> k_same_meaning{
    {"2026. december 15.", "2026-12-15"},
    {"2026. szeptember 30.", "2026-09-30"},
    {"1 284 500 Ft", "1284500"},
};

inline std::string meaning(const json::Value* value) {
    if (value == nullptr || value->is_null()) return "null";
    if (!value->is_string() && !value->is_number()) return json::write(*value);
    const auto same = k_same_meaning.find(value->text);
    return same == k_same_meaning.end() ? value->text : same->second;
}

inline std::string without_fence(std::string text) {
    const std::string open = "```json\n";
    if (!text.starts_with(open)) return text;
    text = text.substr(open.size());
    return text.substr(0, text.rfind("```"));
}

// Judged fields earn nothing: nobody is there to judge.
inline double points_of(const Item& item, const Reply& reply) {
    const json::ReadOutcome answer = json::read(without_fence(*reply.content));
    if (!answer.ok) return 0;
    double right = 0;
    double all = 0;
    for (const Field& field : item.fields) {
        all += field.weight;
        if (field.compare == Comparator::judge) continue;
        const json::Value* gold = item.gold.find(field.path);
        if (meaning(gold) == meaning(answer.value.find(field.path))) right += field.weight;
    }
    return item.points * right / all;
}

inline std::string value_of(const Item& item, const Reply& reply) {
    const json::ReadOutcome answer = json::read(without_fence(*reply.content));
    if (!answer.ok) return "unparsed";
    std::string out;
    for (const Field& field : item.fields) {
        if (field.compare != Comparator::judge)
            out += meaning(answer.value.find(field.path)) + "\n";
    }
    return out;
}

inline std::string full_of(const Reply& reply) {
    return reply.reasoning.value_or("-") + "\x1f" + *reply.content;
}

// The places of a suite's items among the scenario's, which are those of their replies.
inline std::vector<std::size_t> places(const Scenario& scenario, const std::string& suite) {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < scenario.items.size(); ++i) {
        if (scenario.items[i].suite == suite) out.push_back(i);
    }
    return out;
}

template <class Signature>
std::set<std::string> unstable(const Scenario& scenario, const EngineScript& engine,
                               const std::string& suite, Signature signature) {
    std::set<std::string> out;
    for (const std::size_t i : places(scenario, suite)) {
        const Item& item = *scenario.items[i].item;
        std::set<std::string> seen;
        for (const Reply& reply : engine.replies[i]) seen.insert(signature(item, reply));
        if (seen.size() > 1) out.insert(item.id);
        CHECK(seen.size() <= 2);  // sizes [2, 1]
    }
    return out;
}

inline std::vector<double> points_per_run(const Scenario& scenario, const EngineScript& engine,
                                          const std::string& suite) {
    std::vector<double> out(3);
    for (const std::size_t i : places(scenario, suite)) {
        for (std::size_t run = 0; run < 3; ++run) {
            out[run] += points_of(*scenario.items[i].item, engine.replies[i][run]);
        }
    }
    return out;
}

inline std::string prompt_median(std::vector<long long> tokens) {
    std::sort(tokens.begin(), tokens.end());
    return std::to_string(tokens[tokens.size() / 2]);
}

inline std::shared_ptr<const Scenario> founding() {
    return load_scenario("qsa-topk", source_root()).value();
}

}  // namespace kilter::test::founding_case
