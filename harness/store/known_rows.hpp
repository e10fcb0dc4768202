// What a writing connection knows to be in its store without looking again: blobs, and with which
// request the runs of a cell were asked. To be cleared whenever rows were taken back or removed.
// One thread at a time.
#pragma once

#include <array>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "harness/store/row_ids.hpp"

namespace kilter {

class KnownRows {
  public:
    // A hash is 64 letters.
    bool has_blob(std::string_view sha256) const;
    void add_blob(std::string_view sha256);

    // Every stored run of the cell that has a request was asked with this one.
    bool asked_with(CellIds cell, std::string_view sha256) const;
    void set_asked(CellIds cell, std::string_view sha256);

    void clear();

  private:
    using Hash = std::array<char, 64>;
    struct FirstBytes {
        std::size_t operator()(const Hash& hash) const noexcept;
    };
    struct OfCell {
        std::size_t operator()(CellIds cell) const noexcept;
    };

    std::unordered_set<Hash, FirstBytes> blobs_;
    std::unordered_map<CellIds, Hash, OfCell> asked_;
};

}  // namespace kilter
