// The frozen request bytes of one engine: built when an item is first asked, kept while there is
// room, built again when needed, and then proven to be the same bytes. Loop's thread.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <string>

#include "harness/wire/request.hpp"

namespace kilter {

class RequestCache {
  public:
    // Bodies beyond `max_bytes` in all are let go, oldest first; the newest always stays.
    explicit RequestCache(std::size_t max_bytes = std::size_t{16} << 20) : max_bytes_(max_bytes) {}

    // Throws std::logic_error where a second building gives other bytes: a bug, and no trial may go
    // out with them. `params`, `engine` and `dialect` are the same in every call.
    std::shared_ptr<const RequestBytes> get(const Item& item, const RequestParams& params,
                                            const EngineConfig& engine, Dialect dialect);

  private:
    struct Entry {
        std::string sha256;                         // kept for good
        std::shared_ptr<const RequestBytes> bytes;  // nullptr: let go
    };

    void make_room();

    std::size_t max_bytes_;
    std::size_t held_bytes_ = 0;
    std::map<const Item*, Entry> entries_;
    std::deque<const Item*> held_;  // oldest first
};

}  // namespace kilter
