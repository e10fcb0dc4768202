// The look at an XML text before a parser builds anything of it: what could cost memory or time out
// of proportion, or bring in other files, is refused. Not a validator: the parser says what is
// malformed. Linear, pure, any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace kilter {

inline constexpr int k_deepest_xml = 64;                  // elements inside each other
inline constexpr std::size_t k_most_xml_parts = 200'000;  // elements and attributes

struct XmlFault {
    std::size_t byte_offset = 0;
    std::string message;
};

// Refused: document type declarations (entities are made there), entities that XML does not have
// of itself, encodings other than UTF-8, nesting and size beyond the limits above. `text` is UTF-8.
std::optional<XmlFault> find_xml_fault(std::string_view text);

}  // namespace kilter
