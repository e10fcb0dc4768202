// The built-in prompt: the documents in order, each under a heading with its name, then the
// question, then the schema as text. No randomness, no clock. Pure, any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "suites/suite.hpp"

namespace kilter {

// `system` may be empty (no system message). `template_text` may be empty (the built-in order), or
// hold {documents}, {question} and {schema}.
std::vector<Message> render_messages(const Item& item, std::string_view system,
                                     std::string_view template_text);

}  // namespace kilter
