#include "reports/html/text_parts.hpp"

#include <catch2/catch_all.hpp>

using namespace kilter;

namespace {

// Whole up to 10 code points; else 2 at the head, 3 at the tail, 1 before and 4 after a mark.
constexpr PartLimits k_small{10, 2, 3, 1, 4};

std::string parts(std::string_view text, const std::vector<std::size_t>& marks) {
    return text_parts(text, marks, k_small).dump();
}

}  // namespace

TEST_CASE("a short text is kept whole") {
    CHECK(parts("", {}) == R"({"length":0,"parts":[[0,""]]})");
    CHECK(parts("0123456789", {5}) == R"({"length":10,"parts":[[0,"0123456789"]]})");
}

TEST_CASE("of a long text its ends are kept and what stands around marks") {
    const std::string text = "0123456789abcdefghij";  // 20
    CHECK(parts(text, {}) == R"({"length":20,"parts":[[0,"01"],[17,"hij"]]})");
    CHECK(parts(text, {8}) == R"({"length":20,"parts":[[0,"01"],[7,"789ab"],[17,"hij"]]})");
    // Ranges that touch do not overlap: [0,2) and [2,6), [6,9), then the tail.
    CHECK(parts(text, {2, 5}) ==
          R"({"length":20,"parts":[[0,"01"],[2,"2345"],[6,"678"],[17,"hij"]]})");
    CHECK(parts(text, {18}) == R"({"length":20,"parts":[[0,"01"],[17,"hij"]]})");
    CHECK(parts(text, {99}) == R"({"length":20,"parts":[[0,"01"],[17,"hij"]]})");
}

TEST_CASE("two texts cut at the same mark have parts that begin at the same place") {
    const ReportJson a = text_parts("0123456789abcdefghij", {8}, k_small);
    const ReportJson b = text_parts("01234567X9abcdefghijklmnop", {8}, k_small);
    CHECK(a["parts"][1][0] == b["parts"][1][0]);
}

TEST_CASE("positions are code points; bytes that are no UTF-8 count one each") {
    CHECK(text_parts("\xC3\xA1\xff\xC3\xA9", {}).dump() ==
          "{\"length\":3,\"parts\":[[0,\"\xC3\xA1\xEF\xBF\xBD\xC3\xA9\"]]}");
    std::string wide;
    for (int i = 0; i < 12; ++i) wide += "\xC3\xA1";  // 12 code points, 24 bytes
    CHECK(parts(wide, {}) ==
          "{\"length\":12,\"parts\":[[0,\"\xC3\xA1\xC3\xA1\"],[9,\"\xC3\xA1\xC3\xA1\xC3\xA1\"]]}");
}
