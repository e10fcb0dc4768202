// The documents of an item: templates filled, and clauses chosen until the prompt has about the
// wanted length. Clauses keep their order, so that a text reads on; which of them stand in it is
// drawn. One thread.
#pragma once

#include <vector>

#include "suites/generator/context.hpp"
#include "suites/generator/item_maker.hpp"

namespace kilter::gen {

// `target`: code points of all documents; 0: nothing is filled beyond what documents ask for.
// Defines the names of inserted clauses as their numbers.
Result<std::vector<MadeDocument>> make_documents(const Blueprint& blueprint, std::size_t target,
                                                 MakingContext& context);

}  // namespace kilter::gen
