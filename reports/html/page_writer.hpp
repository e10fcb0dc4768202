// Writes the HTML report piece by piece: the page and its tables, then one block per item with its
// texts, then the board and the rows. Holds one item at a time. One thread.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "reports/board_model.hpp"
#include "reports/html/page_model.hpp"
#include "reports/item_rows.hpp"

namespace kilter {

// JSON documents of other commands that belong to the experiment, as they print them; empty: none.
struct PageExtras {
    std::vector<std::string> probes, sweeps;
    std::string isolate;
};

class PageWriter {
  public:
    using Sink = std::function<Result<void>(std::string_view)>;

    // `page`: page_template(). `limit`: bytes that all items together may take; what is past it is
    // left out, and the page says so.
    PageWriter(Sink sink, std::string_view page, std::size_t limit);

    Result<void> begin(const PageExperiment& experiment, const Board& board);
    // The number of the item's block; nullopt: left out. Whoever calls adds the unstable ones
    // first.
    Result<std::optional<int>> add(const PageItem& item, bool stable);
    // Of an item that was not even built, since nothing more fits.
    void leave_out(bool stable);
    bool full() const { return full_; }
    Result<void> finish(const PageExperiment& experiment, const Board& board,
                        const std::vector<ItemRow>& rows, const PageExtras& extras = {});

  private:
    Sink sink_;
    std::string_view page_;  // what of the page is still to be written
    std::size_t written_ = 0;
    bool full_ = false;
    int blocks_ = 0;
    TextsKept kept_;
};

}  // namespace kilter
