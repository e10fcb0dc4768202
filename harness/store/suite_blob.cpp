#include "harness/store/suite_blob.hpp"

#include <zstd.h>

#include <memory>
#include <string>

#include "harness/store/blobs.hpp"

namespace kilter {
namespace {

// Compresses pieces; the first failure stays.
class Packer {
  public:
    explicit Packer(std::size_t bytes)
        : context_(ZSTD_createCCtx()), room_(ZSTD_CStreamOutSize(), '\0') {
        keep(ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, k_blob_level));
        keep(ZSTD_CCtx_setPledgedSrcSize(context_.get(), bytes));
    }

    void add(std::string_view piece) { compress(piece, ZSTD_e_continue); }

    // An error too where it was not as many bytes as were told.
    Result<std::string> finish() {
        compress({}, ZSTD_e_end);
        if (ZSTD_isError(status_) != 0)
            return fail(std::string("zstd: ") + ZSTD_getErrorName(status_));
        return std::move(packed_);
    }

  private:
    struct FreeContext {
        void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
    };

    void keep(std::size_t status) {
        if (ZSTD_isError(status_) == 0) status_ = status;
    }

    void compress(std::string_view piece, ZSTD_EndDirective how) {
        ZSTD_inBuffer in{piece.data(), piece.size(), 0};
        bool more = true;
        while (more && ZSTD_isError(status_) == 0) {
            ZSTD_outBuffer out{room_.data(), room_.size(), 0};
            keep(ZSTD_compressStream2(context_.get(), &out, &in, how));
            packed_.append(room_.data(), out.pos);
            more = how == ZSTD_e_end ? status_ != 0 : in.pos < in.size;
        }
    }

    std::unique_ptr<ZSTD_CCtx, FreeContext> context_;
    std::string room_;
    std::string packed_;
    std::size_t status_ = 0;
};

}  // namespace

Result<void> put_suite(sqlite::Database& database, const Suite& suite, const SuiteStamp& stamp) {
    const Result<bool> stored = has_blob(database, stamp.sha256);
    if (!stored) return stored.error();
    if (*stored) return {};
    Packer packer(stamp.bytes);
    suite_to_json(suite, [&packer](std::string_view piece) { packer.add(piece); });
    const Result<std::string> packed = packer.finish();
    if (!packed) return packed.error();
    return put_packed_blob(database, stamp.sha256, stamp.bytes, *packed);
}

}  // namespace kilter
