// The page of the report as a local server hands it out: a bar on top that leads to the other pages
// of the store, a place for what comes in live, and a policy that lets it ask its own server and
// nobody else. Pure, any thread.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reports/html/page_writer.hpp"

namespace kilter {

struct ServedPage {
    std::string part;        // experiments, experiment, compare; the page's script goes by it
    std::string experiment;  // its id; empty: none
    bool live = false;       // more may come while the page is open
    std::vector<std::pair<std::string, std::string>> links;  // beside that to the list: text, href
};

// page_template() with bar and policy; its three marks are still there.
std::string served_template(std::string_view page, const ServedPage& about);
// All of it: `title` is text, `body` and `data` are HTML.
std::string served_page(std::string_view page, const ServedPage& about, std::string_view title,
                        std::string_view body, std::string_view data = {});

// The Content-Security-Policy as a header, which can also forbid frames.
std::string served_policy(std::string_view page);

// The header of such a page, with the place for the buttons. Texts, not HTML.
std::string served_head(std::string_view heading, std::string_view words);

// The charts of an experiment that has no board: a probe or a sweep.
std::string extras_data(const PageExtras& extras);

}  // namespace kilter
