#include "base/sha256.hpp"

#include <catch2/catch_all.hpp>
#include <utility>

using namespace kilter;

TEST_CASE("FIPS 180-4 examples") {
    CHECK(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    CHECK(sha256_hex(std::string(1000000, 'a')) ==
          "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("Pieces give the digest of the whole and hex starts anew") {
    Sha256 hash;
    hash.update("a");
    hash.update("");
    hash.update("bc");
    CHECK(hash.hex() == sha256_hex("abc"));
    CHECK(hash.hex() == sha256_hex(""));
    hash.update("abc");
    Sha256 moved = std::move(hash);
    CHECK(moved.hex() == sha256_hex("abc"));
}

TEST_CASE("Frames keep neighbours apart") {
    const auto digest = [](std::string_view first, std::string_view second) {
        Sha256 hash;
        hash.update_framed(first);
        hash.update_framed(second);
        return hash.hex();
    };
    CHECK(digest("ab", "c") != digest("a", "bc"));
    CHECK(digest("", "abc") != digest("abc", ""));
    CHECK(digest("ab", "c") == digest("ab", "c"));
    // 2 and 1 as eight bytes, big endian, before the bytes themselves.
    const std::string spelled("\0\0\0\0\0\0\0\2ab\0\0\0\0\0\0\0\1c", 19);
    CHECK(digest("ab", "c") == sha256_hex(spelled));
    const std::string long_one(258, 'x');  // 0x0102
    Sha256 hash;
    hash.update_framed(long_one);
    CHECK(hash.hex() == sha256_hex(std::string("\0\0\0\0\0\0\1\2", 8) + long_one));
}
