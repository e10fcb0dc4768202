#include "scorers/sweep/cells.hpp"

#include <catch2/catch_all.hpp>

#include "base/sha256.hpp"

using namespace kilter;

namespace {

// A run with this content; "-" is a failed one.
SweepRun run_of(int k, const std::string& content, std::optional<long long> tokens = 7785) {
    SweepRun run;
    run.view.k = k;
    run.view.outcome = content == "-" ? Outcome::http_error : Outcome::answered;
    if (content == "-") return run;
    run.view.content_state = TextState::text;
    run.view.content_sha256 = sha256_hex(content);
    run.prompt_tokens = tokens;
    return run;
}

std::vector<SweepRun> runs_of(const std::string& letters, std::optional<long long> tokens = 7785) {
    std::vector<SweepRun> runs;
    for (const char letter : letters)
        runs.push_back(run_of(static_cast<int>(runs.size()), std::string(1, letter), tokens));
    return runs;
}

}  // namespace

TEST_CASE("sweep: cells of the founding case (prior art F, 8 requests)") {
    const auto cell = [](const std::string& letters) {
        return make_cell("stock", SweepAxis::prompt_tokens, 8000, 8, runs_of(letters), Level::full);
    };
    SECTION("steady: one output of 8") {
        const SweepCell steady = cell("AAAAAAAA");
        CHECK(steady.n == 8);
        CHECK(steady.distinct == 1);
        CHECK(reading_of(steady) == CellReading::steady);
        CHECK(steady.value == 7785);  // as the engine counted, not as asked
        CHECK(steady.target == 8000);
        CHECK(steady.told);
    }
    SECTION("wavering: five outputs of 8") {
        const SweepCell wavering = cell("ABCADEAB");
        CHECK(wavering.distinct == 5);
        CHECK(wavering.sizes == std::vector<int>{3, 2, 1, 1, 1});
        CHECK(reading_of(wavering) == CellReading::wavering);
    }
    SECTION("partial: 2 of 8 that agree are no evidence") {
        const SweepCell partial = cell("A---A---");
        CHECK(partial.n == 2);
        CHECK(partial.of == 8);
        CHECK(partial.failed == 6);
        CHECK(partial.distinct == 1);
        CHECK(reading_of(partial) == CellReading::partial);
    }
    SECTION("two outputs are two outputs, however few runs there are") {
        CHECK(reading_of(cell("A------B")) == CellReading::wavering);
    }
    SECTION("missing: no number, not 0") {
        const SweepCell missing = cell("--------");
        CHECK(missing.n == 0);
        CHECK_FALSE(missing.distinct);
        CHECK(missing.value == 8000);
        CHECK_FALSE(missing.told);
        CHECK(reading_of(missing) == CellReading::missing);
    }
    SECTION("not stored yet") {
        const SweepCell open = cell("AAA");
        CHECK(open.missing == 5);
        CHECK(reading_of(open) == CellReading::partial);
        CHECK(reading_of(cell("")) == CellReading::missing);
    }
}

TEST_CASE("sweep: one run of one agrees with nobody") {
    const SweepCell cell =
        make_cell("e", SweepAxis::concurrency, 4, 1, runs_of("A"), Level::content);
    CHECK(cell.value == 4);
    CHECK_FALSE(cell.target);
    CHECK(cell.prompt_tokens == 7785);
    CHECK(reading_of(cell) == CellReading::partial);
}

TEST_CASE("sweep: the level decides what is an output") {
    auto runs = runs_of("AA");
    runs[1].view.reasoning_state = TextState::text;
    runs[1].view.reasoning_sha256 = sha256_hex("thought");
    CHECK(make_cell("e", SweepAxis::concurrency, 1, 2, runs, Level::content).distinct == 1);
    CHECK(make_cell("e", SweepAxis::concurrency, 1, 2, runs, Level::full).distinct == 2);
}

TEST_CASE("sweep: runs that the engine served from its cache are counted") {
    auto runs = runs_of("AAA", std::nullopt);
    runs[1].cached_tokens = 5000;
    runs[2].cached_tokens = 0;
    const SweepCell cell = make_cell("e", SweepAxis::prompt_tokens, 8000, 3, runs, Level::full);
    CHECK(cell.cached == 1);
    CHECK_FALSE(cell.told);
    CHECK(cell.value == 8000);
}
