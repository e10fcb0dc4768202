// Who may read the local page. Any program on this machine and any page in the user's browser can
// send requests to a port on loopback; only who was given the token gets an answer out of the
// store. Pure, any thread.
#pragma once

#include <cstdint>
#include <string>

#include "cli/viewing/request.hpp"

namespace kilter {

struct ViewSecret {
    std::string token;
    std::uint16_t port = 0;
    // Browsers send a cookie to every port of a host, so its name tells ours from those of others.
    std::string cookie_name() const { return "kilter-" + std::to_string(port); }
};

enum class Admission {
    welcome,
    exchange,      // the right token in the address: a cookie for it, and the address without it
    wrong_host,    // a name that was made to point here (DNS rebinding), or none
    wrong_method,  // nothing here can be changed
    other_site,    // a page of another origin asks; it may link here, no more
    no_token,      // or a wrong one
};

// In the order: host, method, origin, token.
Admission admit(const ViewRequest& request, const ViewSecret& secret);

// The Set-Cookie of an exchange. Ends with the browser's session; no script reads it, no other site
// can make the browser send it.
std::string cookie_for(const ViewSecret& secret);

}  // namespace kilter
