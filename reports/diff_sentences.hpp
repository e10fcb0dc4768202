// A comparison of two conditions in words and short cells, shared by the terminal and the HTML
// page: what differs, where, and what bounds that; never why. Safe text, one line each; empty where
// there is nothing to say. Pure, any thread.
#pragma once

#include <string>
#include <string_view>

#include "reports/diff_model.hpp"

namespace kilter {

std::string_view diff_verdict_words(DiffVerdict verdict);  // "noisy, overlapping"

// Cells of the table of items.
std::string diff_sizes_cell(const DiffSide& side);  // "3": one output; "2+1": two
std::string diff_parting_cell(const ItemComparison& item);
std::string diff_token_cell(const ItemComparison& item);  // "5"; "~5" where it is an estimate
std::string diff_points_cell(const ItemComparison& item);

// Sentences over all items.
std::string diff_headline(const DiffReport& report);
std::string diff_levels_sentence(const DiffReport& report);  // one output on both sides, by level
std::string diff_bound_sentence(const DiffReport& report);   // what identical runs leave open
std::string diff_excess_sentence(const DiffReport& report);
std::string diff_points_sentence(const DiffReport& report);
std::string diff_changes_sentence(const DiffReport& report);  // the test of fixed and regressed
std::string diff_incomplete_sentence(const DiffReport& report);

// The item whose texts a window shows; nullptr: none that parts.
const ItemComparison* diff_window_item(const DiffReport& report, const DiffWindow& window);
// Where an item parts; it must have a parting.
std::string diff_parting_sentence(const DiffReport& report, const ItemComparison& item);
std::string diff_setting_value(const std::string& value);
// "engine", or "engine of experiment" where the sides are of two experiments.
std::string diff_side_words(const DiffReport& report, const DiffedCondition& side);

}  // namespace kilter
