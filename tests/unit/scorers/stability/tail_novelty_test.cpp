#include "scorers/stability/tail_novelty.hpp"

#include <catch2/catch_all.hpp>
#include <set>

#include "tests/unit/scorers/stability/text_recipes.hpp"

using namespace kilter;
using recipes::Generator;
using recipes::repeated;

namespace {

std::optional<double> novelty(const std::string& text) {
    SymbolBuffer symbols;
    symbols.append(text);
    const auto value = tail_novelty(symbols.view());
    const auto low = low_tail_novelty(symbols.view());
    if (value && *value <= k_low_novelty) {
        CHECK(low == value);
    } else {
        CHECK_FALSE(low);
    }
    return value;
}

// Bytes only; the same count by a set of strings.
double by_hand(const std::string& text) {
    const std::size_t window = text.size() > 4096 ? text.size() - 4096 : 0;
    std::set<std::string> seen;
    std::size_t fresh = 0;
    for (std::size_t at = 0; at + 24 <= text.size(); ++at) {
        const bool is_new = seen.insert(text.substr(at, 24)).second;
        if (at >= window && is_new) ++fresh;
    }
    return static_cast<double>(fresh) / static_cast<double>(text.size() - 23 - window);
}

}  // namespace

TEST_CASE("novelty: texts below 1024 symbols are not judged") {
    CHECK_FALSE(novelty(""));
    CHECK_FALSE(novelty(std::string(1023, 'x')));
    CHECK(novelty(std::string(1024, 'x')) == Catch::Approx(1.0 / 1001));
}

TEST_CASE("novelty: prose is all new, a second copy of it is not") {
    Generator random{71};
    const std::string prose = random.prose(6000);
    CHECK(novelty(prose) == Catch::Approx(by_hand(prose)));
    CHECK(*novelty(prose) > 0.95);
    CHECK(*novelty(prose + prose) == 0);  // the window lies in the second copy
}

TEST_CASE("novelty: agrees with a count by hand") {
    Generator random{73};
    for (int round = 0; round < 12; ++round) {
        std::string text = random.prose(500 + random.below(6000));
        const std::string row = random.prose(20 + random.below(200));
        for (std::uint32_t i = 10 + random.below(60); i > 0; --i) text += row + random.word();
        if (round % 3 == 0) text += random.prose(random.below(3000));
        if (text.size() < 1024) continue;
        CHECK(novelty(text) == Catch::Approx(by_hand(text)));
    }
}
