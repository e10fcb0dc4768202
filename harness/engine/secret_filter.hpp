// Replaces a key's bytes in a body that arrives in pieces; the key may be cut anywhere between
// them. What could be the beginning of the key is held back until it is clear. Pure state, one
// thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kilter {

inline constexpr std::string_view k_secret_replacement = "[secret]";
// Shorter keys ("none", "EMPTY") are placeholders of local servers and ordinary words of answers.
inline constexpr std::size_t k_shortest_secret = 8;  // bytes

class SecretFilter {
  public:
    explicit SecretFilter(std::string secret);

    // The bytes that can be handed on now.
    std::string feed(std::string_view bytes);
    // What is still held back, when the body is over.
    std::string finish();

    bool replaced() const { return replaced_; }

  private:
    std::string secret_;  // empty: nothing is replaced
    std::string held_;    // a proper prefix of secret_
    bool replaced_ = false;
};

// The same for several secrets at once.
class SecretFilters {
  public:
    explicit SecretFilters(const std::vector<std::string>& secrets);

    bool empty() const { return filters_.empty(); }  // no byte will be replaced or held back
    std::string feed(std::string_view bytes);
    std::string finish();
    bool replaced() const;

  private:
    std::vector<SecretFilter> filters_;  // each reads what the one before it hands on
};

// For short whole texts, like a header.
std::string without_secrets(std::string_view text, const std::vector<std::string>& secrets);

}  // namespace kilter
