// Boards for tests of reports, filled by hand: no scorer is asked. The row of the founding case has
// the figures of its published board.
#pragma once

#include <string>
#include <utility>

#include "reports/board_model.hpp"

namespace kilter::test {

inline Condition sample_condition(long long max_tokens) {
    Condition out;
    out.order = "run_major";
    out.cache = "as_is";
    out.max_tokens = max_tokens;
    return out;
}

inline DivergenceSummary parted(long long items, long long at_start, long long absent,
                                std::optional<double> median) {
    DivergenceSummary out;
    out.items = items;
    out.at_start = at_start;
    out.absent = absent;
    out.drift = items - at_start - absent;
    out.median_code_point = median;
    return out;
}

// 13 items of sizes [2, 1]: two of their three runs differ with 2/3, 13 x 2/3 = 26/3.
inline StabilityDetail founding_detail() {
    StabilityDetail detail;
    detail.unstable_at.resize(2);
    detail.unstable_at[0].k = 2;
    detail.unstable_at[0].items = 26.0 / 3;
    detail.unstable_at[0].distinct = 1 + 26.0 / 150;
    detail.unstable_at[1].k = 3;
    detail.unstable_at[1].items = 13;
    detail.unstable_at[1].distinct = 1.26;
    for (UnstableAt& at : detail.unstable_at) at.of = 50;
    UnstableItem item;
    item.item = "T3-05";
    item.sizes = {2, 1};
    item.variants = "A A B";
    item.disagreement = 2.0 / 3;
    item.measures.runs = 3;
    item.measures.distinct = 2;
    item.measures.modal_share = item.measures.coverage = 2.0 / 3;
    item.measures.effective_shannon = 1.88988;
    item.measures.effective_simpson = 1.8;
    item.measures.chao1 = 2;
    item.pattern = RunPattern::one_differs;
    item.divergence.kind = DivergenceKind::mismatch;
    item.relative = RelativePosition();
    item.value_flip = true;
    item.fields = {"deadline"};
    item.prompt_tokens = 6072;
    detail.unstable_items = {item};
    detail.patterns = {37, 4, 9, 0, 0, 0};
    detail.first_run.items = 4;
    detail.first_run.of = 13;
    detail.first_run.p_value = 0.6776;
    detail.cache.items = 50;
    detail.cache.not_told = {150, 13};
    detail.prompt_tokens_unstable = {6038.0, 13};
    detail.prompt_tokens_stable = {6072.0, 37};
    FieldStability deadline, section;
    deadline.field = "deadline";
    deadline.unstable = {3, 10};
    deadline.items = {"T3-05", "T3-08", "T4-06"};
    deadline.undecided = 0;
    deadline.errors = 1;
    section.field = "section";
    section.unstable = {0, 8};
    detail.by_field = {deadline, section};
    detail.tar_raw = {41, 50};
    detail.tar_answer = {44, 50};
    return detail;
}

inline VoteDetail founding_votes() {
    VoteDetail vote;
    vote.gain = 97 - 286.0 / 3;
    vote.gain_items = 5;
    vote.loss_items = 1;
    vote.right_some_wrong = {"T2-04", "T3-08", "T4-06", "T5-02", "T6-02"};
    vote.plurality_decided = 50;
    vote.plurality_points = 97;
    vote.fields = 126;
    vote.pass_at = {0.95, 0.98, 1};
    vote.pass_hat = {0.95, 0.91, 0.88};
    vote.g_pass = {0.97, 0.88, 0.88};
    vote.pass_items = 50;
    return vote;
}

inline BoardRow founding_row() {
    BoardRow row;
    row.engine = "stock";
    row.experiment = "20261129-120000-3f9a1c";
    row.suite = "founding-main";
    row.prompts_digest = "prompts";
    row.scoring_digest = "scoring";
    row.scorer_version = "scorer/1";
    row.condition = sample_condition(16384);
    EngineSummary& sum = row.summary;
    sum.items = 50;
    sum.runs = 3;
    sum.planned = sum.stored = 150;
    sum.outcomes = {{"answered", 149}, {"truncated_in_reasoning", 1}};
    sum.points_per_run = {96.0, 96.0, 94.0};
    sum.points_mean = 286.0 / 3;
    sum.points_min = 94;
    sum.points_max = 96;
    sum.answered_only = 286.0 / 3;
    sum.attainable = 98;
    sum.max_points = 100;
    sum.points_ci95 = Interval{93.1178, 97.5488};
    sum.unstable = 13;
    sum.measurable = 50;
    sum.unstable_ci95 = Interval{0.158744, 0.395533};
    sum.unstable_by_level = {13, 13, 9, 9, 6, 6};
    sum.unstable_items = {"T3-05", "T6-02"};
    sum.value_flips = {5, 50};
    sum.value_flip_items = {"T2-04", "T3-05", "T3-08", "T4-06", "T5-02"};
    sum.disagreement = 26.0 / 150;
    sum.divergence[0] = parted(13, 12, 0, 0.0);
    sum.majority_of = sum.majority_decided = 50;
    sum.majority_points = 97;
    sum.majority_errors = sum.majority_harmful = {"T3-05"};
    sum.partition = {37, 7, 0, 0, 5, 1, 0};
    sum.loops = {1, 150};
    sum.loop_items = {"T6-02"};
    sum.pass_at_k = 1;
    sum.pass_hat_k = 0.88;
    sum.output_tok_per_s = 26.4;
    sum.detection_power = 0.27;
    sum.loop_tokens_wasted = 1063.5;
    sum.loop_runs_told = 1;
    sum.stability = founding_detail();
    sum.voting = founding_votes();
    sum.warnings = {"first_token_ms_p50: no valid trial was streamed with a token seen"};
    return row;
}

// 0 of 50 unstable, 98 points: the bound beside the zero is 7.13 %.
inline BoardRow steady_row(std::string engine = "fixed") {
    BoardRow row = founding_row();
    row.engine = std::move(engine);
    EngineSummary& sum = row.summary;
    sum.outcomes = {{"answered", 150}};
    sum.points_per_run = {98.0, 98.0, 98.0};
    sum.points_mean = sum.points_min = sum.points_max = sum.answered_only = 98;
    sum.points_ci95 = Interval{98, 98};
    sum.unstable = 0;
    sum.unstable_ci95 = Interval{0, 0.071348};
    sum.unstable_by_level = {};
    sum.unstable_items.clear();
    sum.value_flips = {0, 50};
    sum.value_flip_items.clear();
    sum.disagreement = 0;
    sum.divergence = {};
    sum.majority_points = 98;
    sum.majority_errors.clear();
    sum.majority_harmful.clear();
    sum.partition = {50, 0, 0, 0, 0, 0, 0};
    sum.loops = {0, 150};
    sum.loop_items.clear();
    sum.pass_hat_k = 1;
    sum.loop_tokens_wasted = 0;
    sum.loop_runs_told = 0;
    sum.stability = {};
    sum.stability.unstable_at = {{2, 0, 50, 1}, {3, 0, 50, 1}};
    sum.voting = {};
    sum.voting.gain = 0;
    sum.voting.pass_items = 50;
    sum.first_token_ms_p50 = 12.25;
    sum.warnings.clear();
    return row;
}

// One item, one run, and that one failed: nearly everything is undefined.
inline BoardRow empty_row() {
    BoardRow row;
    row.engine = "down";
    row.experiment = "x";
    row.suite = "s";
    row.condition = sample_condition(1024);
    EngineSummary& sum = row.summary;
    sum.items = sum.runs = 1;
    sum.planned = 1;
    sum.missing = 1;
    sum.points_per_run = {std::nullopt};
    sum.attainable = sum.max_points = 1;
    sum.unmeasurable = 1;
    sum.warnings = {"points.mean: no run is complete"};
    return row;
}

inline Board founding_board() {
    Board board;
    board.rows = {founding_row(), steady_row()};
    return board;
}

// Three fields, ten items, K = 3. b: F1 = 2*20 / (2*20 + FD + FA + FN + FD = 4+2+1+4) = 40/51;
// all: 100 / (100 + 11) = 0.9009.
inline AccuracySummary sample_accuracy() {
    AccuracySummary sum;
    FieldCounts a, b, c;
    a.tp = 30;
    b.tp = 20;
    b.fd = 4;
    b.fn = 1;
    b.fa = 2;
    b.tn = 3;
    c.tn = 30;
    sum.by_field = {{"a", a}, {"b\x1b[2J", b}, {"c", c}};
    sum.all.tp = 50;
    sum.all.fd = 4;
    sum.all.fn = 1;
    sum.all.fa = 2;
    sum.all.tn = 33;
    sum.f1_micro = 100.0 / 111;
    sum.exact_documents = {22, 30};
    sum.clean = {29, 30};
    return sum;
}

}  // namespace kilter::test
