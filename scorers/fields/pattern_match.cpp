#include "scorers/fields/pattern_match.hpp"

#include <re2/re2.h>

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "base/json/write.hpp"
#include "base/text/normalize.hpp"
#include "suites/pattern.hpp"

namespace kilter {
namespace {

// Compiling takes longer than matching, and a list matches the same pattern many times.
const re2::RE2* compiled(const FieldOptions& options) {
    constexpr std::size_t k_most = 64;
    thread_local std::map<std::pair<std::string, bool>, std::shared_ptr<const re2::RE2>> known;
    const std::pair<std::string, bool> key{options.pattern, options.fold_case};
    const auto at = known.find(key);
    if (at != known.end()) return at->second.get();
    if (known.size() >= k_most) known.clear();
    return known.emplace(key, compile_pattern(options.pattern, options.fold_case))
        .first->second.get();
}

}  // namespace

std::optional<std::string> match_groups(const FieldOptions& options, std::string_view text) {
    const re2::RE2* pattern = compiled(options);
    if (pattern == nullptr) return std::nullopt;
    const std::string plain = nfc(text);
    const int groups = pattern->NumberOfCapturingGroups();
    std::vector<re2::StringPiece> found(static_cast<std::size_t>(groups) + 1);
    const re2::StringPiece all(plain.data(), plain.size());
    if (!pattern->Match(all, 0, all.size(), re2::RE2::UNANCHORED, found.data(), groups + 1)) {
        return std::nullopt;
    }
    json::Value list = json::make_array();
    for (std::size_t i = groups == 0 ? 0 : 1; i < found.size(); ++i) {
        const bool took_part = found[i].data() != nullptr;
        list.items.push_back(took_part
                                 ? json::make_string(std::string(found[i].data(), found[i].size()))
                                 : json::make_null());
    }
    return json::write(list);
}

}  // namespace kilter
