#include "scorers/stability/run_filter.hpp"

#include <catch2/catch_all.hpp>
#include <string>

#include "tests/unit/scorers/stability/text_recipes.hpp"

using namespace kilter;

namespace {

std::string noise(recipes::Generator& random, std::size_t n) {
    std::string out;
    while (out.size() < n) out += static_cast<char>(random.below(256));
    return out;
}

// Noise in which k_repeated bytes equal those a period before them.
std::string with_run(recipes::Generator& random, std::size_t before, std::size_t period,
                     std::size_t behind) {
    std::string text = noise(random, before + period);
    for (std::size_t i = 0; i < RunFilter::k_repeated; ++i) text += text[text.size() - period];
    return text + noise(random, behind);
}

}  // namespace

TEST_CASE("run filter: every period of a short run, wherever it begins") {
    recipes::Generator random{73};
    RunFilter filter;
    for (std::size_t before = 0; before < 133; ++before) {
        for (std::size_t period = 1; period <= 64; ++period) {
            const std::string text = with_run(random, before, period, random.below(100));
            if (filter.may_hold_run(text)) continue;
            FAIL("period " << period << " behind " << before);
        }
    }
}

TEST_CASE("run filter: long periods, all their residues") {
    recipes::Generator random{79};
    RunFilter filter;
    for (std::size_t period = 65; period < 65 + 3 * 133; ++period) {
        const std::string text = with_run(random, random.below(5000), period, random.below(5000));
        INFO(period);
        CHECK(filter.may_hold_run(text));
    }
    CHECK(filter.may_hold_run(with_run(random, 100'000, 300'000, 10)));
}

TEST_CASE("run filter: short texts, noise and prose are turned away") {
    recipes::Generator random{83};
    RunFilter filter;
    CHECK_FALSE(filter.may_hold_run(""));
    CHECK_FALSE(filter.may_hold_run(std::string(RunFilter::k_repeated, 'a')));
    CHECK(filter.may_hold_run(std::string(RunFilter::k_repeated + 64, 'a')));
    for (const std::size_t size : {193U, 256U, 1600U, 100'000U}) {
        INFO(size);
        CHECK_FALSE(filter.may_hold_run(noise(random, size)));
        CHECK_FALSE(filter.may_hold_run(random.prose(size)));
    }
    // Of the text before it knows nothing.
    const std::string prose = random.prose(2000);
    CHECK_FALSE(filter.may_hold_run(prose));
    CHECK_FALSE(filter.may_hold_run(prose));
}
