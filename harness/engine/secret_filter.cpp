#include "harness/engine/secret_filter.hpp"

#include <algorithm>
#include <utility>

namespace kilter {
namespace {

// Length of the longest end of `text` that is a proper beginning of `secret`.
std::size_t possible_beginning(std::string_view text, std::string_view secret) {
    std::size_t length = std::min(text.size(), secret.size() - 1);
    while (length > 0 && !secret.starts_with(text.substr(text.size() - length))) --length;
    return length;
}

}  // namespace

SecretFilter::SecretFilter(std::string secret) : secret_(std::move(secret)) {
    if (secret_.size() < k_shortest_secret) secret_.clear();
}

std::string SecretFilter::feed(std::string_view bytes) {
    if (secret_.empty()) return std::string(bytes);
    std::string text = std::move(held_);
    text.append(bytes);
    std::string out;
    std::size_t from = 0;
    for (std::size_t at = text.find(secret_); at != std::string::npos;
         at = text.find(secret_, from)) {
        out.append(text, from, at - from);
        out.append(k_secret_replacement);
        from = at + secret_.size();
        replaced_ = true;
    }
    const std::string_view rest = std::string_view(text).substr(from);
    const std::size_t keep = possible_beginning(rest, secret_);
    out.append(rest.substr(0, rest.size() - keep));
    held_ = rest.substr(rest.size() - keep);
    return out;
}

std::string SecretFilter::finish() {
    return std::exchange(held_, {});
}

SecretFilters::SecretFilters(const std::vector<std::string>& secrets) {
    for (const std::string& secret : secrets) {
        if (secret.size() >= k_shortest_secret) filters_.emplace_back(secret);
    }
}

std::string SecretFilters::feed(std::string_view bytes) {
    std::string out(bytes);
    for (SecretFilter& filter : filters_) out = filter.feed(out);
    return out;
}

std::string SecretFilters::finish() {
    std::string out;
    for (SecretFilter& filter : filters_) {
        out = filter.feed(out);
        out += filter.finish();
    }
    return out;
}

bool SecretFilters::replaced() const {
    return std::any_of(filters_.begin(), filters_.end(),
                       [](const SecretFilter& filter) { return filter.replaced(); });
}

std::string without_secrets(std::string_view text, const std::vector<std::string>& secrets) {
    SecretFilters filters(secrets);
    std::string out = filters.feed(text);
    return out + filters.finish();
}

}  // namespace kilter
