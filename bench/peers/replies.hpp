// The bytes of the mock server's HTTP replies, as engines write them: one JSON body, or server-sent
// events in chunks. Builds strings, sends nothing.
#pragma once

#include <string>
#include <string_view>

namespace kilter::bench {

std::string plain_reply(std::string_view status, std::string_view type, std::string_view body);

// A reply to a request without a stream in two parts: what differs from request to request, and the
// rest of the body, which can be used again; `text` is what the model said.
std::string completion_rest(std::string_view text);
std::string completion_reply(std::string_view id, std::string_view rest);

// The head of a stream and its first event, which has a role and no text.
std::string stream_start(std::string_view id);
// One event with a piece of the text.
void add_stream_event(std::string& out, std::string_view id, std::string_view piece);
// The last events, and the end of the reply.
std::string stream_end(std::string_view id, std::size_t text_bytes);
// Events as one chunk of the reply.
std::string chunk(std::string_view events);

}  // namespace kilter::bench
