#include "harness/engine/no_proxy.hpp"

#include <arpa/inet.h>

#include <array>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string>

#include "base/text/ascii.hpp"

namespace kilter {
namespace {

struct Address {
    int family = 0;
    std::array<unsigned char, 16> bytes{};
    unsigned bits() const { return family == AF_INET ? 32 : 128; }
};

std::optional<Address> address_of(std::string_view text) {
    if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
    const std::string terminated(text);
    Address out;
    for (const int family : {AF_INET, AF_INET6}) {
        out.family = family;
        if (::inet_pton(family, terminated.c_str(), out.bytes.data()) == 1) return out;
    }
    return std::nullopt;
}

bool begins_alike(const Address& a, const Address& b, unsigned bits) {
    for (std::size_t i = 0; bits > 0; ++i, bits -= bits < 8 ? bits : 8) {
        const unsigned mask = bits >= 8 ? 0xFFU : 0xFFU << (8 - bits) & 0xFFU;
        if (((a.bytes[i] ^ b.bytes[i]) & mask) != 0) return false;
    }
    return true;
}

bool covers_address(std::string_view entry, const Address& host) {
    const std::size_t slash = entry.find('/');
    const std::optional<Address> block = address_of(entry.substr(0, slash));
    if (!block || block->family != host.family) return false;
    unsigned bits = host.bits();
    if (slash != std::string_view::npos) {
        const std::string_view number = entry.substr(slash + 1);
        const char* const end = number.data() + number.size();
        const auto [stop, error] = std::from_chars(number.data(), end, bits);
        if (error != std::errc{} || stop != end || bits > host.bits()) return false;
    }
    return begins_alike(*block, host, bits);
}

bool covers_name(std::string_view entry, std::string_view host) {
    if (entry.ends_with('.')) entry.remove_suffix(1);
    if (entry.starts_with('.')) entry.remove_prefix(1);
    if (entry.empty() || !host.ends_with(entry)) return false;
    return host.size() == entry.size() || host[host.size() - entry.size() - 1] == '.';
}

}  // namespace

bool is_exempt(std::string_view host, std::string_view list) {
    if (list == "*") return true;
    const std::optional<Address> address = address_of(host);
    while (host.ends_with('.')) host.remove_suffix(1);
    while (!list.empty()) {
        const std::size_t begin = list.find_first_not_of(", \t");
        if (begin == std::string_view::npos) return false;
        list.remove_prefix(begin);
        const std::string entry = ascii_lower(list.substr(0, list.find_first_of(", \t")));
        list.remove_prefix(entry.size());
        if (address ? covers_address(entry, *address) : covers_name(entry, host)) return true;
    }
    return false;
}

}  // namespace kilter
