// Suites from a seed: the same bytes for the same seed and data on every machine; other seeds give
// other parties, numbers and answers. Files are made in memory; the command writes them. Blocking
// reads of the data folder; one thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace kilter::gen {

struct GenerateRequest {
    std::filesystem::path data;  // holds hu/ and en/
    std::uint64_t seed = 1;
    std::vector<std::string> kinds;  // main, hard, ...; empty: all
    std::vector<std::string> langs;  // hu, en; empty: both
    int tokens =
        0;  // target of every prompt; 0: as suites.yaml says. What the templates hold stays
};

struct GeneratedFile {
    std::string path;  // below the output folder: kie-hu/main.yaml
    std::string bytes;
};

struct GeneratedSuite {
    std::string path;  // of the suite file
    std::size_t items = 0;
    std::size_t tokens = 0;  // of all its prompts, by the estimate of characters per token
};

struct Generated {
    std::vector<GeneratedFile> files;
    std::vector<GeneratedSuite> suites;
};

Result<Generated> generate_suites(const GenerateRequest& request);

}  // namespace kilter::gen
