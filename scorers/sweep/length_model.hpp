// How long a text has to be for a prompt of so many tokens: a line between what an engine counted
// of shorter and longer texts, and beyond them on from the outer two. Only a guess to begin with;
// what a cell measured is what the engine says of it. Pure, any thread.
#pragma once

#include <cstddef>
#include <map>
#include <optional>

namespace kilter {

class LengthModel {
  public:
    // Code points of padding, and tokens of the whole prompt that the engine counted.
    void add(std::size_t code_points, long long tokens);

    // nullopt: fewer than two lengths, or counts that do not grow; or fewer tokens than the prompt
    // has without any padding.
    std::optional<std::size_t> code_points_for(long long tokens) const;
    bool usable() const;

  private:
    std::map<std::size_t, long long> counted_;
};

}  // namespace kilter
