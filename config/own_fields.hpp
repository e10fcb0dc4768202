// Fields of a request that kilter writes itself and reports on: a config must not set them over in
// extra_body, or the board would show another request than the one that was sent. Stored plans are
// not looked at. Pure, any thread.
#pragma once

#include <string>

#include "base/diagnostics.hpp"
#include "base/source_tree.hpp"

namespace kilter {

// `config`: the whole file. Each such key under an engine's or the judge's extra_body is an error
// at its place that says where it belongs.
void refuse_own_fields(const tree::Node& config, const std::string& file, Diagnostics& diagnostics);

}  // namespace kilter
