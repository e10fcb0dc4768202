#include "harness/wire/completion.hpp"

#include <algorithm>
#include <utility>

namespace kilter {

bool Completion::has_flag(std::string_view flag) const {
    return std::find(flags.begin(), flags.end(), flag) != flags.end();
}

void Completion::add_flag(std::string flag) {
    if (!has_flag(flag)) flags.push_back(std::move(flag));
}

}  // namespace kilter
