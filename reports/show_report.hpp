// One item's runs: as JSON (schema kilter.show/1) and for the terminal, grouped by variant and cut
// at the point where they part. Model text is shown, never interpreted. Pure, any thread.
#pragma once

#include <string>
#include <vector>

#include "reports/show_model.hpp"
#include "reports/text_style.hpp"

namespace kilter {

// One item: an object. Several: {"schema": "kilter.show-list/1", "items": [...]}.
std::string show_json(const std::vector<ShownItem>& items);
std::string show_text(const std::vector<ShownItem>& items, const TextStyle& style);

}  // namespace kilter
