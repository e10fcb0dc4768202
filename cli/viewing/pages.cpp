#include "cli/viewing/pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "cli/analysis/item_rows_builder.hpp"
#include "cli/analysis/listed.hpp"
#include "cli/analysis/page_builder.hpp"
#include "cli/comparison/diff_builder.hpp"
#include "harness/store/experiment_lock.hpp"
#include "harness/store/open_to_read.hpp"
#include "reports/html/diff_html.hpp"
#include "reports/html/list_html.hpp"
#include "reports/html/served_page.hpp"
#include "reports/table.hpp"

namespace kilter {

namespace {

using Rows = std::vector<ExperimentRow>;

// A probe or a sweep has no gold, so no board and nothing to compare.
bool has_board(const ExperimentRow& row) {
    return row.kind != "probe" && row.kind != "sweep";
}

std::string side_value(const ExperimentRow& row, const EngineRow& engine) {
    return row.id + ":" + engine.engine;
}

std::string compare_href(const std::string& a, const std::string& b) {
    return "/compare?a=" + percent_encoded(a) + "&b=" + percent_encoded(b);
}

// Its first two engines; empty: nothing is there to compare with.
std::string compare_href(const ExperimentRow& row) {
    if (!has_board(row) || row.engines.empty()) return "";
    const EngineRow& other = row.engines[row.engines.size() > 1 ? 1 : 0];
    return compare_href(side_value(row, row.engines.front()), side_value(row, other));
}

ViewAnswer page_of(std::string html) {
    ViewAnswer answer;
    answer.body = std::move(html);
    return answer;
}

ViewAnswer stopped() {
    return problem_answer(503, "kilter view has ended",
                          "Start it again, and open its new address.");
}

ViewAnswer cannot_read(const Error& error) {
    return problem_answer(500, "The store cannot be read", error.message);
}

// Experiments and comparison.

ViewAnswer list_page(const ViewSource& source, StoreReader& reader, const Rows& rows) {
    std::vector<ListedOnPage> listed;
    for (const ExperimentRow& row : rows) {
        ListedOnPage one;
        const auto counts = reader.counts(row.id);
        if (!counts) return cannot_read(counts.error());
        one.experiment = listed_experiment(row, *counts);
        one.running = ExperimentLock::seems_held(source.store, row.id);
        one.compare_href = compare_href(row);
        listed.push_back(std::move(one));
    }
    ServedPage about;
    about.part = "experiments";
    about.live = true;
    about.links.emplace_back("Compare engines", "/compare");
    const std::string words = fmt::format("in {}; {}", source.store.string(), source.version);
    return page_of(served_page(source.page, about, "kilter: experiments",
                               served_head("Experiments", words) + list_html(listed)));
}

CompareForm form_of(const Rows& rows, const ViewRoute& route) {
    CompareForm form;
    form.a = route.a;
    form.b = route.b;
    form.level = route.level;
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
        if (!has_board(*row)) continue;
        for (const EngineRow& engine : row->engines) {
            SideChoice choice;
            choice.value = side_value(*row, engine);
            choice.label = fmt::format("{}, K = {}, {}", engine.engine, row->runs, row->id);
            form.choices.push_back(std::move(choice));
        }
    }
    if (form.b.empty() && form.choices.size() > 1) form.b = form.choices[1].value;
    return form;
}

SideName side_of(const std::string& value) {
    const std::size_t mark = value.find(':');
    if (mark == std::string::npos) return {value, ""};
    return {value.substr(0, mark), value.substr(mark + 1)};
}

std::string item_href(const DiffedCondition& side, const ItemComparison& item) {
    return fmt::format("/experiment/{}#item={}/{}&engine={}", percent_encoded(side.experiment),
                       percent_encoded(item.suite), percent_encoded(item.item),
                       percent_encoded(side.engine));
}

std::string comparison_html(StoreReader& reader, const ViewRoute& route) {
    const auto note = [](const std::string& text) {
        return "<p class=\"verdict warn\"><b>" + text + "</b></p>\n";
    };
    if (route.a.empty() || route.b.empty())
        return "<p>Choose two engines, of one experiment or of two. Item by item: are their "
               "outputs the same, and where do they part? <code>kilter diff</code> says the "
               "same.</p>\n";
    if (route.a == route.b) return note("Both sides are the same engine; choose two.");
    const auto level = route.level.empty() ? Level::content : level_from(route.level);
    if (!level) return note("There is no such level; choose one.");
    const DiffRequest request{side_of(route.a), side_of(route.b), *level, {}};
    const auto report = build_diff(reader, request);
    if (!report) return note(html_escape(report.error().message));
    return diff_html(*report, item_href);
}

ViewAnswer compare_page(const ViewSource& source, StoreReader& reader, const Rows& rows,
                        const ViewRoute& route) {
    ServedPage about;
    about.part = "compare";
    for (const auto* value : {&route.a, &route.b}) {
        const std::string id = side_of(*value).experiment;
        const bool known = std::any_of(rows.begin(), rows.end(),
                                       [&](const ExperimentRow& row) { return row.id == id; });
        const std::string href = "/experiment/" + percent_encoded(id);
        if (known && (about.links.empty() || about.links.back().second != href))
            about.links.emplace_back(id, href);
    }
    std::string body = served_head("Two engines compared", "output by output, then by points");
    body += "<main>\n" + compare_form_html(form_of(rows, route)) + comparison_html(reader, route) +
            "</main>\n";
    return page_of(served_page(source.page, about, "kilter: two engines compared", body));
}

// One experiment.

ServedPage about_experiment(const ExperimentRow& row, bool live) {
    ServedPage about;
    about.part = "experiment";
    about.experiment = row.id;
    about.live = live;
    if (const std::string href = compare_href(row); !href.empty())
        about.links.emplace_back("Compare engines", href);
    return about;
}

ViewAnswer extras_page(const ViewSource& source, StoreReader& reader, const ExperimentRow& row,
                       bool live) {
    PageExtras extras;
    const auto added = source.add_extra(reader, row.id, extras);
    const std::string words = fmt::format("experiment {}, {} UTC; it has no gold, so no board",
                                          row.id, page_minute(row.created_at));
    std::string body = served_head(row.kind == "probe" ? "A probe" : "A sweep", words) + "<main>\n";
    if (!added)
        body += "<p class=\"verdict warn\"><b>" + html_escape(added.error().message) + "</b></p>\n";
    body += fmt::format(
        "<div id=\"app\"></div>\n<p>As text, with every number: <code>kilter {} --stored "
        "{}</code></p>\n</main>\n",
        html_escape(row.kind), html_escape(row.id));
    return page_of(served_page(source.page, about_experiment(row, live), row.kind + " " + row.id,
                               body, extras_data(extras)));
}

ViewAnswer board_page(const ViewSource& source, StoreReader& reader, const ExperimentRow& row,
                      bool live) {
    auto board = build_board_with_rows(reader, row.id);
    if (!board) return cannot_read(board.error());
    if (source.stopping) return stopped();
    PageOptions options;
    const std::string page = served_template(source.page, about_experiment(row, live));
    options.page = page;
    options.limit = source.texts;
    options.version = source.version;
    // An isolation that has only begun has no arms to show yet: the page does without.
    if (row.kind == "isolate")
        if (const auto added = source.add_extra(reader, row.id, options.extras); !added)
            options.extras = {};
    std::string html;
    const auto take = [&](std::string_view bytes) -> Result<void> {
        if (source.stopping) return fail("kilter view was stopped");
        html += bytes;
        return {};
    };
    const auto built =
        build_page(reader, row.id, board->board, std::move(board->rows), options, take);
    if (!built) return cannot_read(built.error());
    return page_of(std::move(html));
}

ViewAnswer experiment_page(const ViewSource& source, StoreReader& reader, const Rows& rows,
                           const std::string& word) {
    const auto id = resolve_experiment(reader, word);
    if (!id) return problem_answer(404, "No such experiment", id.error().message);
    if (*id != word) return redirect_to("/experiment/" + percent_encoded(*id));
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const ExperimentRow& one) { return one.id == *id; });
    if (row == rows.end()) return problem_answer(404, "No such experiment", *id);
    const auto counts = reader.counts(*id);
    if (!counts) return cannot_read(counts.error());
    const bool live =
        counts->stored < counts->planned || ExperimentLock::seems_held(source.store, *id);
    return has_board(*row) ? board_page(source, reader, *row, live)
                           : extras_page(source, reader, *row, live);
}

}  // namespace

ViewAnswer make_page(const ViewSource& source, const ViewRoute& route) {
    if (source.stopping) return stopped();
    const auto reader = open_snapshot(source.store);
    if (!reader) return cannot_read(reader.error());
    const auto rows = (*reader)->experiments();
    if (!rows) return cannot_read(rows.error());
    switch (route.part) {
        case ViewPart::experiments:
            return list_page(source, **reader, *rows);
        case ViewPart::experiment:
            return experiment_page(source, **reader, *rows, route.experiment);
        case ViewPart::compare:
            return compare_page(source, **reader, *rows, route);
        case ViewPart::events:
        case ViewPart::icon:
        case ViewPart::none:
            break;
    }
    return problem_answer(404, "No such page", "There is nothing at this address.");
}

}  // namespace kilter
