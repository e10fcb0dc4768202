// Random numbers that are the same on every machine and with every standard library: SplitMix64,
// and salts from SHA-256. For orders, waits and salts; not for secrets. Plain values, any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "harness/store/rows.hpp"

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

// k_salt_length hex digits, different for every attempt of every trial.
std::string salt_of(const TrialKey& key, int attempt);

}  // namespace kilter
