// The pages of the local server, made from the store: the list of experiments, one experiment as
// `kilter report` writes it, two engines compared. Each opens the store anew and sees it stand
// still. Any thread, one page at a time.
#pragma once

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "cli/viewing/answer.hpp"
#include "harness/store/store_reader.hpp"
#include "reports/html/page_writer.hpp"

namespace kilter {

// Where the pages come from. Lives as long as they are asked for.
struct ViewSource {
    // Adds what a probe, a sweep or an isolation shows beside a board.
    using AddExtra = Result<void> (*)(StoreReader&, const std::string& experiment, PageExtras&);

    std::filesystem::path store;
    std::string_view page;  // page_template()
    std::string version;    // of kilter
    std::size_t texts = 0;  // bytes of all items' texts on one page
    AddExtra add_extra = nullptr;
    std::atomic<bool> stopping{false};  // a page that is being written ends early
};

// For every part but events.
ViewAnswer make_page(const ViewSource& source, const ViewRoute& route);

}  // namespace kilter
