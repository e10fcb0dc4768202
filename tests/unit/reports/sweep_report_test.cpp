#include "reports/sweep_report.hpp"

#include <catch2/catch_all.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/text/terminal.hpp"

using namespace kilter;

namespace {

SweepCell cell(long long value, std::vector<int> sizes, int of = 8) {
    SweepCell one;
    one.engine = "stock";
    one.value = value;
    one.target = value;
    one.of = of;
    for (const int size : sizes) one.n += size;
    one.failed = of - one.n;
    if (one.n > 0) {
        one.distinct = static_cast<int>(sizes.size());
        one.prompt_tokens = value;
    }
    one.sizes = std::move(sizes);
    return one;
}

// Prior art F: 8 requests, a partial and a missing cell.
SweepReport founding() {
    SweepReport report;
    report.experiment = "x";
    report.runs = 8;
    report.max_tokens = 64;
    report.cells = {cell(5731, {8}), cell(6953, {2}), cell(7785, {8}), cell(8591, {3, 2, 1, 1, 1}),
                    cell(9839, {})};
    report.thresholds = {find_threshold(report.cells)};
    return report;
}

std::size_t widest(const std::string& text) {
    std::istringstream lines(text);
    std::size_t out = 0;
    for (std::string line; std::getline(lines, line);) out = std::max(out, display_width(line));
    return out;
}

}  // namespace

TEST_CASE("sweep report: the founding picture, partial and missing cells apart (prior art F)") {
    const std::string text = sweep_text(founding(), {});
    CHECK(text.find("stock: begins to waver in (7785, 8591]") != std::string::npos);
    CHECK(text.find("1 of 2") != std::string::npos);
    CHECK(text.find("partial") != std::string::npos);
    CHECK(text.find("missing") != std::string::npos);
    CHECK(text.find("Not measured whole: 1 cell partial, 1 missing.") != std::string::npos);
    CHECK(text.find("with probability 57%") != std::string::npos);
    CHECK(widest(text) <= 80);
    CHECK(widest(sweep_text(founding(), {44, false})) <= 44);
    CHECK(text.find('\x1b') == std::string::npos);
}

TEST_CASE("sweep report: JSON has the keys of the contract; a cell not measured has no number") {
    const auto json = nlohmann::json::parse(sweep_json(founding()));
    CHECK(json["schema"] == "kilter.sweep/1");
    CHECK(json["axis"] == "prompt_tokens");
    CHECK(json["bracket"] == nlohmann::json({{"engine", "stock"}, {"low", 7785}, {"high", 8591}}));
    const auto& missing = json["cells"][4];
    CHECK(missing["n"] == 0);
    CHECK(missing["distinct"].is_null());
    CHECK(missing["prompt_tokens"].is_null());
    CHECK(json["cells"][1]["reading"] == "partial");
    CHECK_FALSE(founding().whole());
}

TEST_CASE("sweep report: findings without a bracket are said") {
    SweepReport report = founding();
    report.cells = {cell(1, {8}), cell(2, {4, 4}), cell(3, {8})};
    report.thresholds = {find_threshold(report.cells)};
    CHECK(sweep_text(report, {}).find("gave one output at 3 above it") != std::string::npos);
    CHECK(nlohmann::json::parse(sweep_json(report))["bracket"].is_null());
    report.cells = {cell(1, {8}), cell(2, {8})};
    report.thresholds = {find_threshold(report.cells)};
    CHECK(sweep_text(report, {}).find("one output in every cell") != std::string::npos);
    CHECK(report.whole());
    report.bisections = {{"stock", BisectionEnd::undecided}};
    CHECK(sweep_text(report, {}).find("Bisection ended at a cell") != std::string::npos);
    const auto json = nlohmann::json::parse(sweep_json(report));
    CHECK(json["thresholds"][0]["bisection"] == "undecided");
    CHECK(json["thresholds"][0]["finding"] == "all_steady");
}

TEST_CASE("sweep report: requests at a time") {
    SweepReport report = founding();
    report.axis = SweepAxis::concurrency;
    report.cells = {cell(1, {8}), cell(4, {5, 3})};
    for (SweepCell& one : report.cells) {
        one.target = std::nullopt;
        one.prompt_tokens = 512;
    }
    report.thresholds = {find_threshold(report.cells)};
    const std::string text = sweep_text(report, {});
    CHECK(text.find("at a time") != std::string::npos);
    CHECK(text.find("(1, 4]") != std::string::npos);
    CHECK(widest(text) <= 80);
}
