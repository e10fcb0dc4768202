// Finds periodic runs anywhere in a sequence of symbols that may still be growing: in one pass, in
// linear time, with bounded memory. A hash of the last 16 symbols gives the place where they stood
// before and with it a candidate period; the run is then followed symbol by symbol. Exact about
// what it reports; a run nested in a longer repetition can stay unseen (see tail_run.hpp). One
// thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace kilter {

struct PeriodicRun {  // symbols [start, start + length), each equal to the one `period` before it
    std::size_t start = 0, period = 0, length = 0;
    std::size_t end() const { return start + length; }
    double repeats() const { return static_cast<double>(length) / static_cast<double>(period); }
};

// What counts as a repetition: 256 symbols and 4 repeats, so a word of 6 needs 43 copies.
struct RunRule {
    std::size_t min_length = 256, min_repeats = 4;
    bool accepts(const PeriodicRun& run) const {
        return run.length >= min_length && run.length >= min_repeats * run.period;
    }
};

// Hash of a gram -> where it ended last. Direct-mapped: a newer gram may displace another one,
// which delays a finding by a symbol. Kept between texts without being cleared.
class GramTable {
    friend class RunTracker;
    // High half: base of its text + position of the gram's end + 1; low half: more of the hash.
    using Entry = std::uint64_t;
    // Forgets what it knows. `symbols`: how many are expected.
    void begin(std::size_t symbols);

    unsigned bits_ = 0;
    std::vector<Entry> entries_;
    std::uint32_t base_ = 0, used_ = 0;
};

class RunTracker {
  public:
    // Symbols i and i - reach are both there when symbol i is looked at. The table outlives this
    // and serves one tracker at a time.
    RunTracker(GramTable& table, const RunRule& rule, std::size_t expected,
               std::size_t reach = SIZE_MAX);

    // Looks at the symbols from the last call's end up to `to`; symbol i is symbols[i & mask].
    void advance(const char32_t* symbols, std::size_t mask, std::size_t to);
    // The same, but no further than to the first symbol with which the active run fits the rule:
    // true, and active() tells it.
    bool advance_to_fit(const char32_t* symbols, std::size_t mask, std::size_t to);
    // Nothing follows: the run that is still on is over.
    void finish();

    // Runs that fit the rule and are over, in the order of their ends.
    const std::vector<PeriodicRun>& closed() const { return closed_; }
    void forget_closed() { closed_.clear(); }
    // The run that is still on, fit or not.
    std::optional<PeriodicRun> active() const;
    // Symbols so far that repeated the one a period before them.
    std::size_t repeated() const;
    // Symbols looked at.
    std::size_t seen() const { return next_; }

  private:
    template <bool is_ring, bool stops>
    bool look(const char32_t* symbols, std::size_t mask, std::size_t to);
    std::size_t match_backwards(const char32_t* symbols, std::size_t mask, std::size_t at,
                                std::size_t period);
    std::size_t enough(std::size_t period) const;
    bool is_known(GramTable::Entry before, std::uint64_t key) const;
    void close();

    GramTable& table_;
    RunRule rule_;
    std::size_t reach_;
    std::size_t next_ = 0;
    std::uint64_t hash_ = 0;
    std::size_t period_ = 0, matched_ = 0;       // of the active run; period 0: none
    std::size_t repeated_ = 0, counted_to_ = 0;  // up to that symbol
    std::size_t spent_ = 0;                      // comparisons backwards
    std::vector<PeriodicRun> closed_;
};

}  // namespace kilter
