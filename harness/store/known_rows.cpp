#include "harness/store/known_rows.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

namespace kilter {
namespace {

constexpr std::size_t k_most = 16'384;  // of each kind: under 2 MB

template <class Hash>
std::optional<Hash> hash_of(std::string_view sha256) {
    Hash hash;
    if (sha256.size() != hash.size()) return std::nullopt;
    std::copy(sha256.begin(), sha256.end(), hash.begin());
    return hash;
}

}  // namespace

std::size_t KnownRows::FirstBytes::operator()(const Hash& hash) const noexcept {
    std::uint64_t first = 0;
    static_assert(sizeof(first) <= sizeof(Hash));
    std::memcpy(&first, hash.data(), sizeof(first));
    // Hex letters vary in few of their bits.
    return static_cast<std::size_t>((first * 0x9E3779B97F4A7C15ULL) >> 16U);
}

std::size_t KnownRows::OfCell::operator()(CellIds cell) const noexcept {
    return static_cast<std::size_t>(cell.item) * 64 + static_cast<std::size_t>(cell.engine);
}

bool KnownRows::has_blob(std::string_view sha256) const {
    const auto hash = hash_of<Hash>(sha256);
    return hash && blobs_.count(*hash) != 0;
}

void KnownRows::add_blob(std::string_view sha256) {
    const auto hash = hash_of<Hash>(sha256);
    if (!hash) return;
    if (blobs_.size() >= k_most) blobs_.clear();
    blobs_.insert(*hash);
}

bool KnownRows::asked_with(CellIds cell, std::string_view sha256) const {
    const auto found = asked_.find(cell);
    return found != asked_.end() &&
           sha256 == std::string_view(found->second.data(), found->second.size());
}

void KnownRows::set_asked(CellIds cell, std::string_view sha256) {
    const auto hash = hash_of<Hash>(sha256);
    if (!hash) return;
    if (asked_.size() >= k_most) asked_.clear();
    asked_[cell] = *hash;
}

void KnownRows::clear() {
    blobs_.clear();
    asked_.clear();
}

}  // namespace kilter
