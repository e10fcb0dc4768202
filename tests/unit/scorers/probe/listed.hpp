// Lists of log probabilities for the tests of the probe, written short.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "scorers/probe/position.hpp"

namespace kilter {

using Pairs = std::vector<std::pair<std::string, std::string>>;  // token, literal

inline ListedToken listed_token(const std::string& token, const std::string& literal) {
    return {"text " + token, token, listed_number(literal)};
}

// The first of the list is put out, unless another is named.
inline ListedPosition listed_position(const Pairs& top, const std::string& chosen = {}) {
    ListedPosition out;
    for (const auto& [token, literal] : top) out.top.push_back(listed_token(token, literal));
    out.chosen = out.top.front();
    for (const ListedToken& one : out.top)
        if (one.token == chosen) out.chosen = one;
    return out;
}

// Answers k = 0, 1, ...; each a list of positions.
inline std::vector<ProbedAnswer> listed_answers(
    const std::vector<std::vector<ListedPosition>>& answers) {
    std::vector<ProbedAnswer> out;
    for (const auto& positions : answers) {
        ProbedAnswer one;
        one.k = static_cast<int>(out.size());
        one.lists.shape = positions.empty() ? "" : "content";
        one.lists.positions = positions;
        out.push_back(std::move(one));
    }
    return out;
}

// Answers of one token each.
inline std::vector<ProbedAnswer> one_token(const std::vector<Pairs>& lists) {
    std::vector<std::vector<ListedPosition>> answers;
    for (const Pairs& one : lists) answers.push_back({listed_position(one)});
    return listed_answers(answers);
}

}  // namespace kilter
