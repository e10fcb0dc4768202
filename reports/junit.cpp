#include "reports/junit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/utf8.hpp"
#include "reports/sentences.hpp"
#include "reports/table.hpp"

namespace kilter {

namespace {

// What XML 1.0 has no way to write is replaced; controls are visible already.
std::string xml_text(std::string_view text) {
    const std::string escaped = html_escape(text);
    std::string out;
    for (std::size_t at = 0; at < escaped.size();) {
        const utf8::Step unit = utf8::step(escaped, at);
        const bool forbidden =
            !unit.valid || unit.code_point == 0xFFFE || unit.code_point == 0xFFFF;
        out += forbidden ? "\xEF\xBF\xBD" : escaped.substr(at, unit.length);
        at += unit.length;
    }
    return out;
}

int missing_of(const ItemRow& row) {
    return row.planned - static_cast<int>(row.runs.size());
}

double seconds_of(const ItemRow& row) {
    double milliseconds = 0;
    for (const RunRow& run : row.runs) milliseconds += run.timings.total_ms.value_or(0);
    return milliseconds / 1000;
}

std::string error_words(const ItemRow& row) {
    std::string out;
    for (const RunRow& run : row.runs)
        if (run.failed())
            out += fmt::format("run {}: {}{}; ", run.k, to_word(run.outcome),
                               run.error.empty() ? "" : ", " + run.error);
    if (missing_of(row) > 0)
        out += plural(missing_of(row), "run is missing", "runs are missing") + "; ";
    return out.substr(0, out.size() - 2);
}

std::string failure_words(const ItemRow& row) {
    std::string out = fmt::format("runs differ: {}", row.variants());
    const Divergence& at = row.divergence;
    if (at.kind == DivergenceKind::mismatch || at.kind == DivergenceKind::prefix)
        out += fmt::format("; they part in the {} at code point {}", to_word(at.channel),
                           at.code_point);
    if (row.value_flip) out += "; an extracted value changes";
    return out;
}

// The strip of runs and their points.
std::string strip_words(const ItemRow& row) {
    std::string points;
    for (const RunRow& run : row.runs)
        points += (points.empty() ? "" : " ") + (run.points ? number_text(*run.points) : "-");
    return fmt::format("outputs: {}; points: {} of {}", row.variants(), points,
                       number_text(row.attainable));
}

bool has_error(const ItemRow& row) {
    return row.failed() > 0 || missing_of(row) > 0;
}

bool is_skipped(const ItemRow& row) {
    return !has_error(row) && !row.measurable;
}

std::string case_xml(const ItemRow& row) {
    std::string out =
        fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\">\n",
                    xml_text(row.suite + "." + row.engine), xml_text(row.item), seconds_of(row));
    if (has_error(row))
        out += fmt::format("      <error type=\"{}\" message=\"{}\"/>\n",
                           row.failed() > 0 ? "failed" : "missing", xml_text(error_words(row)));
    else if (row.unstable)
        out += fmt::format("      <failure type=\"unstable\" message=\"{}\"/>\n",
                           xml_text(failure_words(row)));
    else if (is_skipped(row))
        out += "      <skipped message=\"fewer than two runs: nothing to compare\"/>\n";
    return out + "      <system-out>" + xml_text(strip_words(row)) +
           "</system-out>\n    </testcase>\n";
}

struct Counts {
    long long tests = 0, failures = 0, errors = 0, skipped = 0;
    double seconds = 0;
};

template <class Rows>
Counts count(const Rows& rows) {
    Counts out;
    for (const ItemRow& row : rows) {
        ++out.tests;
        out.seconds += seconds_of(row);
        if (has_error(row))
            ++out.errors;
        else if (row.unstable)
            ++out.failures;
        else if (is_skipped(row))
            ++out.skipped;
    }
    return out;
}

std::string count_attributes(const Counts& counts) {
    return fmt::format(R"(tests="{}" failures="{}" errors="{}" skipped="{}" time="{:.3f}")",
                       counts.tests, counts.failures, counts.errors, counts.skipped,
                       counts.seconds);
}

}  // namespace

std::string junit_xml(const std::vector<ItemRow>& rows) {
    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"kilter\" " +
                      count_attributes(count(rows)) + ">\n";
    for (auto from = rows.begin(); from != rows.end();) {
        const auto end = std::find_if(from, rows.end(), [&](const ItemRow& row) {
            return row.engine != from->engine || row.suite != from->suite;
        });
        const std::vector<ItemRow> of(from, end);
        out +=
            fmt::format("  <testsuite name=\"{}\" {}>\n",
                        xml_text(from->engine + " / " + from->suite), count_attributes(count(of)));
        out += fmt::format(
            "    <properties><property name=\"experiment\" value=\"{}\"/><property name=\"runs\" "
            "value=\"{}\"/></properties>\n",
            xml_text(from->experiment), from->planned);
        for (const ItemRow& row : of) out += case_xml(row);
        out += "  </testsuite>\n";
        from = end;
    }
    return out + "</testsuites>\n";
}

}  // namespace kilter
