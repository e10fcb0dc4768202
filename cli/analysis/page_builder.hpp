// Streams an experiment into the HTML report: the items that waver or fail first, then the steady
// ones while there is room. One item's texts in memory at a time; what there is no room for is not
// read. One thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "harness/store/store_reader.hpp"
#include "reports/board_model.hpp"
#include "reports/html/page_writer.hpp"
#include "reports/item_rows.hpp"

namespace kilter {

struct PageOptions {
    std::string_view page;  // page_template()
    std::size_t limit = 0;  // bytes of all items' texts
    std::string version;    // of kilter
    PageExtras extras;
};

// Without the texts of its suites, which may be large.
Result<ExperimentRow> experiment_alone(StoreReader& reader, const std::string& id);

// `rows`: of this experiment (ItemRows).
Result<void> build_page(StoreReader& reader, const std::string& experiment, const Board& board,
                        std::vector<ItemRow> rows, const PageOptions& options,
                        const PageWriter::Sink& sink);

}  // namespace kilter
