// The words of config files for the enumerations of experiment_config.hpp, read. nullopt: no such
// word. Writing them is to_word() there. Pure, any thread.
#pragma once

#include <optional>
#include <string_view>

#include "config/experiment_config.hpp"

namespace kilter {

std::optional<Order> order_from(std::string_view word);
std::optional<Dialect> dialect_from(std::string_view word);
std::optional<CacheMode> cache_mode_from(std::string_view word);

}  // namespace kilter
