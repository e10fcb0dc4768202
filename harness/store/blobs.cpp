#include "harness/store/blobs.hpp"

#include <zstd.h>

#include <memory>
#include <utility>

#include "base/sha256.hpp"

namespace kilter {
namespace {

constexpr long long k_max_blob = 1LL << 30;  // bytes; a damaged size must not take all memory

struct FreeContext {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

// Kept from blob to blob: making them costs more than a small blob does.
ZSTD_CCtx* compressor() {
    thread_local const std::unique_ptr<ZSTD_CCtx, FreeContext> kept(ZSTD_createCCtx());
    return kept.get();
}

ZSTD_DCtx* decompressor() {
    thread_local const std::unique_ptr<ZSTD_DCtx, FreeContext> kept(ZSTD_createDCtx());
    return kept.get();
}

struct Packed {
    std::unique_ptr<char[]> bytes;
    std::size_t size = 0;

    std::string_view view() const { return {bytes.get(), size}; }
};

// The room for the worst case is not cleared: what a large text does not fill takes no memory.
Result<Packed> compress(std::string_view bytes) {
    const std::size_t room = ZSTD_compressBound(bytes.size());
    Packed out{std::make_unique_for_overwrite<char[]>(room), 0};
    out.size = ZSTD_compressCCtx(compressor(), out.bytes.get(), room, bytes.data(), bytes.size(),
                                 k_blob_level);
    if (ZSTD_isError(out.size) != 0)
        return fail(std::string("zstd: ") + ZSTD_getErrorName(out.size));
    return out;
}

Error damaged(std::string_view sha256) {
    return fail("the store is damaged: blob " + std::string(sha256) + " is not what was stored");
}

}  // namespace

Result<bool> has_blob(sqlite::Database& database, std::string_view sha256) {
    Result<sqlite::Query> query = database.query("SELECT 1 FROM blob WHERE sha256=?");
    if (!query) return query.error();
    return query->text(sha256).step();
}

Result<void> put_packed_blob(sqlite::Database& database, std::string_view sha256, std::size_t size,
                             std::string_view packed) {
    Result<sqlite::Query> insert =
        database.query("INSERT OR IGNORE INTO blob(sha256, size, data) VALUES(?, ?, ?)");
    if (!insert) return insert.error();
    return insert->text(sha256).integer(static_cast<long long>(size)).blob(packed).run();
}

Result<void> put_blob(sqlite::Database& database, std::string_view bytes, std::string_view sha256) {
    const Result<bool> known = has_blob(database, sha256);
    if (!known) return known.error();
    if (*known) return {};
    return put_new_blob(database, bytes, sha256);
}

Result<void> put_new_blob(sqlite::Database& database, std::string_view bytes,
                          std::string_view sha256) {
    const Result<Packed> packed = compress(bytes);
    if (!packed) return packed.error();
    return put_packed_blob(database, sha256, bytes.size(), packed->view());
}

Result<std::string> put_blob(sqlite::Database& database, std::string_view bytes) {
    std::string sha256 = sha256_hex(bytes);
    const Result<void> stored = put_blob(database, bytes, sha256);
    if (!stored) return stored.error();
    return sha256;
}

Result<std::string> get_blob(sqlite::Database& database, std::string_view sha256) {
    Result<sqlite::Query> query = database.query("SELECT size, data FROM blob WHERE sha256=?");
    if (!query) return query.error();
    const Result<bool> row = query->text(sha256).step();
    if (!row) return row.error();
    if (!*row) return fail("the store has no blob " + std::string(sha256));
    const long long size = query->get_integer(0);
    if (size < 0 || size > k_max_blob) return damaged(sha256);
    const std::string packed = query->get_blob(1);
    std::string bytes(static_cast<std::size_t>(size), '\0');
    const std::size_t written = ZSTD_decompressDCtx(decompressor(), bytes.data(), bytes.size(),
                                                    packed.data(), packed.size());
    if (ZSTD_isError(written) != 0 || written != bytes.size() || sha256_hex(bytes) != sha256) {
        return damaged(sha256);
    }
    return bytes;
}

}  // namespace kilter
