#include "cli/analysis/suites_at_hand.hpp"

#include <utility>

#include "suites/load.hpp"

namespace kilter {

Result<std::shared_ptr<const Suite>> SuitesAtHand::get(StoreReader& reader,
                                                       const SuiteSelection& selection) const {
    const auto held = by_text_.find(selection.stamp.sha256);
    if (held != by_text_.end()) return held->second;
    const auto text = reader.blob(selection.stamp.sha256);
    if (!text) return text.error();
    auto suite = suite_from_json(*text);
    if (!suite) return suite.error();
    return std::make_shared<const Suite>(std::move(*suite));
}

}  // namespace kilter
