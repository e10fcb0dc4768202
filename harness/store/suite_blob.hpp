// The text of a suite as a blob: made, compressed and stored piece by piece, since a large suite's
// text takes more memory than the suite. Read back like any other blob. One thread at a time per
// database.
#pragma once

#include "base/result.hpp"
#include "harness/store/sqlite.hpp"
#include "suites/load.hpp"

namespace kilter {

// `stamp` is that of this suite.
Result<void> put_suite(sqlite::Database& database, const Suite& suite, const SuiteStamp& stamp);

}  // namespace kilter
