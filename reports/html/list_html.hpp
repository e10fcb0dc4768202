// The experiments of a store as a page: what there is, how far each has come, and links. Reads
// without scripts. Pure, any thread.
#pragma once

#include <string>
#include <vector>

#include "reports/list_report.hpp"

namespace kilter {

struct ListedOnPage {
    ListedExperiment experiment;
    bool running = false;      // a process works on it now
    std::string compare_href;  // empty: it has no board, so nothing is compared
};

// Newest first; `rows`: oldest first, as the store has them.
std::string list_html(const std::vector<ListedOnPage>& rows);

// "40 of 150", with what is to be said about it: complete, running, stopped, so many failed.
std::string progress_html(long long stored, long long planned, long long failed, bool running);

// "2026-11-29 12:00" of an ISO 8601 time in UTC.
std::string page_minute(const std::string& time);

}  // namespace kilter
