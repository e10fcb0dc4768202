#include "harness/runner/request_cache.hpp"

#include <stdexcept>

namespace kilter {

std::shared_ptr<const RequestBytes> RequestCache::get(const Item& item, const RequestParams& params,
                                                      const EngineConfig& engine, Dialect dialect) {
    Entry& entry = entries_[&item];
    if (entry.bytes) return entry.bytes;
    auto built = std::make_shared<const RequestBytes>(build_request(item, params, engine, dialect));
    if (!entry.sha256.empty() && entry.sha256 != built->sha256) {
        throw std::logic_error("the request of item " + item.id + " was built twice and differs");
    }
    entry.sha256 = built->sha256;
    entry.bytes = built;
    held_.push_back(&item);
    held_bytes_ += built->body.size();
    make_room();
    return built;
}

void RequestCache::make_room() {
    while (held_bytes_ > max_bytes_ && held_.size() > 1) {
        Entry& oldest = entries_[held_.front()];
        held_bytes_ -= oldest.bytes->body.size();
        oldest.bytes.reset();
        held_.pop_front();
    }
}

}  // namespace kilter
