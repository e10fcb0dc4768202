// The regular expressions of schemas: RE2's syntax, searched for anywhere in the text, in linear
// time. Keeps the header of RE2 out of everything else. Within suites/ only. Immutable, any thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace kilter {

class SchemaPattern {
  public:
    virtual ~SchemaPattern() = default;
    virtual bool found_in(std::string_view text) const = 0;
};

// Fails where RE2 cannot read the pattern: backreferences and look-around are not in its language.
Result<std::shared_ptr<const SchemaPattern>> compile_pattern(const std::string& pattern);

}  // namespace kilter
