// Any text as a suite file, read in memory: it loads or it does not, every error has its place, and
// a suite that loads is the same after it was written for the store and read back. Files that the
// text names are found in tests/fuzz/folder and nowhere else.
#include <string>

#include "base/json/read.hpp"
#include "suites/digest.hpp"
#include "suites/load.hpp"
#include "tests/fuzz/fuzz_input.hpp"

namespace {

using namespace kilter;
using fuzz::require;
using fuzz::require_equal;

void check_stored(const Suite& suite) {
    const std::string stored = suite_to_json(suite);
    require(json::read(stored).ok, "a stored suite is JSON", stored);
    const Result<Suite> again = suite_from_json(stored);
    require(again.has_value(), "a stored suite reads back",
            again.has_value() ? stored : again.error().message);
    require_equal(suite_to_json(*again), stored, "a stored suite is a fixed point");
    require_equal(prompts_digest(*again), suite.prompts_digest, "the prompts are the same");
    require_equal(scoring_digest(*again), suite.scoring_digest, "the scoring is the same");
    for (const Item& item : suite.items) {
        require(suite.find(item.id) == &item, "ids are unique", item.id);
        require(!item.messages.empty() && !item.fields.empty() && item.points > 0,
                "an item asks, and scores", item.id);
    }
}

void check(std::string_view text, std::string_view name) {
    Diagnostics diagnostics;
    const auto suite =
        parse_suite(text, std::string(KILTER_FUZZ_DIR "/folder/").append(name), diagnostics);
    require(suite.has_value() != diagnostics.has_errors(), "a suite, or errors",
            to_text(diagnostics));
    for (const Diagnostic& one : diagnostics.all()) {
        require(!one.file.empty() && one.at.line > 0 && one.at.column > 0, "a mistake has a place",
                to_line(one));
    }
    if (suite) check_stored(*suite);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::as_text(data, size);
    check(text, "suite.yaml");
    if (text.starts_with('{')) check(text, "suite.json");
    return 0;
}
