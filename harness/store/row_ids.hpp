// From the words of a key to the integers by which the tables refer to each other. One thread at a
// time per database.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "base/result.hpp"
#include "harness/store/rows.hpp"
#include "harness/store/sqlite.hpp"

namespace kilter {

struct CellIds {
    long long engine = 0;
    long long item = 0;
    friend bool operator==(const CellIds&, const CellIds&) = default;
};

// Errors name what is not in the store.
Result<long long> experiment_seq(sqlite::Database& database, std::string_view experiment);
Result<long long> engine_id(sqlite::Database& database, std::string_view experiment,
                            std::string_view engine);
Result<long long> suite_id(sqlite::Database& database, std::string_view experiment,
                           std::string_view suite);
Result<CellIds> cell_ids(sqlite::Database& database, const TrialKey& key);

// What cell_ids found, for a connection that asks for the same cells again and again. The ids of
// rows that were rolled back must be cleared away.
class CellIdCache {
  public:
    Result<CellIds> of(sqlite::Database& database, const TrialKey& key);
    void clear();

  private:
    using Ids = std::unordered_map<std::string, long long>;

    Ids engines_, items_;
    std::string engine_name_, item_name_;  // kept for their memory
};

// "engine e, suite/item, run 2": for messages; runs count from 0.
std::string describe(const TrialKey& key);

}  // namespace kilter
