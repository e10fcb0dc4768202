// What the mock server says: JSON text that gives back the two values of a delivery note, with
// remarks that fill it to a size. The same note gets the same text each time, but for the shares
// below. Reads no JSON: it looks for the two places in the request. One thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace kilter::bench {

struct AnswerPlan {
    std::size_t bytes = 1000;   // of the whole text, about
    unsigned wrong_every = 10;  // each n-th note has a wrong amount on every second ask; 0: none
    unsigned differing_percent = 0;  // of the notes: their text parts half way, in every ask
};

struct Note {
    std::uint32_t number = 0;
    std::string_view amount;
};

// The note that a request asks about; number 0 and "0.00" where it names none.
Note find_note(std::string_view request);

class Answers {
  public:
    explicit Answers(AnswerPlan plan);

    // Is the amount of the answer to be wrong? `ask` counts from 0 for each note.
    bool is_wrong(const Note& note, std::uint32_t ask) const {
        return plan_.wrong_every > 0 && note.number % plan_.wrong_every == 0 && ask % 2 == 1;
    }
    // Has every ask of it another text?
    bool differs(const Note& note) const {
        return (note.number * 37ULL) % 100 < plan_.differing_percent;
    }
    std::string text(const Note& note, std::uint32_t ask) const;

  private:
    std::string_view prose(std::uint64_t seed, std::size_t bytes) const;

    AnswerPlan plan_;
    std::string pool_;  // words drawn as a language draws them: few of them often, most rarely
};

// JSON's escape of text that holds nothing to escape but quotes.
std::string quoted(std::string_view text);

}  // namespace kilter::bench
