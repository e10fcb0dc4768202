// What the local page answers, and the head that goes before it: nothing is cached, framed, sniffed
// or told to another site. Pure, any thread.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/viewing/admission.hpp"

namespace kilter {

struct ViewAnswer {
    int status = 200;
    std::string type = "text/html; charset=utf-8";
    std::string body;
    std::vector<std::pair<std::string, std::string>> headers;  // beside those that every answer has
};

// Status line and headers up to the blank line. `policy`: the Content-Security-Policy of the page,
// which holds for every answer.
std::string head_of(const ViewAnswer& answer, std::string_view policy, bool keep_alive);
// The same for a stream of events, which ends when the connection does.
std::string event_stream_head(std::string_view policy);

// A short page without scripts; the texts are escaped.
ViewAnswer problem_answer(int status, std::string_view title, std::string_view text);
ViewAnswer redirect_to(std::string target);
// What to say to who is not welcome; the redirect of an exchange.
ViewAnswer answer_for(Admission admission, const ViewRequest& request, const ViewSecret& secret);

// One event of a stream; data with line breaks takes several lines. `name` is a plain word.
std::string event_text(std::string_view name, std::string_view data);
// Nothing happened, but both sides are there.
std::string heartbeat_text();

}  // namespace kilter
