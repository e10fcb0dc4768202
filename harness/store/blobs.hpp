// Content-addressed bytes in a store: compressed, one row per distinct SHA-256, checked when read.
// One thread at a time per database.
#pragma once

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

// An error where there is no such blob, or where its content no longer has that SHA-256.
Result<std::string> get_blob(sqlite::Database& database, std::string_view sha256);

}  // namespace kilter
