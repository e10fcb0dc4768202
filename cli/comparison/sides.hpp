// A and B of `diff`: an engine, an experiment, or `experiment:engine`. A word with several readings
// is an error that lists them. Pure, any thread.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "harness/store/rows.hpp"

namespace kilter {

struct SideName {
    std::string experiment, engine;
    friend bool operator==(const SideName&, const SideName&) = default;
};

struct SideSearch {
    std::vector<ExperimentRow> experiments;  // of the store, oldest first
    std::string home;                        // the experiment in which engines are looked for
    bool home_only = false;                  // --in was given: no word names another experiment
    std::string engine;  // --engine: which engine of an experiment is meant; empty: its only one
};

Result<SideName> find_side(const SideSearch& search, const std::string& word);

}  // namespace kilter
