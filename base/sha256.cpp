#include "base/sha256.hpp"

#include <openssl/evp.h>

#include <array>
#include <stdexcept>

namespace kilter {
namespace {

// OpenSSL fails here only without memory or without its SHA-256: nothing a caller could mend.
void check(int status) {
    if (status != 1) throw std::runtime_error("SHA-256 is not available in OpenSSL");
}

// Looked up once: EVP_sha256() alone would look for its implementation at every start.
const EVP_MD* sha256() {
    static const EVP_MD* const found = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    return found != nullptr ? found : EVP_sha256();
}

}  // namespace

struct Sha256::Context {
    Context() : evp(EVP_MD_CTX_new()) {
        if (evp == nullptr) throw std::bad_alloc();
        start();
    }
    ~Context() { EVP_MD_CTX_free(evp); }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    void start() const { check(EVP_DigestInit_ex2(evp, sha256(), nullptr)); }

    EVP_MD_CTX* evp;
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::update(std::string_view bytes) {
    check(EVP_DigestUpdate(context_->evp, bytes.data(), bytes.size()));
}

void Sha256::update_framed(std::string_view bytes) {
    std::array<char, 8> length{};
    auto left = static_cast<unsigned long long>(bytes.size());
    for (auto byte = length.rbegin(); byte != length.rend(); ++byte, left >>= 8U) {
        *byte = static_cast<char>(left & 0xFFU);
    }
    update({length.data(), length.size()});
    update(bytes);
}

std::string Sha256::hex() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    check(EVP_DigestFinal_ex(context_->evp, digest.data(), &size));
    context_->start();
    constexpr std::string_view k_digits = "0123456789abcdef";
    std::string text(std::size_t{2} * size, '\0');
    char* out = text.data();
    for (unsigned int i = 0; i < size; ++i) {
        *out++ = k_digits[digest[i] >> 4U];
        *out++ = k_digits[digest[i] & 0x0FU];
    }
    return text;
}

std::string sha256_hex(std::string_view bytes) {
    thread_local Sha256 hash;  // its context is what costs
    hash.update(bytes);
    return hash.hex();
}

}  // namespace kilter
