// What `kilter diff` says, as a page: the form that chooses two sides, and the comparison. Reads
// without scripts; model text is shown, never interpreted. Pure, any thread.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reports/diff_model.hpp"

namespace kilter {

// One engine of one experiment that can be a side.
struct SideChoice {
    std::string value, label;
};

struct CompareForm {
    std::vector<SideChoice> choices;  // newest first
    std::string a, b, level;          // values; empty: not chosen
};

std::string compare_form_html(const CompareForm& form);

// Where an item of one side is shown in full.
using ItemHref = std::function<std::string(const DiffedCondition& side, const ItemComparison&)>;

std::string diff_html(const DiffReport& report, const ItemHref& href);

}  // namespace kilter
