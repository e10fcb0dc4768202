// Halves of UTF-16 pairs that an engine cut between two deltas: "\ud83d" ends one, "\ude00" begins
// the next. Text here is what json::read gives with keep_surrogates: UTF-8, and each lone half as
// three bytes. Pure, any thread.
#pragma once

#include <string>
#include <string_view>

namespace kilter {

// Appends; a high half at the end of `text` and a low half at the start of `piece` become one code
// point.
void append_joined(std::string& text, std::string_view piece);

// Without a high half at the end, which the next piece may complete.
std::string_view without_open_half(std::string_view text);

// Halves that found no partner become U+FFFD (three bytes too, so that offsets stay). True: there
// were some.
bool repair_lone_halves(std::string& text);

}  // namespace kilter
