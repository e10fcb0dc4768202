// Random numbers that are the same on every machine and with every standard library: SplitMix64
// (Steele, Lea and Flood 2014) and our own mapping to a range. For orders, waits, permutation tests
// and bootstraps; not for secrets. A plain value, any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace kilter {

class PortableRandom {
  public:
    explicit PortableRandom(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next();
    std::uint64_t below(std::uint64_t bound);  // uniform in [0, bound); bound > 0
    double unit();                             // uniform in [0, 1)

    template <class T>
    void shuffle(std::vector<T>& values) {
        for (std::size_t left = values.size(); left > 1; --left) {
            std::swap(values[left - 1], values[static_cast<std::size_t>(below(left))]);
        }
    }

  private:
    std::uint64_t state_;
};

}  // namespace kilter
