#include "suites/pattern.hpp"

#include <re2/re2.h>

namespace kilter {
namespace {

constexpr std::size_t k_longest = 4096;  // bytes
constexpr int k_most_groups = 32;

re2::RE2::Options options_for(bool fold_case) {
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_case_sensitive(!fold_case);
    return options;
}

}  // namespace

std::string pattern_problem(const std::string& pattern) {
    if (pattern.empty()) return "it is empty";
    if (pattern.size() > k_longest) return "it is longer than 4096 bytes";
    const re2::RE2 compiled{pattern, options_for(false)};
    if (!compiled.ok()) return compiled.error();
    if (compiled.NumberOfCapturingGroups() > k_most_groups) return "it has more than 32 groups";
    return {};
}

std::shared_ptr<const re2::RE2> compile_pattern(const std::string& pattern, bool fold_case) {
    if (pattern.empty() || pattern.size() > k_longest) return nullptr;
    auto compiled = std::make_shared<const re2::RE2>(pattern, options_for(fold_case));
    if (!compiled->ok() || compiled->NumberOfCapturingGroups() > k_most_groups) return nullptr;
    return compiled;
}

}  // namespace kilter
