// Every length and every place within eight bytes, against a walk byte by byte.
#include "base/text/byte_runs.hpp"

#include <catch2/catch_all.hpp>
#include <string>

using namespace kilter;

namespace {

bool is_plain(unsigned char byte) {
    return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
}

}  // namespace

TEST_CASE("A run ends at the first byte that is none of its sort, wherever it stands") {
    for (int value = 0; value < 256; ++value) {
        const auto byte = static_cast<char>(value);
        for (std::size_t before = 0; before < 18; ++before) {
            for (const std::size_t behind : {0U, 1U, 7U, 8U, 9U}) {
                const std::string text = std::string(before, 'a') + byte + std::string(behind, '~');
                INFO("byte " << value << " at " << before << " of " << text.size());
                const std::size_t all = text.size();
                CHECK(ascii_run(text, 0) == (value < 0x80 ? all : before));
                const bool plain = is_plain(static_cast<unsigned char>(value));
                CHECK(plain_json_run(text, 0) == (plain ? all : before));
            }
        }
    }
}

// A borrow in the arithmetic on eight bytes at once runs upwards: what stands before must not be
// taken for what follows.
TEST_CASE("Of two bytes that end a run the first one counts") {
    for (const char first : {'"', '\\', '\n', '\x01', '\xC3'}) {
        for (const char second : {'"', '\\', '\n', '\x01', '\x80', '!', '#', ' ', '[', ']'}) {
            std::string text = "abcdefgh";
            text[3] = first;
            text[4] = second;
            INFO(static_cast<int>(first) << ' ' << static_cast<int>(second));
            CHECK(plain_json_run(text, 0) == 3);
            CHECK(plain_json_run(text, 4) ==
                  (is_plain(static_cast<unsigned char>(second)) ? 4 : 0));
        }
    }
}

TEST_CASE("Runs begin where they are asked for, and an empty rest has none") {
    const std::string text =
        "\xC3\xA9"
        "abc\"d";
    CHECK(ascii_run(text, 0) == 0);
    CHECK(ascii_run(text, 2) == 5);
    CHECK(plain_json_run(text, 2) == 3);
    CHECK(plain_json_run(text, text.size()) == 0);
    CHECK(ascii_run("", 0) == 0);
}

TEST_CASE("A single-spaced run ends before two spaces and before all but printable ASCII") {
    for (int value = 0; value < 256; ++value) {
        const auto byte = static_cast<char>(value);
        const bool fits = value >= 0x20 && value < 0x80;
        for (std::size_t before = 0; before < 18; ++before) {
            for (const std::size_t behind : {0U, 1U, 7U, 8U, 9U}) {
                const std::string text = std::string(before, 'a') + byte + std::string(behind, '~');
                INFO("byte " << value << " at " << before << " of " << text.size());
                CHECK(single_spaced_run(text, 0) == (fits ? text.size() : before));
                const std::string doubled = std::string(before, ' ') + std::string("a  ") + text;
                CHECK(single_spaced_run(doubled, before) == 1);
            }
        }
    }
    CHECK(single_spaced_run("", 0) == 0);
    CHECK(single_spaced_run("a ", 0) == 2);
    CHECK(single_spaced_run("one two three four five\nsix", 0) == 23);
    CHECK(single_spaced_run("one two three four five  six", 0) == 23);
}

TEST_CASE("What two texts have in common from their beginnings on") {
    const std::string text = "0123456789abcdefghijklmnop";
    for (std::size_t at = 0; at <= text.size(); ++at) {
        std::string other = text;
        if (at < text.size()) other[at] = '#';
        CHECK(common_run(text, other) == at);
        CHECK(common_run(other, text) == at);
        CHECK(common_run(text, text.substr(0, at)) == at);
    }
    CHECK(common_run("", "") == 0);
    CHECK(common_run("", "a") == 0);
}
