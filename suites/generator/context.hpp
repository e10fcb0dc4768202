// Where one item is being made: the data, the generator of random numbers, the names defined so
// far. Each item has its own, seeded by suite, seed and id, so that a change to one item leaves the
// others alone. One thread.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/portable_random.hpp"
#include "suites/generator/datum.hpp"
#include "suites/generator/library.hpp"
#include "suites/generator/style.hpp"

namespace kilter::gen {

using Names = std::map<std::string, Datum, std::less<>>;

struct MakingContext {
    const Library& library;
    const Blueprint* blueprint = nullptr;
    PortableRandom random;
    Style style;
    std::vector<Names> scopes;                            // innermost last
    std::map<std::string, std::set<std::size_t>> picked;  // entries of lists that were used

    const Datum* find(std::string_view name) const;
    void define(const std::string& name, Datum value) { scopes.back()[name] = std::move(value); }
};

// Evaluates the draws in their order; each may use the names before it.
Result<void> run_draws(const std::vector<Draw>& draws, MakingContext& context);
// A record with one member a draw of the block, from the blueprint or the library.
Result<Datum> make_block(const std::string& name, MakingContext& context);

}  // namespace kilter::gen
