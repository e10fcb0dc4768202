// The request bodies that the bare clients send: one JSON document a line of a file. One thread.
#pragma once

#include <fstream>
#include <string>
#include <vector>

namespace kilter::bench {

inline std::vector<std::string> read_bodies(const char* path) {
    std::vector<std::string> bodies;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) bodies.push_back(line);
    return bodies;
}

}  // namespace kilter::bench
