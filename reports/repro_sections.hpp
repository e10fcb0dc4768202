// Sections of the issue text: where the runs part, what values differ, what bounds the finding,
// what else is known, and what was not tested. Each is Markdown and ends in a blank line, or empty.
// Pure, any thread.
#pragma once

#include <string>

#include "reports/repro_model.hpp"

namespace kilter {

std::string repro_parting_section(const ReproModel& repro);
std::string repro_fields_section(const ReproModel& repro);
std::string repro_bounds_section(const ReproModel& repro);
std::string repro_others_section(const ReproModel& repro);  // other engines, probe, fingerprints
std::string repro_untested_section(const ReproModel& repro);

// Text of a model in a fence that it cannot close; controls and bidi marks are written out.
std::string fenced_text(std::string_view text);

}  // namespace kilter
