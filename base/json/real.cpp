#include "base/json/real.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace kilter::json {

void append_real(std::string& out, double value) {
    if (!std::isfinite(value)) {
        out += "null";
        return;
    }
    std::array<char, 32> buffer{};
    const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    out.append(buffer.data(), written.ptr);
}

Value make_real(double value) {
    if (!std::isfinite(value)) return make_null();
    std::string literal;
    append_real(literal, value);
    return make_number(std::move(literal));
}

}  // namespace kilter::json
