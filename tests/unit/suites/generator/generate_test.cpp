// The bundled suites are seed 1 of the generator; other seeds share no answer with it.
#include "suites/generator/generate.hpp"

#include <catch2/catch_all.hpp>
#include <map>
#include <set>

#include "base/files.hpp"
#include "base/json/write.hpp"
#include "base/sha256.hpp"
#include "suites/generator/item_maker.hpp"
#include "suites/generator/library.hpp"

namespace kilter::gen {
namespace {

namespace fs = std::filesystem;

const fs::path k_suites = fs::path{KILTER_SOURCE_DIR} / "suites";
const fs::path k_data = k_suites / "generator" / "data";

Generated made(std::uint64_t seed, std::vector<std::string> kinds,
               std::vector<std::string> langs = {}) {
    auto generated = generate_suites({k_data, seed, std::move(kinds), std::move(langs), 0});
    INFO((generated ? "" : generated.error().message));
    REQUIRE(generated.has_value());
    return std::move(*generated);
}

std::map<std::string, std::string> by_path(const Generated& generated) {
    std::map<std::string, std::string> files;
    for (const GeneratedFile& file : generated.files) files[file.path] = file.bytes;
    return files;
}

}  // namespace

TEST_CASE("generator: the bundled suites are seed 1") {
    for (const GeneratedFile& file : made(1, {"main", "hard", "language", "probe"}).files) {
        INFO(file.path);
        const auto kept = read_file(k_suites / file.path);
        REQUIRE(kept.has_value());
        CHECK(*kept == file.bytes);
    }
}

TEST_CASE("generator: the long bundle is what its recipe says") {
    const Generated bundle = made(1, {"bundle"}, {"hu"});
    Sha256 sum;
    std::size_t documents = 0;
    std::size_t length = 0;
    for (const GeneratedFile& file : bundle.files) {
        if (file.path.find("/docs/bundle/") == std::string::npos) continue;
        sum.update(file.bytes);
        length += code_points(file.bytes);
        ++documents;
    }
    const auto recipe = read_file(k_suites / "kie-hu" / "bundle.recipe.yaml");
    REQUIRE(recipe.has_value());
    CHECK(recipe->find("sha256: " + sum.hex() + "\n") != std::string::npos);
    CHECK(recipe->find("documents: " + std::to_string(documents) + "\n") != std::string::npos);
    CHECK(recipe->find("code_points: " + std::to_string(length) + "\n") != std::string::npos);
}

TEST_CASE("generator: a seed gives the same bytes again, by itself and among others") {
    const auto once = by_path(made(7, {"hard", "language"}));
    CHECK(by_path(made(7, {"hard", "language"})) == once);
    for (const GeneratedFile& file : made(7, {"language"}, {"hu"}).files) {
        INFO(file.path);
        CHECK(once.at(file.path) == file.bytes);
    }
}

TEST_CASE("generator: a target of tokens makes prompts shorter, and leaves the questions alone") {
    auto generated = generate_suites({k_data, 1, {"main"}, {"hu"}, 1500});
    REQUIRE(generated.has_value());
    // 50 prompts; by templates and registers some are longer than the target.
    CHECK(generated->suites.front().tokens / 50 > 1000);
    CHECK(generated->suites.front().tokens / 50 < 2500);
    CHECK(generated->files.back().path == "kie-hu/nearest/main.jsonl");
}

TEST_CASE("generator: different seeds share no gold") {
    std::map<std::string, std::uint64_t> seen;  // gold -> its seed
    for (const std::uint64_t seed : {1U, 7U, 20260301U}) {
        for (const char* lang : {"hu", "en"}) {
            const auto library = read_library(k_data / lang);
            REQUIRE(library.has_value());
            for (const SuitePlan& suite : library->suites) {
                if (suite.kind == "bundle") continue;  // slow here; suite_seeds_test.py has it
                for (const SuiteItemPlan& plan : suite.items) {
                    const auto item = make_item(*library, suite.name, plan, seed);
                    REQUIRE(item.has_value());
                    const auto placed = seen.emplace(json::write_canonical(item->gold), seed);
                    INFO(suite.name << " " << plan.id << " " << placed.first->first);
                    CHECK(placed.first->second == seed);
                }
            }
        }
    }
    CHECK(seen.size() == std::size_t{3} * (50 + 10 + 3 + 8 + 50 + 10));
}

TEST_CASE("generator: what nobody has is told") {
    CHECK_FALSE(generate_suites({k_data, 1, {"poems"}, {}, 0}).has_value());
    const auto missing = generate_suites({k_data / "nowhere", 1, {}, {}, 0});
    REQUIRE_FALSE(missing.has_value());
    CHECK(missing.error().message.find("nowhere") != std::string::npos);
}

}  // namespace kilter::gen
