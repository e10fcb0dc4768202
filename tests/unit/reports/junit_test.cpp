#include "reports/junit.hpp"

#include <catch2/catch_all.hpp>

#include "tests/unit/reports/sample_rows.hpp"

using namespace kilter;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("JUnit: unstable is a failure, a run without an answer an error") {
    const std::string xml =
        junit_xml({test::steady_item(), test::wavering_item(), test::broken_item()});
    // 3 x 0.5 s, 3 x 0.5 s, 1 x 0.5 s.
    CHECK_THAT(xml, ContainsSubstring("<testsuites name=\"kilter\" tests=\"3\" failures=\"1\" "
                                      "errors=\"1\" skipped=\"0\" time=\"3.500\">"));
    CHECK_THAT(xml, ContainsSubstring(
                        "<failure type=\"unstable\" message=\"runs differ: A A B; they part "
                        "in the reasoning at code point 12; an extracted value changes\"/>"));
    CHECK_THAT(
        xml, ContainsSubstring("<error type=\"failed\" message=\"run 1: timeout, no byte for 5 s, "
                               "&quot;idle&quot;; 1 run is missing\"/>"));
    CHECK_THAT(xml, ContainsSubstring("outputs: . - A; points: - 2 of 2"));
}

TEST_CASE("JUnit: an error hides no failure, and a failure no error") {
    ItemRow row = test::wavering_item();
    row.runs[0].outcome = Outcome::transport_error;
    const std::string xml = junit_xml({row});
    CHECK_THAT(xml, ContainsSubstring("failures=\"0\" errors=\"1\""));
    CHECK(xml.find("<failure") == std::string::npos);
}

TEST_CASE("JUnit: one run is nothing to compare, so the case is skipped") {
    ItemRow row = test::steady_item();
    row.planned = 1;
    row.measurable = false;
    row.runs.resize(1);
    CHECK_THAT(junit_xml({row}), ContainsSubstring("<skipped message="));
}

TEST_CASE("JUnit: one suite per engine and suite; no row, no suite") {
    ItemRow other = test::steady_item();
    other.engine = "fixed";
    const std::string xml = junit_xml({test::steady_item(), other});
    CHECK_THAT(xml, ContainsSubstring("<testsuite name=\"stock / s\" tests=\"1\""));
    CHECK_THAT(xml, ContainsSubstring("<testsuite name=\"fixed / s\" tests=\"1\""));
    CHECK_THAT(junit_xml({}), ContainsSubstring("tests=\"0\""));
}

TEST_CASE("JUnit: what XML cannot hold is not in it") {
    ItemRow row = test::broken_item();
    row.runs[0].error = std::string("\x01<b>&\xEF\xBF\xBF\xff", 9);
    const std::string xml = junit_xml({row});
    CHECK(xml.find('\x01') == std::string::npos);
    CHECK(xml.find("\xEF\xBF\xBF") == std::string::npos);
    CHECK(xml.find('\xff') == std::string::npos);
    CHECK_THAT(xml, ContainsSubstring("&lt;b&gt;&amp;"));
}
