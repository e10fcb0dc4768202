#include "config/words.hpp"

#include <array>
#include <utility>

namespace kilter {
namespace {

template <class Enum>
using Word = std::pair<Enum, std::string_view>;

template <class Enum, std::size_t N>
std::optional<Enum> value_of(const std::array<Word<Enum>, N>& table, std::string_view text) {
    for (const auto& [value, word] : table) {
        if (word == text) return value;
    }
    return std::nullopt;
}

template <class Enum, std::size_t N>
std::string_view word_of(const std::array<Word<Enum>, N>& table, Enum wanted) {
    for (const auto& [value, word] : table) {
        if (value == wanted) return word;
    }
    return {};
}

constexpr std::array<Word<Order>, 3> k_orders{Word<Order>{Order::run_major, "run_major"},
                                              Word<Order>{Order::item_major, "item_major"},
                                              Word<Order>{Order::shuffled, "shuffled"}};

constexpr std::array<Word<Dialect>, 7> k_dialects{
    Word<Dialect>{Dialect::automatic, "auto"},
    Word<Dialect>{Dialect::openai, "openai"},
    Word<Dialect>{Dialect::vllm, "vllm"},
    Word<Dialect>{Dialect::sglang, "sglang"},
    Word<Dialect>{Dialect::llama_cpp, "llama_cpp"},
    Word<Dialect>{Dialect::ollama, "ollama"},
    Word<Dialect>{Dialect::tensorrt_llm, "tensorrt_llm"}};

constexpr std::array<Word<CacheMode>, 2> k_cache_modes{Word<CacheMode>{CacheMode::as_is, "as_is"},
                                                       Word<CacheMode>{CacheMode::cold, "cold"}};

}  // namespace

std::optional<Order> order_from(std::string_view word) {
    return value_of(k_orders, word);
}
std::string_view to_word(Order order) {
    return word_of(k_orders, order);
}

std::optional<Dialect> dialect_from(std::string_view word) {
    return value_of(k_dialects, word);
}
std::string_view to_word(Dialect dialect) {
    return word_of(k_dialects, dialect);
}

std::optional<CacheMode> cache_mode_from(std::string_view word) {
    return value_of(k_cache_modes, word);
}
std::string_view to_word(CacheMode mode) {
    return word_of(k_cache_modes, mode);
}

}  // namespace kilter
