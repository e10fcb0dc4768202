#include "suites/importers/first_suite.hpp"

#include "suites/load.hpp"
#include "tests/unit/suites/temp_folder.hpp"

using namespace kilter;

TEST_CASE("the first suite loads as it is", "[importers]") {
    const test::TempFolder folder;
    for (const SuiteFile& file : first_suite_files()) {
        folder.write(std::string{file.path}, file.text);
    }
    Diagnostics diagnostics;
    const auto suite = load_suite(folder.path() / "suite.yaml", diagnostics);
    INFO(to_text(diagnostics));
    REQUIRE(suite);
    CHECK(suite->items.size() == 2);
    CHECK(suite->max_points() == 5.0);
    CHECK(diagnostics.all().empty());
}
