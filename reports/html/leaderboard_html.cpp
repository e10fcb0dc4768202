#include "reports/html/leaderboard_html.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/sha256.hpp"
#include "reports/board_table.hpp"
#include "reports/html/html_number.hpp"
#include "reports/json_numbers.hpp"
#include "reports/sentences.hpp"
#include "reports/table.hpp"

namespace kilter {

namespace {

struct Cell {
    std::string html;
    std::optional<double> sort;  // nullopt: stays last
    std::string attributes = {};
};

struct Column {
    const char* heading;
    const char* method;  // anchor of its explanation
    const char* best;    // "high", "low": what stands first; "": no order
    Cell (*cell)(const BoardRow&);
};

double share(long long count, long long of) {
    return of > 0 ? static_cast<double>(count) / static_cast<double>(of) : 0.0;
}

// "13/50" with both numbers named.
std::string ratio_html(std::string_view count_path, long long count, std::string_view of_path,
                       long long of) {
    if (of == 0) return "n/a";
    return html_count(count_path, count) + "/" + html_count(of_path, of);
}

std::string interval_html(std::string_view path, const std::optional<Interval>& ci,
                          const std::string& low, const std::string& high) {
    if (!ci) return "";
    return "<small>" + html_number(fmt::format("{}.0", path), ci->low, low) + " to " +
           html_number(fmt::format("{}.1", path), ci->high, high) + "</small>";
}

Cell points(const BoardRow& row) {
    const EngineSummary& sum = row.summary;
    Cell cell{html_number("points.mean", sum.points_mean, points_cell(sum)), sum.points_mean};
    cell.html += " of " + html_number("points.attainable", sum.attainable,
                                      number_text(rounded(sum.attainable)));
    if (sum.points_ci95 && sum.points_ci95->low < sum.points_ci95->high)
        cell.html += interval_html("points.ci95", sum.points_ci95,
                                   fmt::format("{:.2f}", sum.points_ci95->low),
                                   fmt::format("{:.2f}", sum.points_ci95->high));
    return cell;
}

Cell unstable(const BoardRow& row) {
    const EngineSummary& sum = row.summary;
    if (sum.measurable == 0) return {"n/a", {}};
    Cell cell{ratio_html("unstable.items", sum.unstable, "unstable.of", sum.measurable),
              share(sum.unstable, sum.measurable), R"( data-items="unstable")"};
    if (sum.unstable_ci95)
        cell.html +=
            interval_html("unstable.ci95", sum.unstable_ci95, percent(sum.unstable_ci95->low),
                          percent(sum.unstable_ci95->high));
    return cell;
}

Cell flips(const BoardRow& row) {
    const Rate& rate = row.summary.value_flips;
    return {ratio_html("value_flips.items", rate.count, "value_flips.of", rate.of),
            share(rate.count, rate.of), R"( data-items="flips")"};
}

Cell vote_errors(const BoardRow& row) {
    const EngineSummary& sum = row.summary;
    const auto errors = static_cast<long long>(sum.majority_errors.size());
    if (sum.majority_of == 0) return {"n/a", {}};
    Cell cell{ratio_html("majority.errors.count", errors, "majority.decided", sum.majority_decided),
              share(errors, sum.majority_decided), R"( data-items="vote")"};
    if (!sum.majority_harmful.empty())
        cell.html += "<small>" +
                     html_count("majority.harmful.length",
                                static_cast<long long>(sum.majority_harmful.size())) +
                     " harmful</small>";
    return cell;
}

Cell loops(const BoardRow& row) {
    const Rate& rate = row.summary.loops;
    return {ratio_html("loops.runs", rate.count, "loops.of", rate.of), share(rate.count, rate.of),
            R"( data-items="loops")"};
}

Cell failed(const BoardRow& row) {
    const EngineSummary& sum = row.summary;
    Cell cell{ratio_html("trials.failed", sum.failed, "trials.stored", sum.stored),
              share(sum.failed + sum.missing, sum.planned), R"( data-items="errors")"};
    if (sum.missing > 0)
        cell.html += "<small>" + html_count("trials.missing", sum.missing) + " missing</small>";
    return cell;
}

Cell runs(const BoardRow& row) {
    return {html_count("runs", row.summary.runs), static_cast<double>(row.summary.runs)};
}

Cell power(const BoardRow& row) {
    const EngineSummary& sum = row.summary;
    return {
        html_number("detection_power.power", sum.detection_power, percent(sum.detection_power)) +
            "<small>of a " +
            html_number("detection_power.minority_share", sum.power_minority_share,
                        percent(sum.power_minority_share)) +
            " answer</small>",
        sum.detection_power};
}

Cell speed(const BoardRow& row) {
    const EngineSummary& sum = row.summary;
    return {html_number("speed.output_tok_per_s", sum.output_tok_per_s, speed_cell(sum)),
            sum.output_tok_per_s};
}

constexpr Column k_columns[] = {
    {"points", "m-points", "high", points},   {"unstable", "m-unstable", "low", unstable},
    {"value flips", "m-flips", "low", flips}, {"vote wrong", "m-vote", "low", vote_errors},
    {"loops", "m-loops", "low", loops},       {"failed", "m-failed", "low", failed},
    {"K", "m-power", "high", runs},           {"K shows", "m-power", "high", power},
    {"tok/s", "m-speed", "high", speed},
};

// Which engine answered, in short: what it said of itself as a hash, and whether that changed.
std::string fingerprint_html(const BoardRow& row, const std::vector<PageEngine>& engines) {
    const auto engine = std::find_if(engines.begin(), engines.end(), [&](const PageEngine& one) {
        return one.engine == row.engine;
    });
    if (engine == engines.end() || engine->fingerprint_start.empty()) return "not asked";
    std::string out = html_escape(engine->dialect) + " <code>" +
                      sha256_hex(engine->fingerprint_start).substr(0, 8) + "</code>";
    if (!row.fingerprints.changes.empty()) out += "<small>changed during the run</small>";
    const auto identities = static_cast<long long>(row.fingerprints.parts.size());
    if (identities > 1)
        out +=
            "<small>" + html_count("fingerprints.parts.length", identities) + " identities</small>";
    return out;
}

std::string row_html(const BoardRow& row, const std::string& name,
                     const std::vector<PageEngine>& engines) {
    std::string out =
        fmt::format(R"(<tr data-engine="{}" data-suite="{}"><th scope="row">{}</th>)",
                    html_escape(row.engine), html_escape(row.suite), html_escape(name));
    for (const Column& column : k_columns) {
        const Cell cell = column.cell(row);
        const std::string sort = cell.sort ? number_or_null(cell.sort).dump() : "";
        out += fmt::format(R"(<td class="n" data-sort="{}"{}>{}</td>)", sort, cell.attributes,
                           cell.html);
    }
    return out + R"(<td class="chip">)" + fingerprint_html(row, engines) + "</td></tr>\n";
}

// `cells`: of the terminal's table of totals.
std::string total_html(const BoardTotal& total, const std::vector<std::string>& cells) {
    const std::string numbers[] = {
        html_number("points", total.points, cells[1]),
        html_number("attainable", total.attainable, cells[2]),
        html_number("majority.points", total.majority_points, cells[3]),
        ratio_html("unstable.items", total.unstable, "unstable.of", total.unstable_of)};
    std::string out = fmt::format(R"(<tr data-total="{}"><th scope="row">{}</th>)",
                                  html_escape(total.engine), html_escape(cells[0]));
    for (const std::string& number : numbers) out += R"(<td class="n">)" + number + "</td>";
    return out + "</tr>\n";
}

}  // namespace

std::string leaderboard_html(const std::vector<const BoardRow*>& rows,
                             const std::vector<PageEngine>& engines) {
    std::string out = R"(<div class="scroll" role="region" aria-label="Leaderboard of )" +
                      html_escape(rows.front()->suite) +
                      "\" tabindex=\"0\">\n<table class=\"leaderboard\">\n<thead><tr><th "
                      "scope=\"col\">engine</th>";
    for (const Column& column : k_columns)
        out += fmt::format(R"(<th scope="col" class="n" data-best="{}">{}</th>)", column.best,
                           column.heading);
    out += "<th scope=\"col\">answered by</th></tr></thead>\n<tbody>\n";
    for (const BoardRow* row : rows) out += row_html(*row, row_name(*row, rows), engines);
    return out + "</tbody>\n</table></div>\n";
}

std::string totals_html(const Board& board) {
    const Table table = totals_table(board);
    std::string out =
        "<h3>All suites</h3>\n<div class=\"scroll\" role=\"region\" aria-label=\"All suites\" "
        "tabindex=\"0\"><table>\n<thead><tr>";
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        out += std::string{i == 0 ? R"(<th scope="col">)" : R"(<th scope="col" class="n">)"} +
               html_escape(table.columns[i].heading) + "</th>";
    out += "</tr></thead>\n<tbody>\n";
    for (std::size_t i = 0; i < board.totals.size(); ++i)
        out += total_html(board.totals[i], table.rows[i]);
    return out + "</tbody>\n</table></div>\n";
}

}  // namespace kilter
