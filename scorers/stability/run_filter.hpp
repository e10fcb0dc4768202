// Turns away texts that surely hold no periodic run as RunRule asks for, before they are searched:
// nearly all texts, at a tenth of a search's price. Never turns away one that does. One thread;
// keeps its memory between texts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace kilter {

class RunFilter {
  public:
    // At least so many bytes in a row equal the one a period before: three quarters of 256, the
    // shortest run of four repeats.
    static constexpr std::size_t k_repeated = 192;

    // False: nowhere do k_repeated bytes in a row equal those at one and the same distance before
    // them. True says nothing.
    bool may_hold_run(std::string_view bytes);
    // Gives back memory beyond that of a usual answer.
    void trim_memory();

  private:
    std::vector<std::uint64_t> seen_;  // open addressing; 0: free
};

}  // namespace kilter
