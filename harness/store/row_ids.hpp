// From the words of a key to the integers by which the tables refer to each other. One thread at a
// time per database.
#pragma once

#include <string_view>

#include "base/result.hpp"
#include "harness/store/rows.hpp"
#include "harness/store/sqlite.hpp"

namespace kilter {

struct CellIds {
    long long engine = 0;
    long long item = 0;
};

// Errors name what is not in the store.
Result<long long> experiment_seq(sqlite::Database& database, std::string_view experiment);
Result<long long> engine_id(sqlite::Database& database, std::string_view experiment,
                            std::string_view engine);
Result<long long> suite_id(sqlite::Database& database, std::string_view experiment,
                           std::string_view suite);
Result<CellIds> cell_ids(sqlite::Database& database, const TrialKey& key);

// "engine e, suite/item, run 2": for messages; runs count from 0.
std::string describe(const TrialKey& key);

}  // namespace kilter
