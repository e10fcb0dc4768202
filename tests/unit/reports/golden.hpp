// Compares a report with its file in tests/golden. KILTER_UPDATE_GOLDEN=1 writes the file instead;
// a change there is reviewed like code.
#pragma once

#include <catch2/catch_all.hpp>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace kilter::test {

inline void check_golden(const std::string& name, const std::string& actual) {
    const std::string path = std::string{KILTER_GOLDEN_DIR} + "/" + name;
    if (std::getenv("KILTER_UPDATE_GOLDEN") != nullptr) {
        std::ofstream{path, std::ios::binary} << actual;
    }
    std::ifstream file{path, std::ios::binary};
    std::ostringstream expected;
    expected << file.rdbuf();
    INFO(path);
    CHECK(actual == expected.str());
}

}  // namespace kilter::test
