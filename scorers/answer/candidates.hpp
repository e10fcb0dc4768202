// Parts of a text that may be the answer, gathered by one extraction step: the last one that parses
// with the asked root kind wins. Not a searcher itself; one extraction, one thread.
#pragma once

#include <string_view>
#include <utility>

#include "base/json/read.hpp"

namespace kilter {

class Candidates {
  public:
    explicit Candidates(json::Kind root) : root_(root) {}

    // Takes part if it parsed; otherwise only its depth is remembered.
    void offer(json::ReadOutcome read);

    bool found() const { return found_; }
    bool several_differ() const { return several_differ_; }
    bool wrong_root() const { return wrong_root_; }  // one parsed, but with another root kind
    bool too_deep() const { return too_deep_; }
    json::ReadOutcome take() { return std::move(last_); }

  private:
    json::Kind root_;
    json::ReadOutcome last_;
    bool found_ = false;
    bool several_differ_ = false;
    bool wrong_root_ = false;
    bool too_deep_ = false;
};

// Blocks between three or more backticks, labelled json or not at all; the closing fence may be
// missing at the end of the text. Linear: a reading that runs over a later fence is inside a string
// there, so that no byte is read by more than two of them.
void offer_fenced(std::string_view text, Candidates& candidates);

// Outermost balanced {..} and [..], quotes respected. Nothing inside a bracket that is still open
// at the end is offered. Linear.
void offer_balanced(std::string_view text, Candidates& candidates);

}  // namespace kilter
