// Pieces of the terminal's view of an item: the point of parting with the text before it and what
// each variant goes on with, and the values of the fields over the runs. Model text is shown, never
// interpreted. Pure, any thread.
#pragma once

#include <string>
#include <vector>

#include "reports/show_model.hpp"
#include "reports/text_style.hpp"

namespace kilter {

// Runs of one variant at level full, A first; failed runs have a group each, without a letter.
struct VariantGroup {
    std::string letter;
    std::vector<const ShownRun*> runs;  // by k, never empty
};
std::vector<VariantGroup> variant_groups(const ShownEngine& engine);

// "run 2", "runs 0-2, 5"
std::string run_words(const std::vector<const ShownRun*>& runs);

// "" where nothing parts.
std::string parting_text(const ShownEngine& engine, const TextStyle& style);

// Every field with its values, the runs that gave them, class and gold; a star where they differ.
std::string field_values_text(const ShownEngine& engine, const TextStyle& style);

// The text behind a label, over at most `lines` lines; cut text ends in an ellipsis.
std::string labelled_text(const std::string& label, const std::string& text, std::size_t lines,
                          const TextStyle& style);

}  // namespace kilter
