// Content-addressed bytes in a store: compressed, one row per distinct SHA-256, checked when read.
// One thread at a time per database.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "harness/store/sqlite.hpp"

namespace kilter {

// Stores the bytes unless they are there already; returns their SHA-256.
Result<std::string> put_blob(sqlite::Database& database, std::string_view bytes);
// The same for bytes whose SHA-256 is known and was taken from these bytes.
Result<void> put_blob(sqlite::Database& database, std::string_view bytes, std::string_view sha256);
// The same without looking first, for bytes that hardly ever come twice: where they do, they were
// compressed for nothing.
Result<void> put_new_blob(sqlite::Database& database, std::string_view bytes,
                          std::string_view sha256);

// For bytes that are compressed elsewhere, with this level of zstd. Of answers of 4 KB level 3
// saves another hundredth of the size and takes a third more time.
inline constexpr int k_blob_level = 1;
Result<bool> has_blob(sqlite::Database& database, std::string_view sha256);
// `size`, `sha256`: of the bytes before they were packed into one frame of zstd.
Result<void> put_packed_blob(sqlite::Database& database, std::string_view sha256, std::size_t size,
                             std::string_view packed);

// An error where there is no such blob, or where its content no longer has that SHA-256.
Result<std::string> get_blob(sqlite::Database& database, std::string_view sha256);

}  // namespace kilter
