#include "base/text/near_miss.hpp"

#include <catch2/catch_all.hpp>

using namespace kilter;

TEST_CASE("A near miss is found within two edits and less than half of the word") {
    const std::vector<std::string> words = {"temperature", "top_p", "seed", "stream", "url"};
    struct Case {
        const char* word;
        std::optional<std::string> found;
    };
    const Case cases[] = {
        {"temprature", "temperature"},   // one letter missing
        {"temperatrue", "temperature"},  // two swapped
        {"tempratur", "temperature"},    // two missing
        {"temprtur", std::nullopt},      // three
        {"Top_P", "top_p"},
        {"top-p", "top_p"},
        {"sede", "seed"},  // a swap counts once
        {"urn", "url"},
        {"ul", std::nullopt},  // half of the word
        {"URL", "url"},
        {"", std::nullopt},
        {"x", std::nullopt},
        {"zzzzz", std::nullopt},
    };
    for (const Case& c : cases) {
        INFO(c.word);
        CHECK(near_miss(c.word, words) == c.found);
    }
    CHECK_FALSE(near_miss("seed", {}));
    CHECK_FALSE(near_miss(std::string(100000, 'a'), {std::string(100000, 'a')}));
}

TEST_CASE("The nearest wins, then the first") {
    CHECK(near_miss("model_x", {"models_xy", "model_y"}) == "model_y");
    CHECK(near_miss("model_x", {"model_z", "model_y"}) == "model_z");
}
