// Compares what several answers to one prompt list for one output token: the tokens, their order
// and their numbers, to the bit. Says what was seen to change, never why. Pure, any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scorers/probe/logprob_lists.hpp"

namespace kilter {

// From the mildest to the gravest; unsupported is none of these.
enum class ProbeClass {
    identical,       // the same tokens, in the same order, with the same numbers
    order_only,      // the same tokens and numbers in another order, or another of them put out
    set_changed,     // other tokens are listed; those that several list have one number each
    values_changed,  // some token has two numbers
    unsupported,     // nothing to compare
};
std::string_view to_word(ProbeClass kind);
// The graver of two; unsupported gives way to everything.
ProbeClass graver(ProbeClass a, ProbeClass b);

// A valid answer of run k; `lists` may be empty.
struct ProbedAnswer {
    int k = 0;
    LogprobLists lists;
};

struct PositionComparison {
    int position = 1;  // of the output token, from 1
    ProbeClass kind = ProbeClass::unsupported;
    std::string reason;      // why it is unsupported; empty otherwise
    int n = 0;               // compared: they list this token, and have the same tokens before it
    int unlisted = 0;        // answers that list no token at all
    int parted = 0;          // that left the most frequent tokens at an earlier position
    int ended = 0;           // that have the same tokens before, and none here
    int distinct = 0;        // by the bits of the numbers
    int distinct_texts = 0;  // by the text of the numbers: never fewer
    bool order_changed = false, set_changed = false, values_changed = false;
    bool floor_changed = false;  // a number of one answer is a floor in another
    // The largest difference of one token's numbers, floors left out; nullopt: no token has two.
    std::optional<double> max_delta_nats;
    int top1_flips = 0;   // answers whose first token of the list is not the most frequent one
    int token_flips = 0;  // answers that put out another token than the most frequent one
    // Between the two largest numbers of one answer; nullopt where no answer lists two.
    std::optional<double> gap_min, gap_median;
    // All but the first request have one list, and the first another. nullopt: fewer than 3 are
    // compared, or the first is not among them.
    std::optional<bool> first_differs;
    int floors = 0;                              // in all lists together
    std::size_t listed_min = 0, listed_max = 0;  // alternatives of one answer
    // Of each answer given, in its order: A for the most frequent list; "." parted or ended, "-"
    // unlisted.
    std::vector<std::string> variants;
};

// All that one answer lists for a token, for comparing as a whole; floors are equal to each other
// unless numbers are taken as they were written (`texts`).
std::string signature_of(const ListedPosition& position, bool texts);

// `answers` in the order in which they were asked for; position from 1. The first of them counts as
// the first request only where it is run `first_k`.
PositionComparison compare_position(const std::vector<ProbedAnswer>& answers, int position,
                                    int first_k = 0);

}  // namespace kilter
