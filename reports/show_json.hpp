// One engine's runs of an item as JSON: the member of `engines` in kilter.show/1. Pure, any thread.
#pragma once

#include "reports/json_numbers.hpp"
#include "reports/show_model.hpp"

namespace kilter {

ReportJson shown_engine_json(const ShownEngine& engine);

}  // namespace kilter
