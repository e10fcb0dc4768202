// Streams an experiment into the HTML report: the items that waver or fail first, then the steady
// ones while there is room. One item's texts in memory at a time. One thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "harness/store/store_reader.hpp"
#include "reports/board_model.hpp"
#include "reports/html/page_writer.hpp"

namespace kilter {

struct PageOptions {
    std::string_view page;  // page_template()
    std::size_t limit = 0;  // bytes of all items' texts
    std::string version;    // of kilter
    PageExtras extras;
};

Result<void> build_page(StoreReader& reader, const std::string& experiment, const Board& board,
                        const PageOptions& options, const PageWriter::Sink& sink);

}  // namespace kilter
