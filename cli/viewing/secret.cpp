#include "cli/viewing/secret.hpp"

#include <openssl/crypto.h>
#include <openssl/rand.h>

#include <array>

#include "base/sha256.hpp"

namespace kilter {

Result<std::string> new_secret() {
    std::array<unsigned char, 32> bytes{};
    if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1)
        return fail("the system gave no random bytes for the token of the page");
    // Their hash is as long, and hard to guess as they are.
    return sha256_hex({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

bool same_secret(std::string_view given, std::string_view expected) {
    // The length is no secret.
    if (expected.empty() || given.size() != expected.size()) return false;
    return CRYPTO_memcmp(given.data(), expected.data(), expected.size()) == 0;
}

}  // namespace kilter
