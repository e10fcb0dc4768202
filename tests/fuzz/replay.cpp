// Feeds every file of the named folders and files to a fuzz target, without a fuzzer: the committed
// corpus as an ordinary test. A broken invariant aborts.
// Exit codes: 0 all were fed, 1 there was none, 2 one could not be read.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "base/files.hpp"
#include "tests/fuzz/fuzz_input.hpp"

int main(int count, char** arguments) {
    namespace fs = std::filesystem;
    std::vector<fs::path> inputs;
    for (int i = 1; i < count; ++i) {
        const fs::path named = arguments[i];
        if (!fs::is_directory(named)) {
            inputs.push_back(named);
            continue;
        }
        for (const auto& entry : fs::directory_iterator(named)) inputs.push_back(entry.path());
    }
    std::sort(inputs.begin(), inputs.end());
    for (const fs::path& input : inputs) {
        const auto bytes = kilter::read_file(input, std::size_t{1} << 24U);
        if (!bytes) {
            std::fprintf(stderr, "%s\n", bytes.error().message.c_str());
            return 2;
        }
        std::fprintf(stderr, "%s\n", input.c_str());  // the last one named is the one that aborted
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes->data()), bytes->size());
    }
    std::printf("%zu inputs, no invariant broken\n", inputs.size());
    return inputs.empty() ? 1 : 0;
}
