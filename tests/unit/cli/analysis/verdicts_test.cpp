#include "cli/analysis/verdicts.hpp"

#include <catch2/catch_all.hpp>

#include "base/sha256.hpp"

using namespace kilter;

TEST_CASE("verdict: a hash of the content taken before makes no difference") {
    const TrialKey key{"x", "e", "s", "a", 0};
    const Item item;
    struct Case {
        std::string text, normal;
    };
    const Case cases[] = {
        {"", ""},    {"{\"a\": 1}", "{\"a\": 1}"}, {"{\n  \"a\": 1\n}\n", "{ \"a\": 1 }"},
        {" x", "x"}, {"e\u0301", "\u00e9"},        {"a\xff", "a\ufffd"}};
    for (const Case& c : cases) {
        INFO(c.text);
        Completion completion;
        completion.content = {TextState::text, c.text};
        const auto fresh = make_verdict(key, Outcome::answered, completion, item, "digest");
        const auto known = make_verdict(key, Outcome::answered, completion, item, "digest", nullptr,
                                        sha256_hex(c.text));
        REQUIRE(fresh);
        REQUIRE(known);
        CHECK(fresh->norm_sha256 == sha256_hex(c.normal));
        CHECK(known->norm_sha256 == fresh->norm_sha256);
    }
}
