// Opens a store for reading: one that another process may be writing to at this moment. Changes no
// row and no table, and says in one line why a file is no store that this version reads. One thread
// at a time per connection.
#pragma once

#include <filesystem>
#include <memory>

#include "base/result.hpp"
#include "harness/store/sqlite.hpp"
#include "harness/store/store_reader.hpp"

namespace kilter {

Result<sqlite::Database> open_to_read(const std::filesystem::path& path);

// A reader to which the store stands still, as it is at the first question: what is written later
// is not seen. Not to be kept for long, for the writer's log cannot shrink meanwhile.
Result<std::unique_ptr<StoreReader>> open_snapshot(const std::filesystem::path& path);

}  // namespace kilter
