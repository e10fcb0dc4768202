#include "harness/runner/salt.hpp"

#include <catch2/catch_all.hpp>
#include <set>
#include <string>

#include "harness/wire/request.hpp"

using namespace kilter;

TEST_CASE("a salt has its length, is stable, and differs by every word of the key") {
    TrialKey key{"x", "e", "s", "i", 0};
    std::set<std::string> salts{salt_of(key, 1), salt_of(key, 2)};
    for (const TrialKey& other :
         {TrialKey{"y", "e", "s", "i", 0}, TrialKey{"x", "f", "s", "i", 0},
          TrialKey{"x", "e", "t", "i", 0}, TrialKey{"x", "e", "s", "j", 0},
          TrialKey{"x", "e", "s", "i", 1}, TrialKey{"xe", "", "s", "i", 0}}) {
        salts.insert(salt_of(other, 1));
    }
    CHECK(salts.size() == 8);
    for (const std::string& salt : salts) {
        CHECK(salt.size() == k_salt_length);
        CHECK(salt.find_first_not_of("0123456789abcdef") == std::string::npos);
    }
    CHECK(salt_of(key, 1) == salt_of(key, 1));
}
