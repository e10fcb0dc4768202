#include "harness/runner/salt.hpp"

#include "base/sha256.hpp"
#include "harness/wire/request.hpp"

namespace kilter {

std::string salt_of(const TrialKey& key, int attempt) {
    Sha256 sha;
    sha.update_framed("kilter/salt/1");
    for (const std::string* word : {&key.experiment, &key.engine, &key.suite, &key.item}) {
        sha.update_framed(*word);
    }
    sha.update_framed(std::to_string(key.k));
    sha.update_framed(std::to_string(attempt));
    return sha.hex().substr(0, k_salt_length);
}

std::string arm_salt_of(const TrialKey& key) {
    Sha256 sha;
    sha.update_framed("kilter/arm-salt/1");
    sha.update_framed(key.experiment);
    sha.update_framed(key.engine);
    return sha.hex().substr(0, k_salt_length);
}

}  // namespace kilter
