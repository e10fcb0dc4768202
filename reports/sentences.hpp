// A board row in words: what was seen, what bounds it, where it parts. Evidence, never a cause; and
// never more certainty than K runs give. Pure, any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/board_model.hpp"

namespace kilter {

// Each a full sentence without the engine's name; safe text, one line.
std::vector<std::string> row_sentences(const BoardRow& row);

// Warnings that no sentence says already and that speak of what people are shown; safe text.
std::vector<std::string> row_notes(const EngineSummary& summary);

// Valid runs that reached the token limit, while thinking or answering.
Rate cut_runs(const EngineSummary& summary);

// Short cells, shared by every board format; "n/a" where undefined.
std::string points_cell(const EngineSummary& summary);  // "95.33"
// "93.12-97.55"; "n/a" where undefined and where it has no width.
std::string points_error_cell(const EngineSummary& summary);
std::string unstable_cell(const EngineSummary& summary);        // "13/50"
std::string unstable_bound_cell(const EngineSummary& summary);  // "16-40%", "<=7.1%"
std::string ratio_cell(const Rate& rate);                       // "5/50"
std::string share_cell(const Rate& rate);                       // "99.3%"; 100% only if all
std::string majority_cell(const EngineSummary& summary);        // "97.00"
std::string speed_cell(const EngineSummary& summary);           // "26.4"
// "7.1%", "<0.1%"; "100%" only where it is exactly that, else ">99.9%".
std::string percent(double share);
std::string number_text(double value);  // "98", "0.25", "8388610": never with an exponent
std::string plural(long long count, std::string_view one, std::string_view many);  // "1 item"
// A tick, a cross or a dash, and the word beside it: no mark stands alone.
std::string_view gate_mark(GateState state);
std::string gate_word(GateState state);  // "holds", "left out"
// At most five names, then "and 3 more".
std::string name_list(const std::vector<std::string>& names);

}  // namespace kilter
