// SHA-256 (FIPS 180-4) by OpenSSL's EVP, as lower-case hex. Any thread; one object per thread.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace kilter {

// 64 characters, [0-9a-f].
std::string sha256_hex(std::string_view bytes);

// For bytes that come in pieces. After hex() the object starts anew.
class Sha256 {
  public:
    Sha256();
    ~Sha256();
    Sha256(Sha256&&) noexcept;
    Sha256& operator=(Sha256&&) noexcept;

    void update(std::string_view bytes);
    // Length-prefixed (8 bytes, big endian), so that ("ab","c") and ("a","bc") differ.
    void update_framed(std::string_view bytes);
    std::string hex();

  private:
    struct Context;
    std::unique_ptr<Context> context_;
};

}  // namespace kilter
