#include "cli/repro/repro_bundle.hpp"

#include "base/files.hpp"
#include "base/sha256.hpp"
#include "cli/repro/write_bundle.hpp"
#include "tests/unit/cli/analysis/small_store.hpp"

using namespace kilter;
using namespace kilter::test;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("repro: texts are kept as they hash, also of imported answers") {
    SmallStore store;
    store.answer("e1", "a", 0, "F-1");
    store.answer("e1", "a", 1, "F-9");
    const auto bundle = build_repro(store.reader(), "x1", "a", "", "kilter 0");
    REQUIRE(bundle);
    CHECK(bundle->facts.engine == "e1");
    CHECK(bundle->facts.fewest == 2);
    const std::string& text = bundle->files.at("runs/run-001.content.txt");
    CHECK(sha256_hex(text) == bundle->facts.runs[1].shown.content_sha256);
    CHECK(bundle->files.count("request.json") == 0);
    CHECK(bundle->files.count("curl.sh") == 0);
    CHECK_THAT(bundle->files.at("ISSUE.md"), ContainsSubstring("no request is kept"));
}

TEST_CASE("repro: one engine has to be meant") {
    SmallStore store{{"e1", "e2", "e3"}};
    for (const char* engine : {"e1", "e2"}) {
        store.answer(engine, "a", 0, "F-1");
        store.answer(engine, "a", 1, "F-1");
    }
    const auto neither = build_repro(store.reader(), "x1", "a", "", "kilter 0");
    REQUIRE(neither.has_error());
    CHECK_THAT(neither.error().message, ContainsSubstring("--engine"));
    CHECK_THAT(neither.error().message, ContainsSubstring("e1 (1 different of 2), e2"));
    store.answer("e2", "a", 2, "F-9");
    const auto unstable = build_repro(store.reader(), "x1", "a", "", "kilter 0");
    REQUIRE(unstable);
    CHECK(unstable->facts.engine == "e2");
    CHECK(unstable->facts.fewest == 3);
    REQUIRE(unstable->facts.controls.size() == 1);
    CHECK(unstable->facts.controls[0].engine == "e1");
    CHECK(unstable->facts.controls[0].distinct == 1);
    CHECK(build_repro(store.reader(), "x1", "a", "e3", "kilter 0").has_error());  // nothing stored
    CHECK(build_repro(store.reader(), "x1", "b", "", "kilter 0").has_error());
    CHECK(build_repro(store.reader(), "x1", "c", "", "kilter 0").has_error());
}

TEST_CASE("repro: a folder that holds something is left as it is") {
    const TempFolder folder;
    REQUIRE(write_file_atomically(folder / "kept", "x").has_value());
    CHECK(write_bundle(folder / ".", {{"a", "1"}}).has_error());
    CHECK(write_bundle(folder / "kept", {{"a", "1"}}).has_error());
    CHECK_FALSE(std::filesystem::exists(folder / "a"));
    REQUIRE(write_bundle(folder / "new", {{"a", "1"}, {"runs/b", "2"}}).has_value());
    // SHA-256 of "1" and "2".
    CHECK(read_file(folder / "new" / "SHA256SUMS").value() ==
          "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b  a\n"
          "d4735e3a265e16eee03f59718b9b5d03019c07d8b6c51f90da3a666eec13ab35  runs/b\n");
}
