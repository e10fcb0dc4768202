// Rows of items for tests of reports, filled by hand: K = 3, one engine, one suite.
#pragma once

#include <string>
#include <utility>

#include "reports/item_rows.hpp"

namespace kilter::test {

inline RunRow answered_run(int k, std::string variant, double points) {
    RunRow run;
    run.k = k;
    run.outcome = Outcome::answered;
    run.finish_reason = "stop";
    run.parse_status = "clean";
    run.variant = run.value_variant = std::move(variant);
    run.points = points;
    run.timings.total_ms = 500;
    run.usage.prompt_tokens = 7000;
    run.attempts = 1;
    return run;
}

inline ItemRow steady_item(std::string item = "T1-01") {
    ItemRow row;
    row.engine = "stock";
    row.experiment = "x1";
    row.suite = "s";
    row.item = std::move(item);
    row.planned = 3;
    row.max_points = row.attainable = 2;
    row.measurable = true;
    row.vote = RowVote::right;
    row.disagreement = 0;
    for (int k = 0; k < 3; ++k) row.runs.push_back(answered_run(k, "A", 2));
    return row;
}

// A A B; the vote is wrong although the third run is right; parts at code point 12 of the
// reasoning.
inline ItemRow wavering_item(std::string item = "T3-05") {
    ItemRow row = steady_item(std::move(item));
    row.unstable = row.value_flip = true;
    row.vote = RowVote::harmful;
    row.divergence.kind = DivergenceKind::mismatch;
    row.divergence.channel = Channel::reasoning;
    row.divergence.code_point = 12;
    row.runs = {answered_run(0, "A", 1), answered_run(1, "A", 1), answered_run(2, "B", 2)};
    return row;
}

// Run 0 is missing, run 1 timed out, run 2 is right.
inline ItemRow broken_item(std::string item = "T9-01") {
    ItemRow row = steady_item(std::move(item));
    row.measurable = false;
    row.vote = RowVote::none;
    RunRow failed;
    failed.k = 1;
    failed.outcome = Outcome::timeout;
    failed.error = "no byte for 5 s, \"idle\"";
    row.runs = {failed, answered_run(2, "A", 2)};
    return row;
}

}  // namespace kilter::test
