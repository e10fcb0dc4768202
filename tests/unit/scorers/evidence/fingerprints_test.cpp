#include "scorers/evidence/fingerprints.hpp"

#include <catch2/catch_all.hpp>
#include <string>

using namespace kilter;

namespace {

// One letter a run: its output at level full.
ItemAnalysis item(const std::string& name, const std::string& outputs) {
    ItemAnalysis out;
    out.item = name;
    std::vector<std::string> signatures;
    for (const char output : outputs) {
        out.valid_runs.push_back(static_cast<int>(signatures.size()));
        signatures.emplace_back(1, output);
    }
    out.by_level[static_cast<std::size_t>(Level::full)] = cluster(signatures);
    return out;
}

ResponseIdentity fp(const std::string& fingerprint) {
    return {"m", fingerprint, "uvicorn"};
}

}  // namespace

TEST_CASE("fingerprints: one engine has no parts, whether or not each response tells") {
    FingerprintBuilder builder;
    builder.add(item("a", "xxy"), {fp("one"), fp(""), fp("one")});
    builder.add(item("b", "xx"), {fp(""), fp("one")});
    const FingerprintSummary sum = builder.finish();
    CHECK(sum.parts.empty());
    CHECK(sum.within.empty());
    CHECK(sum.across.empty());
    CHECK(FingerprintBuilder().finish().parts.empty());
}

TEST_CASE("fingerprints: Ollama's constant one is no information") {
    FingerprintBuilder builder;
    builder.add(item("a", "xy"), {fp("fp_ollama"), fp("real")});
    CHECK(builder.finish().parts.empty());
}

TEST_CASE("fingerprints: a change in the middle splits runs and unstable items") {
    // a differs only between the parts, b within the first one, c within and between; d is stable;
    // e has one run in each part.
    FingerprintBuilder builder;
    builder.add(item("a", "xxyy"), {fp("1"), fp("1"), fp("2"), fp("2")});
    builder.add(item("b", "xyx"), {fp("1"), fp("1"), fp("2")});
    builder.add(item("c", "xyz"), {fp("1"), fp("1"), fp("2")});
    builder.add(item("d", "xxx"), {fp("1"), fp("1"), fp("1")});
    builder.add(item("e", "xy"), {fp("1"), fp("2")});
    const FingerprintSummary sum = builder.finish();
    REQUIRE(sum.parts.size() == 2);
    CHECK(sum.parts[0].identity == ResponseIdentity{"", "1", ""});
    CHECK(sum.parts[0].runs == 10);
    CHECK(sum.parts[0].measurable == 4);
    CHECK(sum.parts[0].unstable == 2);
    CHECK(sum.parts[1].runs == 5);
    CHECK(sum.parts[1].measurable == 1);
    CHECK(sum.parts[1].unstable == 0);
    CHECK(sum.within == std::vector<std::string>{"b", "c"});
    CHECK(sum.across == std::vector<std::string>{"a", "e"});
}

TEST_CASE("fingerprints: models and servers part too, and together") {
    FingerprintBuilder builder;
    builder.add(item("a", "xxxx"),
                {{"m1", "f", "s1"}, {"m1", "f", "s2"}, {"m2", "f", "s2"}, {"m1", "f", "s1"}});
    const FingerprintSummary sum = builder.finish();
    REQUIRE(sum.parts.size() == 3);
    CHECK(sum.parts[0].identity == ResponseIdentity{"m1", "", "s1"});
    CHECK(sum.parts[0].runs == 2);
}

TEST_CASE("fingerprints: what the engine says of itself at the start and at the end") {
    const auto changes = fingerprint_changes(
        R"({"model":{"id":"m","root":"r"},"version":{"version":"0.10"},"capabilities":{"a":1}})",
        R"({"model":{"id":"m"},"version":{"version":"0.11"},"server":"nginx"})");
    REQUIRE(changes.size() == 3);
    CHECK(changes[0].member == "model.root");
    CHECK(changes[0].end.empty());
    CHECK(changes[1].member == "server");
    CHECK(changes[1].start.empty());
    CHECK(changes[2].member == "version.version");
    CHECK(changes[2].start == "0.10");
    CHECK(changes[2].end == "0.11");
    const std::string one = R"({"n":1,"version":{"version":"0.10"}})";
    CHECK(fingerprint_changes(one, one).empty());
    CHECK(fingerprint_changes(one, "").empty());  // not asked at the end
    CHECK(fingerprint_changes("", one).empty());
    CHECK(fingerprint_changes(one, "{broken").empty());
}
