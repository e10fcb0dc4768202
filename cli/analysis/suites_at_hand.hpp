// Suites that this process has in memory already, so that they need not be read out of the store
// again. One counts only where the store's text of it is, byte for byte, what it would write
// itself. One thread.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "base/result.hpp"
#include "harness/store/store_reader.hpp"

namespace kilter {

class SuitesAtHand {
  public:
    // `sha256`: stamp_of() of this suite.
    void add(const std::string& sha256, std::shared_ptr<const Suite> suite) {
        by_text_[sha256] = std::move(suite);
    }
    bool empty() const { return by_text_.empty(); }

    // The experiment's own suite: the one at hand, or read from the store.
    Result<std::shared_ptr<const Suite>> get(StoreReader& reader,
                                             const SuiteSelection& selection) const;

  private:
    std::map<std::string, std::shared_ptr<const Suite>> by_text_;
};

}  // namespace kilter
