// The official JSON-Schema-Test-Suite, as distributions package it. Groups that need a keyword
// outside the supported subset are counted as skipped; every other test has to come out as it says.
#include <algorithm>
#include <catch2/catch_all.hpp>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "base/files.hpp"
#include "base/json/read.hpp"
#include "suites/schema.hpp"

using namespace kilter;

namespace {

namespace fs = std::filesystem;

// What the compiler says about a schema that is well formed but not for it.
bool is_beyond_subset(const SchemaProblem& problem) {
    for (const char* words :
         {"' is not supported", "leads out of the schema", "is supported at the root only",
          "as prefixItems", "is no pattern in the syntax of RE2", "or left out"}) {
        if (problem.message.find(words) != std::string::npos) return true;
    }
    return false;
}

struct Counts {
    int run = 0;
    int groups_skipped = 0;
    int tests_skipped = 0;
};

void run_group(const json::Value& group, bool is_old_draft, Counts& counts) {
    const std::string title = group.find("description")->text;
    INFO("group: " << title);
    const auto& tests = group.find("tests")->items;
    std::vector<SchemaProblem> problems;
    const auto schema = SchemaCheck::compile(*group.find("schema"), problems);
    // Drafts before 2019-09 ignored what stood beside $ref.
    const bool differs = is_old_draft && title == "ref overrides any sibling keywords";
    if (differs || std::any_of(problems.begin(), problems.end(), is_beyond_subset)) {
        ++counts.groups_skipped;
        counts.tests_skipped += static_cast<int>(tests.size());
        return;
    }
    for (const SchemaProblem& problem : problems) {
        FAIL_CHECK(problem.pointer << ": " << problem.message);
    }
    if (!schema) return;
    for (const json::Value& test : tests) {
        INFO("test: " << test.find("description")->text);
        const auto found = schema->validate(*test.find("data"));
        for (const SchemaProblem& one : found) UNSCOPED_INFO(one.pointer << ": " << one.message);
        CHECK(found.empty() == test.find("valid")->boolean);
        ++counts.run;
    }
}

Counts run_folder(const fs::path& folder, bool is_old_draft) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator{folder}) {
        if (entry.path().extension() == ".json") files.push_back(entry.path());
    }
    // Exact decimals make these mandatory here.
    for (const char* name : {"optional/bignum.json", "optional/float-overflow.json"}) {
        if (fs::exists(folder / name)) files.push_back(folder / name);
    }
    std::sort(files.begin(), files.end());
    Counts counts;
    for (const fs::path& file : files) {
        INFO("file: " << file);
        const auto text = read_file(file);
        REQUIRE(text.has_value());
        const auto groups = json::read(*text);
        REQUIRE(groups.ok);
        for (const json::Value& group : groups.value.items) {
            run_group(group, is_old_draft, counts);
        }
    }
    return counts;
}

void run_or_skip(std::vector<fs::path> folders, bool is_old_draft, int least,
                 const std::string& remedy) {
    const auto folder = std::find_if(folders.begin(), folders.end(),
                                     [](const fs::path& one) { return fs::is_directory(one); });
    if (folder == folders.end()) SKIP("the official tests are not there; " << remedy);
    const Counts counts = run_folder(*folder, is_old_draft);
    std::cout << folder->string() << ": " << counts.run << " tests run, " << counts.tests_skipped
              << " tests in " << counts.groups_skipped
              << " groups skipped (outside the supported subset)\n";
    CHECK(counts.run >= least);
}

}  // namespace

TEST_CASE("Official tests of draft 2020-12, every group within the subset") {
    std::vector<fs::path> folders{
        "/usr/share/json-schema-test-suite/tests/draft2020-12",
        "/usr/share/perl5/auto/share/dist/Test-JSON-Schema-Acceptance/tests/draft2020-12"};
    if (const char* named = std::getenv("KILTER_JSON_SCHEMA_TESTS")) {
        folders.insert(folders.begin(), fs::path{named} / "draft2020-12");
    }
    run_or_skip(folders, false, 700,
                "set KILTER_JSON_SCHEMA_TESTS to the folder `tests` of a checkout of "
                "JSON-Schema-Test-Suite, or install libtest-json-schema-acceptance-perl");
}

TEST_CASE("Official tests of draft 7, every group that means the same in 2020-12") {
    run_or_skip({"/usr/share/json-schema-test-suite/tests/draft7"}, true, 280,
                "install the package json-schema-test-suite, or run scripts/setup --for test");
}
