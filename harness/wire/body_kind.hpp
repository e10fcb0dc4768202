// Tells from the first bytes of a body what it is. Pure, any thread.
#pragma once

#include <string_view>

namespace kilter {

enum class BodyKind {
    undecided,  // too few bytes so far
    json,
    stream,  // server-sent events
    other,   // HTML, plain text, ...
};

// `head` is all that has arrived so far; a BOM and white space in front do not count.
BodyKind body_kind(std::string_view head);

}  // namespace kilter
