// Short ways to write runs in tests. The "hash" of a text is the text itself: only equality counts.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "scorers/stability/item_analysis.hpp"

namespace kilter {

// One valid, scored run: its texts, its value record, its points of `attainable`.
inline RunView make_run(int k, const std::string& reasoning, const std::string& content,
                        const std::string& value, double points, double attainable = 2) {
    RunView run;
    run.k = k;
    run.outcome = Outcome::answered;
    run.reasoning_state = TextState::text;
    run.content_state = TextState::text;
    run.reasoning_sha256 = reasoning;
    run.content_sha256 = content;
    run.verdict = RunVerdict{points,  attainable, attainable,
                             content, value,      value + "=" + std::to_string(points)};
    return run;
}

inline RunView make_failed_run(int k, Outcome outcome = Outcome::timeout) {
    RunView run;
    run.k = k;
    run.outcome = outcome;
    return run;
}

// The completions behind make_run(); counts how often it was asked.
class Texts {
  public:
    explicit Texts(const std::vector<RunView>& runs) {
        for (const RunView& run : runs) {
            Completion& text = texts_[run.k];
            text.reasoning = {run.reasoning_state, run.reasoning_sha256};
            text.content = {run.content_state, run.content_sha256};
        }
    }
    TextOf reader() {
        return [this](int k) -> const Completion* {
            ++asked;
            const auto found = texts_.find(k);
            return found == texts_.end() ? nullptr : &found->second;
        };
    }
    int asked = 0;

  private:
    std::map<int, Completion> texts_;
};

inline ItemAnalysis analyse(const std::string& item, const std::vector<RunView>& runs, int planned,
                            double attainable = 2, double max_points = 2) {
    Texts texts(runs);
    return analyse_item(item, runs, planned, attainable, max_points, texts.reader());
}

}  // namespace kilter
