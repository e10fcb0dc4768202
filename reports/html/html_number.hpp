// Numbers in HTML that carry their key in the board's JSON, so that a reader (and a test) can hold
// one against the other. Pure, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kilter {

// <data data-path="points.mean" value="95.3333">95.33</data>; without a value the text alone.
std::string html_number(std::string_view path, const std::optional<double>& value,
                        std::string_view shown);
std::string html_count(std::string_view path, long long value);

}  // namespace kilter
