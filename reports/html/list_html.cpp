#include "reports/html/list_html.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/sentences.hpp"
#include "reports/table.hpp"

namespace kilter {

namespace {

std::string joined(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
    return html_escape(out);
}

std::string row_html(const ListedOnPage& row) {
    const ListedExperiment& one = row.experiment;
    std::string out = fmt::format(
        "<tr data-id=\"{0}\"><th scope=\"row\"><a href=\"/experiment/{0}\">{0}</a></th><td "
        "class=\"progress\">{1}</td><td>{2}</td><td>{3}</td><td class=\"names\">{4}</td><td "
        "class=\"names\">{5}</td><td class=\"n\" data-label=\"K =\">{6}</td><td>",
        html_escape(one.id), progress_html(one.stored, one.planned, one.failed, row.running),
        html_escape(page_minute(one.created_at)), html_escape(one.kind), joined(one.suites),
        joined(one.engines), one.runs);
    if (!row.compare_href.empty())
        out += fmt::format("<a href=\"{}\" aria-label=\"Compare engines of {}\">compare</a>",
                           html_escape(row.compare_href), html_escape(one.id));
    return out + "</td></tr>\n";
}

}  // namespace

std::string page_minute(const std::string& time) {
    std::string out = time.substr(0, 16);
    std::replace(out.begin(), out.end(), 'T', ' ');
    return out;
}

std::string progress_html(long long stored, long long planned, long long failed, bool running) {
    const char* state = running ? "running" : stored < planned ? "stopped" : "complete";
    std::string out = fmt::format("<span class=\"state {0}\">{0}</span> {1} of {2}", state, stored,
                                  plural(planned, "run", "runs"));
    if (failed > 0) out += fmt::format(", <span class=\"bad\">{} failed</span>", failed);
    return out;
}

std::string list_html(const std::vector<ListedOnPage>& rows) {
    if (rows.empty())
        return "<main>\n<p>There is no experiment in this store yet. <code>kilter run</code> makes "
               "one; this page shows it as soon as it begins.</p>\n</main>\n";
    std::string out =
        "<main>\n<div class=\"scroll\" role=\"region\" aria-label=\"Experiments\" tabindex=\"0\">\n"
        "<table class=\"experiments\"><thead><tr>";
    for (const char* heading :
         {"Experiment", "Stored", "Started (UTC)", "Kind", "Suites", "Engines"})
        out += fmt::format("<th scope=\"col\">{}</th>", heading);
    out +=
        "<th scope=\"col\" class=\"n\">K</th><th scope=\"col\">Side by side</th></tr></thead>"
        "<tbody>\n";
    std::for_each(rows.rbegin(), rows.rend(),
                  [&out](const ListedOnPage& row) { out += row_html(row); });
    return out + "</tbody></table>\n</div>\n</main>\n";
}

}  // namespace kilter
