// The tables of a store and how older files become newer ones: a list of numbered steps, each
// applied once, recorded in user_version. Also tells a store from another program's SQLite file.
// One thread.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "base/result.hpp"
#include "harness/store/sqlite.hpp"

namespace kilter {

inline constexpr long long k_application_id = 0x6b6c7472;  // "kltr"

// Step n brings a file from user_version n to n + 1. Never edited once released; only appended to.
std::span<const char* const> migrations();

// For the writer: a new or empty file becomes a store, an older one is brought up to `steps`. Safe
// against another process that does the same at this moment. An error leaves the file as it was.
Result<void> prepare_store(sqlite::Database& database, const std::filesystem::path& path,
                           std::span<const char* const> steps);

// For readers, which change nothing: an error where the file is no store, or older or newer than
// `steps`.
Result<void> check_store(sqlite::Database& database, const std::filesystem::path& path,
                         std::span<const char* const> steps);

}  // namespace kilter
