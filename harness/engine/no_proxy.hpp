// The list of no_proxy, read as curl reads it. Pure, any thread.
#pragma once

#include <string_view>

namespace kilter {

// `host`: in lower case, IPv6 in brackets. `list`: separated by commas or blanks; a name stands for
// itself and all below it, a number for an address or, with "/bits", a block of them; "*" alone for
// every host.
bool is_exempt(std::string_view host, std::string_view list);

}  // namespace kilter
